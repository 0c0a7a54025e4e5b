import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { ignoredKeys, refuseUnknownKeys } from './unknown-keys.ts';

const Style = Type.Object({ width: Type.Number() });
const Condition = Type.Object({ equals: Type.Optional(Type.String()) });
const nullable = <T extends TSchema>(inner: T) => Type.Union([inner, Type.Null()]);
const schema = Type.Object({
  name: Type.String(),
  fields: Type.Array(
    Type.Object(
      {
        type: Type.String(),
        style: Type.Optional(Style),
        showIf: Type.Optional(nullable(Condition)),
        conditions: Type.Optional(nullable(Type.Array(Condition))),
      },
      { additionalProperties: false },
    ),
  ),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});

test('names every key that is not understood, at any depth, and none of a map', () => {
  const body = {
    name: 'Lease',
    nmae: 'Lease',
    metadata: { order: '7' },
    fields: [{ type: 'text' }, { type: 'text', formula: 'x', style: { width: 1, colour: 'red' } }],
  };
  expect(ignoredKeys(schema, body)).toBe('nmae, fields[1].formula, fields[1].style.colour');
  expect(refuseUnknownKeys(schema, body)).toEqual({ 'fields[1][formula]': expect.stringMatching(/No type/) });
  const ruled = { type: 'text', showIf: { equal: 'x' }, conditions: [{ equals: 'x', or: 'y' }] };
  expect(ignoredKeys(schema, { fields: [ruled] })).toBe('fields[0].showIf.equal, fields[0].conditions[0].or');
  expect(ignoredKeys(schema, { fields: [{ type: 'text', showIf: null }] })).toBeNull();
  // As a form has them.
  expect(ignoredKeys(schema, { fields: { 0: { type: 'text', formula: 'x' } } })).toBe('fields[0].formula');
});

test('says nothing of a body that is understood, or is none', () => {
  for (const body of [{ name: 'Lease', fields: [] }, {}, [], null, undefined, 'text', 5])
    expect([ignoredKeys(schema, body), refuseUnknownKeys(schema, body)]).toEqual([null, {}]);
});

test('writes into a header what a header can hold: whole names, in a kilobyte', () => {
  const hostile = { 'a, b': 1, '\r\nSet-Cookie: x': 1, 'Prüf\ud800': 1, __proto__x: 1 };
  const text = ignoredKeys(schema, hostile) ?? '';
  expect(text).toMatch(/^[\x21-\x7e]+(, [\x21-\x7e]+){3}$/);
  expect(() => new Headers({ 'paraph-ignored': text })).not.toThrow();
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`unknown-${at}`, 1]));
  const names = ignoredKeys(schema, many) ?? '';
  expect(names.length).toBeLessThanOrEqual(1_024);
  expect(names.length).toBeGreaterThan(1_000);
  for (const name of names.split(', ')) expect(Object.keys(many)).toContain(name);
  expect(ignoredKeys(schema, { ['x'.repeat(2_000)]: 1 })).toBeNull();
});
