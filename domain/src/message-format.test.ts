import { describe, expect, it } from 'vitest';
import { formatMessage } from './message-format.ts';

describe('a message', () => {
  it('is filled in by name, and takes a value literally', () => {
    expect(formatMessage('{a} and { b }', { a: '{b}', b: "$& ''" })).toBe("{b} and $& ''");
    expect(formatMessage('{n}', { n: 1234 })).toBe('1234');
  });

  it('has the plural forms of its language, and other for the rest', () => {
    const pages = '{n, plural, one {one page} two {two} other {{n} pages of {of}}}';
    const say = (n: number, language: string) => formatMessage(pages, { n, of: 'it' }, { language });
    expect([1, 2, 0].map((n) => say(n, 'en'))).toEqual(['one page', '2 pages of it', '0 pages of it']);
    expect([1, 2, 0].map((n) => say(n, 'fr'))).toEqual(['one page', '2 pages of it', 'one page']);
    expect(say(2, 'ar')).toBe('two');
  });

  it('chooses by a value, one choice within another', () => {
    const text = '{kind, select, sign {Sign {n, plural, one {it} other {them}}} other {Look}}.';
    expect(formatMessage(text, { kind: 'sign', n: 2 })).toBe('Sign them.');
    expect(formatMessage(text, { kind: 'toString', n: 2 })).toBe('Look.');
  });

  it('shows values as its caller does, a missing one too', () => {
    const show = (value: string | number | undefined, name: string) => `<${value ?? name}>`;
    expect(formatMessage('{a} {b}', { a: 1 }, { show })).toBe('<1> <b>');
    expect(() => formatMessage('{nobody}', {})).toThrow('{nobody}');
  });

  it.each([
    'a {b',
    'a } b',
    '{}',
    '{a b}',
    '{n, date, short}',
    '{n, plural, one x other {y}}',
    "o'clock",
    "'{2}'",
  ])('is refused where it is not in the format: %s', (text) => {
    expect(() => formatMessage(text, { a: 1, b: 1, n: 1 })).toThrow(text);
  });
});
