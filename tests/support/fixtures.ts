import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A file of tests/fixtures; its README says how it was made. */
export function readFixture(name: string): Buffer {
  const bytes = readFileSync(`tests/fixtures/${name}`);
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
