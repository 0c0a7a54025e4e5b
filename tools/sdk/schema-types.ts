import { readdir } from 'node:fs/promises';
import { NOTIFIED_EVENTS, PERMISSIONS, REFUSALS, SCOPE_NAMES } from '@paraph/domain';
import { oneOf } from '../../contract/src/schemas.ts';

/** A schema as plain JSON: the part of JSON Schema that the contract uses. */
export interface Json {
  type?: string;
  description?: string;
  default?: unknown;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  patternProperties?: Record<string, Json>;
  required?: string[];
  not?: object;
}

/** Schemas that have a name in the contract, or a closed list of words in the domain. */
const NAMES = await readNames();

/** The name of a schema in the contract or the domain. */
export function nameOf(schema: Json): string | undefined {
  return NAMES.get(keyOf(schema));
}

/** Objects that larger ones may begin with, the largest first. */
const BASES = [...NAMES]
  .map(([key, name]) => ({ name, schema: JSON.parse(key) as Json }))
  .filter(({ schema }) => size(schema) >= 6)
  .sort((a, b) => size(b.schema) - size(a.schema));

/** Writes schemas as TypeScript; remembers which names it used, so that only those are published. */
export class TypeWriter {
  readonly #used = new Map<string, Json>();

  write(schema: unknown): string {
    return this.#type(plain(schema));
  }

  /** The members of an object type, each with its comment. */
  members(schema: Json): string {
    return Object.entries(schema.properties ?? {})
      .map(([key, inner]) => {
        const mark = schema.required?.includes(key) ? '' : '?';
        return `${comment(inner)}${memberName(key)}${mark}: ${this.#type(inner)};\n`;
      })
      .join('');
  }

  /** Every named type that was used, with those that they use in turn. */
  declarations(): string {
    // Asked for by the authorization page alone, which is no operation.
    this.#used.set('Scope', plain(oneOf(SCOPE_NAMES)));
    const done = new Map<string, string>();
    while (done.size < this.#used.size) {
      for (const [name, schema] of [...this.#used]) {
        if (done.has(name)) continue;
        done.set(
          name,
          schema.properties
            ? `export interface ${name} {\n${this.members(schema)}}`
            : `export type ${name} = ${this.#shape(schema)};`,
        );
      }
    }
    const errorCodes = Object.keys(REFUSALS).map((code) => `'${code}'`);
    const sorted = [...done].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    return [`export type ErrorCode = ${errorCodes.join(' | ')};`, ...sorted].join('\n\n');
  }

  #type(schema: Json): string {
    const name = NAMES.get(keyOf(schema));
    if (name === undefined) return this.#shape(schema);
    this.#used.set(name, schema);
    return name;
  }

  #shape(schema: Json): string {
    if (schema.format === 'upload') return 'Upload';
    if (schema.format === 'form-value') return 'unknown';
    if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.anyOf) return this.#union(schema.anyOf);
    if (schema.not) return 'never';
    switch (schema.type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'array':
        return arrayOf(this.#type(schema.items ?? {}));
      case 'object':
        return this.#object(schema);
      default:
        return 'unknown';
    }
  }

  #union(alternatives: readonly Json[]): string {
    const types = new Set(alternatives.map((each) => this.#type(each)));
    return types.has('unknown') ? 'unknown' : [...types].join(' | ');
  }

  #object(schema: Json): string {
    const values = Object.values(schema.patternProperties ?? {})[0];
    if (values) return `Record<string, ${this.#type(values)}>`;
    if (Object.keys(schema.properties ?? {}).length === 0) return 'Record<string, never>';
    const item = pageItem(schema);
    if (item) return `Page<${this.#type(item)}>`;
    const { base, more } = extension(schema);
    if (base === null) return `{\n${this.members(schema)}}`;
    this.#used.set(base.name, base.schema);
    return `${base.name} & {\n${this.members(more)}}`;
  }
}

/** The items of a page of a list, null where the schema is none (interface.md §7). */
export function pageItem({ properties = {} }: Json): Json | null {
  const names = Object.keys(properties).filter((name) => name !== 'next');
  const isPage = names.sort().join() === 'items,limit,pages,total';
  return isPage ? (properties.items?.items ?? null) : null;
}

/** The schema as plain JSON, without what its library keeps beside it. */
export function plain(schema: unknown): Json {
  return schema === undefined || schema === null ? {} : JSON.parse(JSON.stringify(schema));
}

/** The comment above a member, from its description and its default. */
export function comment({ description, default: byDefault, anyOf }: Json): string {
  const words = [
    description ?? anyOf?.[0]?.description,
    byDefault === undefined ? '' : `Default: ${JSON.stringify(byDefault)}`,
  ];
  const text = words.filter(Boolean).join('. ').replaceAll('*/', '*\\/');
  return text === '' ? '' : `/** ${text} */\n`;
}

function arrayOf(item: string): string {
  return /^[\w.<>]+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function memberName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** A named object that all of a larger one's first members come from, and what the larger one adds. */
function extension(schema: Json): { base: { name: string; schema: Json } | null; more: Json } {
  const has = (key: string, inner: Json) => keyOf(schema.properties?.[key] ?? {}) === keyOf(inner);
  const base =
    BASES.find(({ schema: { properties = {} } }) =>
      Object.entries(properties).every(([key, inner]) => has(key, inner)),
    ) ?? null;
  const inherited = new Set(Object.keys(base?.schema.properties ?? {}));
  const added = Object.entries(schema.properties ?? {}).filter(([key]) => !inherited.has(key));
  return { base, more: { ...schema, properties: Object.fromEntries(added) } };
}

function size({ properties = {} }: Json): number {
  return Object.keys(properties).length;
}

async function readNames(): Promise<Map<string, string>> {
  const folder = new URL('../../contract/src/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => /(schemas|-operations)\.ts$/.test(file)).sort();
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const exported = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  const words = {
    FieldType: fieldTypes(exported),
    NotifiedEvent: oneOf([...NOTIFIED_EVENTS]),
    Permission: oneOf(PERMISSIONS),
    Scope: oneOf(SCOPE_NAMES),
  };
  const names = new Map<string, string>();
  for (const [name, schema] of [...exported, ...Object.entries(words)]) {
    if (!/^[A-Z][A-Za-z]+$/.test(name) || name === 'PageQuery' || name === 'ErrorBody') continue;
    const json = plain(schema);
    const isNamed = json.enum || json.anyOf || (json.type === 'object' && size(json) > 1);
    if (isNamed && !names.has(keyOf(json))) names.set(keyOf(json), name);
  }
  return names;
}

function fieldTypes(exported: readonly [string, unknown][]): unknown {
  const field = exported.find(([name]) => name === 'Field')?.[1];
  return plain(field).properties?.type;
}

function keyOf(schema: Json): string {
  const { description, ...rest } = schema;
  return JSON.stringify(rest);
}
