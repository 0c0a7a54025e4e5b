import { expect, test } from 'vitest';
import { findNameProblem } from './name.ts';

test.each([
  ['an override that turns the rest around', 'Rent\u202efdp.exe', 'U+202E'],
  ['an embedding', 'A\u202ab', 'U+202A'],
  ['an isolate', 'A\u2066b\u2069', 'U+2066'],
  ['a space without width', 'Pay\u200bPal', 'U+200B'],
  ['a joiner of words', 'Pay\u2060Pal', 'U+2060'],
  ['a byte order mark', 'Ada\ufeffB', 'U+FEFF'],
  ['a soft hyphen', 'Pay\u00adPal', 'U+00AD'],
  ['a filler that is a letter', 'Ada \u3164', 'U+3164'],
  ['tags without a flag', 'Ada\u{e0041}', 'U+E0041'],
  ['a line separator', 'Ada\u2028B', 'U+2028'],
  ['a tab', 'Ada\tB', 'U+0009'],
  ['NUL', 'A\0', 'U+0000'],
])('the characters of a name are not %s', (_what, name, code) => {
  expect(findNameProblem(name)).toContain(code);
});

test.each(['\u200d', '\u200e\u200f', '\u200c \u200c', '\u034f\ufe0f', '\u0301'])(
  'the characters of a name are not unseen ones alone: %j',
  (name) => {
    expect(findNameProblem(name)).toContain('can be seen');
  },
);

test.each([
  'Ada Lovelace',
  'עדה לאבלייס',
  'مرحبا',
  'עדה\u200f (ACME Ltd)',
  'نمی\u200cخواهم',
  'क्\u200dष',
  '\u{1f469}\u200d\u{1f680}',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '❤\ufe0f',
  'e\u0301',
  "O'Neil & Söhne <AG>",
  '田中さん',
  '',
])('the characters of a name may be those of any writing: %s', (name) => {
  expect(findNameProblem(name)).toBeNull();
});
