import { isRecord, readList, type Violations } from '@paraph/domain';
import { type TSchema, Type } from 'typebox';

/** A key of a body that its schema does not name. */
interface UnknownKey {
  path: readonly (string | number)[];
  /** Whether the schema takes no other keys; else it is ignored (interface.md §1). */
  isRefused: boolean;
}

const HEADER_BYTES_MAX = 1_024;

/**
 * Keys of objects, also of those that may be null: what a map holds, and objects of which one is chosen, are checked by
 * their own rules.
 */
function* findUnknownKeys(
  schema: TSchema,
  value: unknown,
  path: UnknownKey['path'] = [],
): Generator<UnknownKey> {
  if (Type.IsUnion(schema)) {
    const composed = schema.anyOf.filter((each) => Type.IsObject(each) || Type.IsArray(each));
    const only = composed.length === 1 ? composed[0] : undefined;
    if (only) yield* findUnknownKeys(only, value, path);
  }
  if (Type.IsArray(schema)) {
    const list = readList(value) ?? [];
    for (const [index, item] of list.entries()) yield* findUnknownKeys(schema.items, item, [...path, index]);
  }
  if (!Type.IsObject(schema) || !isRecord(value)) return;
  const isRefused = (schema as { additionalProperties?: unknown }).additionalProperties === false;
  for (const [key, inner] of Object.entries(value)) {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (property) yield* findUnknownKeys(property, inner, [...path, key]);
    else yield { path: [...path, key], isRefused };
  }
}

/** Those that are refused, in bracket notation: nothing that was meant for a field is dropped (interface.md §4). */
export function refuseUnknownKeys(schema: TSchema, value: unknown): Violations {
  const refused = [...findUnknownKeys(schema, value)].filter(({ isRefused }) => isRefused);
  return Object.fromEntries(
    refused.map(({ path }) => [bracketed(path), 'No type has this key; take it away.']),
  );
}

/**
 * The value of the header `Paraph-Ignored`: the keys that were not understood, as `fields[1].formula, folowers`, as many
 * as fit with their whole names. Null without any.
 */
export function ignoredKeys(schema: TSchema, value: unknown): string | null {
  let text = '';
  for (const { path } of findUnknownKeys(schema, value)) {
    const longer = text === '' ? dotted(path) : `${text}, ${dotted(path)}`;
    if (longer.length > HEADER_BYTES_MAX) break;
    text = longer;
  }
  return text === '' ? null : text;
}

/** `steps[0][type]` */
export function bracketed([first = '', ...rest]: UnknownKey['path']): string {
  return `${first}${rest.map((each) => `[${each}]`).join('')}`;
}

/** Names are the client's words: whatever a header, or the list in it, cannot hold is percent-encoded. */
function dotted(path: UnknownKey['path']): string {
  return path
    .map((each, at) => {
      if (typeof each === 'number') return `[${each}]`;
      return `${at === 0 ? '' : '.'}${encodeURIComponent(each.toWellFormed())}`;
    })
    .join('');
}
