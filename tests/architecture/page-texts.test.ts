import { describe, expect, test } from 'vitest';
import { readCatalogues } from '../../tools/check-texts.ts';
import { listFiles, type Node, readText, type SourceFile, visit } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

const pages = filesIn('web');
const catalogues = readCatalogues().filter(({ area }) => area.startsWith('web/'));
const english = catalogues.filter(({ language }) => language === 'en');

describe('what pages say', () => {
  /** Names of guides, which are English; what programs and logs are told. */
  const EXEMPT = [...['web/src/docs/guide-list.ts', 'web/src/api/call.ts'], 'web/src/embedding/theme.ts'];
  /** Names that are the same in every language. */
  const NAMES = /^(Paraph|SHA-256|openapi\.json|PARAPH_\w+=)$/;
  const SHOWN =
    /^(aria-(label|description|valuetext|roledescription)|alt|title|placeholder|label|hint|lead)$/;

  test('is in the catalogues, and not in the code', () => {
    const bad = findProblems(pages, function* ({ path, program }) {
      if (!EXEMPT.includes(path)) yield* textsIn(program);
    });
    expect(bad).toEqual([]);
  });

  function textsIn(program: Node): string[] {
    const texts: string[] = [];
    visit(program, (node, parents) => {
      const text = textOf(node);
      if (text === null || NAMES.test(text.trim()) || !/\p{L}{2}/u.test(text)) return;
      const attribute = parents.findLast(({ type }) => type === 'JSXAttribute');
      const isCalled = parents.some(({ type }) => type === 'CallExpression');
      const name = String((attribute?.name as Node | undefined)?.name ?? '');
      const isShown = node.type === 'JSXText' || (SHOWN.test(name) && !isCalled);
      if (isShown || (isSentence(text) && !isThrown(parents))) texts.push(text.trim());
    });
    return texts;
  }

  function textOf({ type, value, quasis }: Node): string | null {
    if (type === 'TemplateLiteral')
      return (quasis as Node[]).map((each) => (each.value as { cooked: string }).cooked).join('…');
    return (type === 'JSXText' || type === 'Literal') && typeof value === 'string' ? value : null;
  }

  function isSentence(text: string): boolean {
    return /[A-Za-z]{2,} [a-z]{2,}/.test(text) && /^[A-Z][a-z]+ [a-z]|[a-z][.?]$/.test(text);
  }

  /** A bug of ours, which nobody is to see. */
  function isThrown(parents: readonly Node[]): boolean {
    return parents.some(({ type }) => type === 'ThrowStatement' || type === 'NewExpression');
  }
});

describe('the texts of pages', () => {
  test('are all used', () => {
    const literals = new Set<string>();
    const patterns = new Set<string>();
    for (const { program } of pages)
      visit(program, ({ type, value, quasis }) => {
        if (type === 'Literal' && typeof value === 'string') literals.add(value);
        if (type !== 'TemplateLiteral') return;
        const parts = (quasis as Node[]).map((each) => (each.value as { cooked: string }).cooked);
        if (parts.join('').length > 2) patterns.add(parts.map(escaped).join('[\\w.:-]+'));
      });
    const made = new RegExp(`^(${[...patterns].join('|')})$`);
    // Violations are found by their English sentence (violation-sentences.test.ts).
    const named = english.filter(({ file }) => !file.endsWith('/violations.json'));
    const unused = named.flatMap(({ file, texts }) =>
      [...texts.keys()]
        // The signing page has the few texts of shared elements in a section.
        .filter((key) =>
          [key, key.replace(/^ui\./, '')].every((each) => !literals.has(each) && !made.test(each)),
        )
        .map((key) => `${file}: ${key}`),
    );
    expect(unused).toEqual([]);
  });

  test('fit on buttons: 24 characters, or somewhat more than in English where that is long', () => {
    const keys = new Set(pages.flatMap(keysOnButtons));
    expect(keys.size).toBeGreaterThan(100);
    const long = catalogues.flatMap(({ file, area, texts }) => {
      const origin = english.find((each) => each.area === area)?.texts;
      const onButtons = [...texts].filter(([key]) => keys.has(`${area}:${key}`));
      return onButtons
        .filter(([key, text]) => !text.includes('{') && [...text].length > lengthMax(origin?.get(key) ?? ''))
        .map(([key, text]) => `${file}: ${key} is ${[...text].length}: ${text}`);
    });
    expect(long).toEqual([]);
  });

  function lengthMax(text: string): number {
    return text.length > 24 ? text.length + 8 : 24;
  }

  /** `<Button>{t('save')}</Button>`, by the areas that the file takes its texts from. */
  function keysOnButtons({ program, text }: SourceFile): string[] {
    const named = [...text.matchAll(/use(?:Text\('(\w+)'|([A-Z]\w+)Text\()/g)];
    const areas = new Set(named.map(([, area, section]) => area ?? section?.toLowerCase()));
    const keys: string[] = [];
    visit(program, (node, parents) => {
      const [element, container] = parents.slice(-2);
      if (node.type !== 'CallExpression' || container?.type !== 'JSXExpressionContainer') return;
      const opening = element?.openingElement as { name?: Node } | undefined;
      const [key] = node.arguments as (Node | undefined)[];
      const isButton = /Button$/.test(String(opening?.name?.name));
      if (isButton && typeof key?.value === 'string') keys.push(key.value);
    });
    return [...areas].flatMap((area) => keys.map((key) => `web/src/text/${area}:${key}`));
  }

  function escaped(text: string): string {
    return text.replaceAll(/[^\w ]/g, '\\$&');
  }
});

describe('pages that are read from right to left', () => {
  /** The geometry of a document's page, which is the same in every language. */
  const GEOMETRY = ['web/src/signing/pages.css', 'web/src/design/design.css'];
  const PHYSICAL =
    /(?<![\w-])((margin|padding|border|inset)-)?(left|right)(-(width|color|style))?:|(text-align|float|clear): (left|right)/;
  const CLASSES =
    /(?<=['"` :])-?((ml|mr|pl|pr|left|right|scroll-(ml|mr|pl|pr)|border-[lr]|rounded-([lr]|[tb][lr]))-[\w./[\]-]+|text-(left|right)|float-(left|right)|border-[lr])(?=['"` ])/;

  test('have no physical left and right', () => {
    const styles = listFiles(/^web\/src\/.*\.css$/).filter((path) => !GEOMETRY.includes(path));
    expect(styles.length).toBeGreaterThan(3);
    const found = (path: string, pattern: RegExp) =>
      readText(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []));
    expect([
      ...styles.flatMap((path) => found(path, PHYSICAL)),
      ...pages.flatMap(({ path }) => found(path, CLASSES)),
    ]).toEqual([]);
  });
});
