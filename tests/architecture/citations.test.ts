import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  findCitationProblems,
  findLinkProblems,
  findNameProblems,
  findSymbolProblems,
  type Page,
} from './citations.ts';
import { listFiles, ROOT, readText } from './source-tree.ts';

const all: Page[] = listFiles(/\.(tsx?|mjs|md|sql)$/)
  // The rules themselves, and the examples of what they refuse.
  .filter((path) => !path.startsWith('tests/architecture/citations.'))
  .map((path) => ({ path, text: readText(path) }));
const pages = all.filter(({ path }) => path.endsWith('.md'));
const exists = (path: string) => existsSync(join(ROOT, path));

const name = (page: Page, problems: readonly string[]) => problems.map((each) => `${page.path}: ${each}`);

describe('reasons can be followed', () => {
  test('every cited section exists, and every standard is cited in a form that can be looked up', () => {
    expect(all.flatMap((page) => name(page, findCitationProblems(page, pages)))).toEqual([]);
  });

  test('every relative link of a page leads to a file, and to a heading of it', () => {
    expect(pages.flatMap((page) => name(page, findLinkProblems(page, pages, exists)))).toEqual([]);
  });

  test('every file that a page names exists', () => {
    // Decisions and the list of changes tell what was; the worked example says which files are to be made.
    const current = pages.filter(({ path }) => !/^(docs\/decisions\/|CHANGELOG|CONTRIBUTING)/.test(path));
    const paths = listFiles(/./);
    expect(current.flatMap((page) => name(page, findNameProblems(page, paths)))).toEqual([]);
  });

  test('every function that ARCHITECTURE names is in the file that it names', () => {
    const page = { path: 'ARCHITECTURE.md', text: readText('ARCHITECTURE.md') };
    expect(findSymbolProblems(page, (path) => (exists(path) ? readText(path) : null))).toEqual([]);
  });
});

describe('the rules notice', () => {
  const rules = {
    path: 'docs/rules.md',
    text: '# Rules\n\n## 1. First\n\n### 1.2 Inner `part`\n\n## Same\n\n## Same\n',
  };
  const cited = (text: string) => findCitationProblems({ path: 'server/src/any.ts', text }, [rules]);
  const linked = (text: string) =>
    findLinkProblems({ path: 'docs/any.md', text }, [rules], (path) => path === rules.path);

  test.each([
    '// rules.md §1.2, §1',
    '/** Rules.md §1: why. */',
    '/**\n * A reason on two lines (RFC 6749\n * §3.1, §4.1.2.1; RFC 9700 §2.6).\n */',
    '// ISO 32000-2 §12.8.1, EN 319 142-1 §6.3, ISO/IEC 15948 §9, X.690 §11.2.2',
    "const subFilter = 'ETSI.RFC3161';",
  ])('nothing in %j', (text) => {
    expect(cited(text)).toEqual([]);
  });

  test('nothing in a page that cites its own section, and a section that it lacks', () => {
    const own = (clause: string) => ({ ...rules, text: `${rules.text}\nAs said (§${clause}).\n` });
    const problems = (page: Page) => findCitationProblems(page, [page]);
    expect([problems(own('1.2')), problems(own('9'))]).toEqual([[], ['rules.md §9 does not exist']]);
  });

  test.each([
    ['a section that does not exist', '// rules.md §2'],
    ['a further section that does not exist', '// rules.md §1, §1.3'],
    ['a page that does not exist', '// other.md §1'],
    ['a clause without a source', '// why it is so (§1.2)'],
    ['a source without a known form', '// CMS §5.4'],
    ['a section without a number', '// rules.md §first'],
    ['a standard in another form', '// RFC5652'],
    ['a standard in words', '// RFC 5652 section 5.4'],
    ['a European standard run together', '// EN 319142-1'],
    ['a number that no RFC has here', '// RFC 56'],
  ])('%s', (_what, text) => {
    expect(cited(text)).toHaveLength(1);
  });

  test('a function that is not in the file', () => {
    const read = (path: string) => (path === 'a.ts' ? 'export function one() {}\nconst TWO = 2;' : null);
    const found = (text: string) => findSymbolProblems({ path: 'docs/any.md', text }, read);
    expect(found('| `a.ts`: `one`, `TWO` |')).toEqual([]);
    expect(found('`a.ts`: `one`, `three`; `b.ts`: `one`')).toEqual(['a.ts has no three', 'b.ts has no one']);
  });

  test('a file that a page names and that does not exist', () => {
    const text =
      'See `rules.md`, `docs/rules.md`, `gone.ts` and `server/src/gone.ts`.\n\n```\n`other.ts`\n```\n';
    const problems = findNameProblems({ path: 'docs/any.md', text }, [rules.path]);
    expect(problems).toEqual(['there is no gone.ts', 'there is no server/src/gone.ts']);
  });

  test.each([
    ['[a](rules.md)', 0],
    ['[a](rules.md#12-inner-part) and [b](rules.md#same-1)', 0],
    ['`[code](none.md)`', 0],
    ['[a](https://example.com)', 0],
    ['[a](none.md)', 1],
    ['[a](rules.md#none)', 1],
    ['[a](#none)', 1],
  ])('in %j the links that lead nowhere: %i', (text, count) => {
    expect(linked(text)).toHaveLength(count);
  });
});
