import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPattern } from './pattern.ts';

function matches(source: string, value: string): boolean {
  const pattern = readPattern(source);
  if ('error' in pattern) throw new Error(`${source}: ${pattern.error}`);
  return pattern.matches(value);
}

/** Patterns of the subset over few characters, so that values often match. */
const source = fc.letrec<{ node: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    fc.constantFrom('a', 'b', '1', '.', '\\d', '\\w', '[ab]', '[^a]', '[a-c1]', '\\p{L}', '[\\d-]', '\\.'),
    tie('node').map((inner) => `(?:${inner})`),
  ),
  node: fc
    .array(fc.tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '|')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((atoms) => atoms.map(([atom, after]) => atom + after).join('')),
}));

describe('readPattern', () => {
  test('agrees with the regular expressions of JavaScript on the whole value', () => {
    fc.assert(
      fc.property(
        source.node,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '-', '.') }),
        (text, value) => {
          fc.pre(text.length < 60 && value.length < 10);
          expect(matches(text, value)).toBe(new RegExp(`^(?:${text})$`, 'u').test(value));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['^[A-Z]{2}\\d{4}$', 'DE1234', true],
    ['[A-Z]{2}\\d{4}', 'xDE1234', false],
    ['\\$', '$', true],
    ['(Mr|Ms)\\.? \\p{Lu}\\p{Ll}+', 'Ms Čapek', true],
    ['', '', true],
    ['', 'x', false],
    ['[+()\\]-]+', '+(-)]', true],
  ])('%s and %s', (text, value, expected) => {
    expect(matches(text, value)).toBe(expected);
  });

  test.each(['(a+)+b', '(a|a)*b', '(?:a?){500}a{500}', '(.*)*x'])('%s stays linear', (text) => {
    const value = 'a'.repeat(2_000);
    const begun = process.cpuUsage().user;
    expect(matches(text, value)).toBe(false);
    expect(process.cpuUsage().user - begun).toBeLessThan(3_000_000);
  });

  test.each([
    '(a',
    'a)',
    '[a',
    'a**',
    'a+?',
    '*a',
    'a{2',
    'a{3,2}',
    'a{1001}',
    '(?=a)b',
    '(?<n>a)',
    '(a)\\1',
    '\\bword',
    'a\\',
    '[z-a]',
    '[\\d-z]',
    '\\p{Greek}',
    'a^b',
    '(a{500}){500}',
  ])('%s is refused with a reason', (text) => {
    expect(readPattern(text)).toEqual({ error: expect.stringMatching(/\.$/) });
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab[](){}*+?|\\^$-.,1p'), maxLength: 12 }), (text) => {
        const pattern = readPattern(text);
        expect('error' in pattern || typeof pattern.matches('ab1') === 'boolean').toBe(true);
      }),
    );
  });
});
