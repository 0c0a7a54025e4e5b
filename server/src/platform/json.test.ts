import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiJson } from './json.ts';

it('writes compact ASCII, leaves slashes alone and empty maps as lists', () => {
  const value = { name: 'Zoë ✍️', uri: 'https://a/b', metadata: {}, tags: [], size: 1.5, none: null };
  expect(asciiJson(value)).toBe(
    '{"name":"Zo\\u00eb \\u270d\\ufe0f","uri":"https://a/b","metadata":[],"tags":[],"size":1.5,"none":null}',
  );
});

it('says the same as JSON for every value without empty maps', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean())), (value) => {
      const text = asciiJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(text).toMatch(/^[\x20-\x7e]*$/);
    }),
  );
});
