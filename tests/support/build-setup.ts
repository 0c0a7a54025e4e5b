import { buildPagesIfStale, buildServerIfStale } from '../../tools/build.mjs';

/** Builds the server and its pages once, before several files at a time start it. */
export default async function setup(): Promise<void> {
  await Promise.all([buildServerIfStale(), buildPagesIfStale()]);
}
