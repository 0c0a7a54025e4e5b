import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKeyProblem, JSON_DEPTH_MAX } from './duplicate-keys.ts';

/** A JSON value whose objects are lists of entries, so that a key can be there twice. */
type Tree = string | number | boolean | null | { list: Tree[] } | { entries: [string, Tree][] };

const key = fc.oneof(fc.constantFrom('a', 'b', 'é', '', '"', '\\', 'a]', '__proto__'), fc.string());
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.record({ list: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({ entries: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }) }),
  ),
}));

const isPlain = (value: Tree): value is Exclude<Tree, object> => typeof value !== 'object' || value === null;

/** What the tree itself says, without any text. */
function hasTwice(value: Tree): boolean {
  if (isPlain(value)) return false;
  if ('list' in value) return value.list.some(hasTwice);
  const keys = value.entries.map(([name]) => name);
  return new Set(keys).size < keys.length || value.entries.some(([, inner]) => hasTwice(inner));
}

const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

/** Writes the tree; every other key with each character escaped. */
function write(value: Tree, count = { keys: 0 }): string {
  if (isPlain(value)) return JSON.stringify(value);
  if ('list' in value) return `[ ${value.list.map((each) => write(each, count)).join(' ,')}]`;
  const entries = value.entries.map(([name, inner]) => {
    count.keys += 1;
    return `${count.keys % 2 ? JSON.stringify(name) : escaped(name)} : ${write(inner, count)}`;
  });
  return `{${entries.join(', ')} }`;
}

describe('a key that is written twice', () => {
  it('is noticed where there is one and nowhere else, however keys are written', () => {
    let noticed = 0;
    fc.assert(
      fc.property(tree, (value) => {
        const text = write(value);
        JSON.parse(text);
        const isTwice = hasTwice(value);
        noticed += isTwice ? 1 : 0;
        expect(findKeyProblem(text) !== null).toBe(isTwice);
      }),
      { numRuns: 3_000, seed: 13 },
    );
    expect(noticed).toBeGreaterThan(30);
  });

  it('is never seen in what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findKeyProblem(text)).toBeNull();
      }),
    );
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":{"b":[0,{"c":"a","\\u0063":2}]}}', 'a[b][1][c]'],
    ['[{"a":1},{"a":1,"b":"\\\\","b":2}]', '1[b]'],
    ['{"":1,"":2}', 'body'],
  ])('is named by its path: %s', (text, path) => {
    expect(findKeyProblem(text)).toEqual({ [path]: 'Is given more than once; give it once.' });
  });

  it('is looked for no deeper than a body may be', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(findKeyProblem(nested(JSON_DEPTH_MAX))).toBeNull();
    expect(Object.values(findKeyProblem(nested(JSON_DEPTH_MAX + 1)) ?? {})).toEqual([
      `Is nested deeper than ${JSON_DEPTH_MAX} levels.`,
    ]);
  });
});
