import { buildPagesIfStale } from '../../tools/build.mjs';

/** Builds the pages once, before two files at a time start servers that serve them. */
export default function setup(): Promise<void> {
  return buildPagesIfStale();
}
