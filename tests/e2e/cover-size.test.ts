import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const BUDGET_BYTES = 96_000;
const dist = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../web/dist/${path}`, import.meta.url)));

test('the cover of the signing page needs at most 96 KB, compressed, and no language but English', () => {
  const page = dist('signing.html');
  const assets = [...page.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(assets.length).toBeGreaterThan(1);
  // Few files: on a slow connection each has its round trip, and six are fetched at a time.
  expect(assets.length).toBeLessThanOrEqual(4);
  const bytes = assets.map((path) => dist(`${path}.gz`).length);
  expect(assets.filter((path) => /signing-(fr|de|es|ar)-|pdf[.-]|stages/.test(path))).toEqual([]);
  expect(bytes.reduce((sum, size) => sum + size, gzipSync(page).length)).toBeLessThanOrEqual(BUDGET_BYTES);
  for (const path of assets) expect(dist(`${path}.br`).length, path).toBeLessThan(dist(path).length);
});
