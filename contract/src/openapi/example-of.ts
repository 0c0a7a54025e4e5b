import { EXAMPLE_VALUES, PERSON_PATHS } from './example-values.ts';

/** The part of JSON Schema that the contract uses. */
export interface SchemaJson {
  type?: string;
  description?: string;
  default?: unknown;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: SchemaJson[];
  items?: SchemaJson;
  properties?: Record<string, SchemaJson>;
  patternProperties?: Record<string, SchemaJson>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  not?: object;
}

/**
 * A value that the schema accepts, as a reader would expect to see it: names have their usual values, lists one
 * member. `place` is the names on the way to it, outermost first.
 */
export function exampleOf(schema: SchemaJson, path: readonly string[] = []): unknown {
  const name = path.at(-1) ?? '';
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chosen(schema.enum, name);
  const usual = usualValue(schema, { name, parent: path.at(-2) ?? '' });
  if (usual !== undefined) return usual;
  if (schema.default !== undefined) return schema.default;
  if (schema.anyOf) return exampleOf(preferred(schema.anyOf), path);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, path)] : [];
  if (schema.type === 'object') return objectOf(schema, path);
  return bare(schema);
}

function objectOf(schema: SchemaJson, path: readonly string[]): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {})
    .filter(([, inner]) => !inner.not)
    .map(([name, inner]) => [name, exampleOf(inner, [...path, name])]);
  if (members.length > 0 || !schema.patternProperties) return Object.fromEntries(members);
  const values = Object.values(schema.patternProperties)[0] ?? {};
  return { deal: exampleOf(values, [...path, 'deal']) };
}

function usualValue(schema: SchemaJson, { name, parent }: { name: string; parent: string }): unknown {
  const isPerson = PERSON_PATHS.has(parent) && name === 'name';
  const candidates = [...(isPerson ? ['Ada Lovelace'] : []), ...(EXAMPLE_VALUES[name] ?? [])];
  return candidates.find((value) => fits(value, schema));
}

/** As far as is needed to choose among the usual values of a name. */
function fits(value: unknown, schema: SchemaJson): boolean {
  if (schema.anyOf) return schema.anyOf.some((each) => fits(value, each));
  if (schema.enum) return schema.enum.includes(value);
  if (value === null) return schema.type === 'null';
  if (Array.isArray(value)) {
    return schema.type === 'array' && value.every((each) => fits(each, schema.items ?? {}));
  }
  if (schema.type === 'integer') return Number.isInteger(value);
  if (schema.type === 'string')
    return typeof value === 'string' && new RegExp(schema.pattern ?? '').test(value);
  return schema.type === typeof value && (schema.type !== 'object' || schema.properties === undefined);
}

/** An enum's most telling word: the one that a name usually has, else the first. */
function chosen(words: readonly unknown[], name: string): unknown {
  return (EXAMPLE_VALUES[name] ?? []).find((value) => words.includes(value)) ?? words[0];
}

function preferred(alternatives: readonly SchemaJson[]): SchemaJson {
  return alternatives.find(({ type }) => type !== 'null') ?? {};
}

/** What texts of a pattern are: SHA-256 of nothing, in hexadecimal, and a month. */
const PATTERNED = ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '2026-11'];

function bare({ type, format, minimum, pattern }: SchemaJson): unknown {
  const fitting = pattern && PATTERNED.find((each) => new RegExp(pattern).test(each));
  if (fitting) return fitting;
  if (format === 'upload' || format === 'binary') return 'contract.pdf';
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null' || type === undefined) return null;
  return 'Text';
}
