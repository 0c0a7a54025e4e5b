import type { TSchema } from 'typebox';
import { type Limits, limitsOf } from '../schemas.ts';
import type { SchemaJson } from './example-of.ts';
import { toJson } from './named-schemas.ts';

interface Live extends TSchema {
  items?: Live;
  anyOf?: Live[];
  properties?: Record<string, Live>;
}

/** The body of a request as JSON, with the limits that the use case enforces (`limited`). */
export function withLimits(schema: Live, outer: Limits = {}): SchemaJson {
  const limits = { ...outer, ...limitsOf(schema) };
  const { items, anyOf, properties } = schema;
  const json = toJson(schema);
  const members = Object.entries(properties ?? {}).map(([name, inner]) => [name, withLimits(inner)]);
  return {
    ...json,
    ...(anyOf ? { anyOf: anyOf.map((each) => withLimits(each, limits)) } : fitting(json, limits)),
    ...(items ? { items: withLimits(items) } : {}),
    ...(properties ? { properties: Object.fromEntries(members) } : {}),
  };
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['maxProperties'],
};

/** Those that can be said of a value of this type. */
function fitting({ type = '', enum: words }: SchemaJson, limits: Limits): Limits {
  if (words) return {};
  const names = TYPES[type] ?? [];
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.includes(name)));
}
