import { invalid, readInteger, type Violations } from '@paraph/domain';
import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { findUnstorable } from './storable.ts';
import { bracketed, refuseUnknownKeys } from './unknown-keys.ts';

interface Problem {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message: string;
}

/** By the schema, which does not change. */
const compiled = new WeakMap<TSchema, Validator>();

/** Checks a value against a schema; accepts integers as text (interface.md §1). */
export function check(schema: TSchema, value: unknown, { leavesNul = false } = {}): unknown {
  const read = lenient(schema, value ?? {});
  const misfits = misfitsOf(schema, read);
  const others = { ...findUnstorable(read, { leavesNul }), ...refuseUnknownKeys(schema, value) };
  if (misfits === null && Object.keys(others).length === 0) return read;
  throw invalid({ ...misfits, ...others });
}

/** What does not fit, by paths in brackets that begin below the value: `[style][width]`. */
export function findProblems(schema: TSchema, value: unknown): Violations {
  const misfits = Object.entries(misfitsOf(schema, value) ?? {});
  return Object.fromEntries(
    misfits.map(([path, sentence]) => [path === 'body' ? '' : path.replace(/^[^[]+/, '[$&]'), sentence]),
  );
}

function misfitsOf(schema: TSchema, value: unknown): Violations | null {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return null;
  const violations: Violations = {};
  for (const problem of validator.Errors(value) as unknown as Problem[]) {
    for (const [path, sentence] of sentencesOf(problem)) violations[path] ??= sentence;
  }
  return violations;
}

/** Checks a query; accepts a single value where a list is expected (interface.md §1). */
export function checkQuery(schema: TSchema, query: unknown): unknown {
  const { properties } = schema as TSchema & { properties: Record<string, TSchema> };
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isAlone = property && Type.IsArray(property) && typeof value === 'string';
    return [name, isAlone ? [value] : value];
  });
  return check(schema, Object.fromEntries(entries));
}

export function validatorOf(schema: TSchema): Validator {
  const cached = compiled.get(schema);
  if (cached) return cached;
  const fresh = Compile(schema) as Validator;
  compiled.set(schema, fresh);
  return fresh;
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...['true', '1', 1].map((each) => [each, true] as const),
  ...['false', '0', 0].map((each) => [each, false] as const),
]);

/** Values as the schema types them, where clients write them otherwise: digit texts, `1` for true. */
export function lenient(schema: TSchema, value: unknown): unknown {
  if (Type.IsInteger(schema) && typeof value === 'string') return readInteger(value) ?? value;
  if (Type.IsBoolean(schema)) return BOOLEANS.get(value) ?? value;
  // "An integer or null" also accepts digits as text, unless that text is one of the choices.
  if (
    Type.IsUnion(schema) &&
    typeof value === 'string' &&
    !schema.anyOf.some((each) => isText(each, value))
  ) {
    return schema.anyOf.map((choice) => lenient(choice, value)).find((read) => read !== value) ?? value;
  }
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.map((item: unknown) => lenient(schema.items, item));
  }
  if (Type.IsObject(schema) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const read: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(value)) {
      const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
      if (property && !isLeftOut(property, entry)) read[key] = lenient(property, entry);
    }
    return read;
  }
  return value;
}

function isText(schema: TSchema, value: string): boolean {
  return Type.IsString(schema) && validatorOf(schema).Check(value);
}

/**
 * Null is how many a client leaves something out, and an empty text how a form or a query leaves out a number; where
 * null has a meaning of its own, it is one.
 */
function isLeftOut(schema: TSchema, value: unknown): boolean {
  if (!Type.IsOptional(schema)) return false;
  return value === null ? !validatorOf(schema).Check(null) : value === '' && Type.IsInteger(schema);
}

function sentencesOf({ keyword, instancePath, params, message }: Problem): [string, string][] {
  const path = pathOf(instancePath);
  if (keyword === 'required') {
    const missing = (params.requiredProperties as string[] | undefined) ?? [];
    const sentence = 'This parameter is required.';
    return missing.map((name) => [path === 'body' ? name : `${path}[${name}]`, sentence]);
  }
  if (keyword === 'minLength') return [[path, `Must have at least ${params.limit} characters.`]];
  if (keyword === 'maxLength') return [[path, `Must have at most ${params.limit} characters.`]];
  if (keyword === 'type') return [[path, `Must be of type ${params.type}.`]];
  if (keyword === 'enum') return [[path, `Must be one of ${(params.allowedValues as string[]).join(', ')}.`]];
  if (keyword === 'pattern') return [[path, 'Is not written as it must be.']];
  return [[path, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`]];
}

function pathOf(pointer: string): string {
  const keys = pointer.split('/').slice(1);
  if (keys.length === 0) return 'body';
  return bracketed(keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')));
}
