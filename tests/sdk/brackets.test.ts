import fc from 'fast-check';
import qs from 'qs';
import { expect, it } from 'vitest';
import { toPairs } from '../../sdk/src/brackets.ts';
import { parseBrackets } from '../../server/src/http/multipart.ts';

const write = (value: object) =>
  toPairs(value)
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&');

const key = fc
  .stringMatching(/^[a-zA-Z_][a-zA-Z0-9_ .-]{0,8}$/)
  .filter((name) => !(name in Object.prototype));
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const nested = fc.letrec<{ node: unknown; map: object; list: unknown[] }>((tie) => ({
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, tie('map'), tie('list')),
  map: fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 4 }),
  list: fc.array(tie('node'), { minLength: 1, maxLength: 5 }),
}));

/** What the parser gives has no prototype; what was written has. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

it('is read back as it was written, by qs and by the server', () => {
  fc.assert(
    fc.property(fc.dictionary(key, nested.node, { minKeys: 1, maxKeys: 4 }), (value) => {
      const given = plain(value);
      const options = { depth: 50, arrayLimit: 1_000, parameterLimit: 100_000, plainObjects: true };
      expect(plain(qs.parse(write(given), options))).toEqual(given);
      if (depthOf(given) <= 8) expect(plain(parseBrackets(write(given)))).toEqual(given);
    }),
  );
});

it('writes what the interface asks for', () => {
  const form = {
    name: 'Lease',
    expiryDate: 1_800_000_000,
    draft: false,
    senderMessage: null,
    type: undefined,
    steps: [{ type: 'sign', recipients: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }] }],
    metadata: { 'order no.': '7' },
    nothing: [],
  };
  expect(toPairs(form)).toEqual([
    ['name', 'Lease'],
    ['expiryDate', '1800000000'],
    ['draft', 'false'],
    ['senderMessage', ''],
    ['steps[0][type]', 'sign'],
    ['steps[0][recipients][0][email]', 'ada@example.com'],
    ['steps[0][recipients][1][email]', 'bob@example.com'],
    ['metadata[order no.]', '7'],
  ]);
});

it('says so when a key cannot be written, instead of sending another', () => {
  for (const bad of ['a[b]', ']', '']) {
    expect(() => toPairs({ metadata: { [bad]: 'x' } })).toThrow('a key has no brackets');
  }
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
