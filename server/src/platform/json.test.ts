import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiJson, canonicalJson, storableJson } from './json.ts';

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

it('sorts the keys of canonical JSON at every depth, and keeps all else as JSON has it', () => {
  const at = new Date('2026-11-22T01:00:00Z');
  const value = { b: [{ d: 1, c: undefined, a: at }, undefined], a: { 10: 'ten', 9: 'nine', Z: null } };
  expect(canonicalJson(value)).toBe(
    '{"a":{"9":"nine","10":"ten","Z":null},"b":[{"a":"2026-11-22T01:00:00.000Z","d":1},null]}',
  );
});

it('leaves no key out of canonical JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
    }),
    { examples: [['{"__proto__":{"b":1,"a":2}}']] },
  );
  expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe('{"__proto__":{"a":2,"b":1}}');
});

it('has no half of a surrogate pair for PostgreSQL, and leaves whole ones', () => {
  const half = { names: ['a\ud83d', '\ude00b', '\ud83d\ude00'], count: 1, none: null };
  expect(JSON.parse(storableJson(half))).toEqual({ ...half, names: ['a\ufffd', '\ufffdb', '\ud83d\ude00'] });
});
