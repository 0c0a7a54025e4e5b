import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type english from '../../web/src/text/en/signing.json';

const BUDGET_BYTES = 100_000;
const APP_BUDGET_BYTES = 231_000;
const dist = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../web/dist/${path}`, import.meta.url)));

/** A title of the page in that language. */
function titleIn(language: string): string {
  const path = `../../web/src/text/${language}/signing.json`;
  const texts: typeof english = JSON.parse(
    readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'),
  );
  return texts.decline.title;
}

test('the cover of the signing page needs at most 100 KB, compressed, and no language but English', () => {
  const page = dist('signing.html');
  const assets = [...page.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(assets.length).toBeGreaterThan(1);
  // Few files: on a slow connection each has its round trip, and six are fetched at a time.
  expect(assets.length).toBeLessThanOrEqual(4);
  const bytes = assets.map((path) => dist(`${path}.gz`).length);
  expect(assets.filter((path) => /pdf[.-]|stages/.test(path))).toEqual([]);
  const scripts = assets.map((path) => dist(path).toString()).join('\n');
  expect(scripts).toContain(titleIn('en'));
  for (const language of ['fr', 'de', 'es', 'ar']) expect(scripts).not.toContain(titleIn(language));
  expect(bytes.reduce((sum, size) => sum + size, gzipSync(page).length)).toBeLessThanOrEqual(BUDGET_BYTES);
  for (const path of assets) expect(dist(`${path}.br`).length, path).toBeLessThan(dist(path).length);
});

test('the start of the app is in few files, and what its first page needs beside them in few more', () => {
  const scripts = new Map<string, string>();
  const load = (name: string): void => {
    if (scripts.has(name)) return;
    scripts.set(name, dist(`assets/${name}`).toString());
    for (const [, other = ''] of (scripts.get(name) ?? '').matchAll(
      /(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g,
    ))
      load(other);
  };
  for (const [, name = ''] of dist('index.html')
    .toString()
    .matchAll(/assets\/([^"]+\.js)"/g))
    load(name);
  expect(scripts.size).toBeLessThanOrEqual(6);
  const firstPage = [...scripts.values()].join().match(/documents-page-[\w-]+\.js/)?.[0] ?? '';
  load(firstPage);
  expect(scripts.size).toBeLessThanOrEqual(12);
  const bytes = [...scripts.keys()].map((name) => dist(`assets/${name}.gz`).length);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(APP_BUDGET_BYTES);
});
