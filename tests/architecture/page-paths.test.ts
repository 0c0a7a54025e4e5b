import { expect, test } from 'vitest';
import { readText } from './source-tree.ts';

/** Children of another route, and what a route of its own answers. */
const ELSEWHERE = /^\/(?:\$page|reference\/\$family|(?:designing|viewing)(?:\/embedded)?\/\$session)?$/;

test('the server answers each page of the app by its address, as after a reload', () => {
  const pages = [
    ...`${readText('web/src/routes.tsx')}\n${readText('web/src/entry-routes.tsx')}`.matchAll(
      /^ {2}path: '([^']+)'/gm,
    ),
  ].map(([, path = '']) => path);
  expect(pages.length).toBeGreaterThan(40);
  const served = new Set(
    [...readText('server/src/http/web-pages.ts').matchAll(/'([^'\s]+)'/g)].map(([, word = '']) =>
      shapeOf(word),
    ),
  );
  const missing = pages.filter((path) => {
    const inGroup = path
      .replace(/^\/account\/organization\//, '')
      .replace(/^\/templates\/\$workspaceId\/\$id\//, '');
    return !ELSEWHERE.test(path) && !served.has(shapeOf(path)) && !served.has(shapeOf(inGroup));
  });
  expect(missing).toEqual([]);
});

/** The names of its values do not matter. */
function shapeOf(path: string): string {
  return path.replaceAll(/[:$]\w+/g, '*');
}
