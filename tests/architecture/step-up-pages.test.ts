import { STEP_UP_ACTS } from '@paraph/contract';
import { expect, test } from 'vitest';
import { readText, resolveImport, type SourceFile } from './source-tree.ts';
import { sources } from './sources.ts';

const web = new Map(
  sources.flatMap((file) =>
    file.path.startsWith('web/src/') && !file.path.includes('.test.') ? [[file.path, file] as const] : [],
  ),
);
/** Names its route in another way, as the compiler would work out too much otherwise. */
const collector = { act: 'PUT /api/v1/organization/collector', name: 'saveCollector' };

/** What asks for an act: the function of `web/src/api` whose text names its route. */
function askersOf(act: string): string[] {
  if (act === collector.act) return [collector.name];
  return [...web.values()].flatMap(({ path, text }) => {
    if (!path.startsWith('web/src/api/')) return [];
    const names = text
      .split(/^export /m)
      .filter((each) => ['ask', 'sending'].some((way) => closeUp(each).includes(`${way}('${act}'`)))
      .map((each) => /^(?:const|(?:async )?function) (\w+)/.exec(each)?.[1] ?? '');
    return [...new Set(names)];
  });
}

const closeUp = (text: string): string => text.replaceAll(/\(\s+/g, '(');

test('each act that asks for a fresh factor has one way on the pages, which asks for it and goes on', () => {
  const askers = STEP_UP_ACTS.map((act) => [act, askersOf(act)] as const);
  expect(askers.flatMap(([act, names]) => (names.length === 0 ? [act] : []))).toEqual([
    // The older paths of acts that have a page by another one.
    'PUT /workspaces/{workspaceId}/users',
    'PUT /api/v1/organization/identity-provider',
    'DELETE /api/v1/organization/identity-provider',
    'DELETE /api/v1/envelopes/{envelopeId}',
  ]);
  const others = [...web.values()].filter(
    ({ path, text }) =>
      !/^web\/src\/(api\/call\.ts|signing\/)/.test(path) && /(?<![.\w])fetch\(|XMLHttpRequest/.test(text),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

test('and each page with such an act stands in the frame that can ask', () => {
  const names = STEP_UP_ACTS.flatMap(askersOf);
  const isAsking = (text: string) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  const asking = [...web.values()].filter(({ path, text }) => !/\/api\//.test(path) && isAsking(text));
  // A page that asks is found at all.
  expect(asking.length).toBeGreaterThan(25);
  const routes = readText('web/src/routes.tsx').split('createRoute(');
  const outside = routes
    .filter((each) => /getParentRoute: (parent|inDocs)/.test(each))
    .flatMap((each) => [...each.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, path]) => `web/src/${path}`));
  expect(outside.length).toBeGreaterThan(4);
  const reached = reachedFrom([...outside, 'web/src/entry-routes.tsx']);
  expect(asking.map(({ path }) => path).filter((path) => reached.has(path))).toEqual([]);
  expect(readText('web/src/frame/app-frame.tsx')).toContain('<StepUpDialog />');
});

function reachedFrom(paths: readonly string[], reached = new Set<string>()): Set<string> {
  for (const path of paths) {
    const file: SourceFile | undefined = web.get(path);
    if (!file || reached.has(path)) continue;
    reached.add(path);
    reachedFrom(
      file.valueImports.flatMap((each) => resolveImport(path, each) ?? []),
      reached,
    );
  }
  return reached;
}
