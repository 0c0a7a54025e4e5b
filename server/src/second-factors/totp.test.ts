import { expect, test } from 'vitest';
import { base32, findTotpStep, stepAt, totpCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, whose eight digits end with the six of ours.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i the code is %s', (seconds, code) => {
  expect(totpCode(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test('a code counts one step before and one after, and no longer', () => {
  const at = (seconds: number) => findTotpStep(SECRET, '287082', new Date(seconds * 1000));
  expect([30, 59, 89, 119].map((seconds) => at(seconds))).toEqual([1, 1, 1, null]);
});

test('a secret is written as RFC 4648 §10 does', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
});
