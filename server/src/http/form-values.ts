import { misfitOf } from '@paraph/contract';
import { isRecord, readList, type Violations } from '@paraph/domain';
import { type Static, type TSchema, Type } from 'typebox';
import { findProblems, lenient, validatorOf } from './lenient.ts';
import { refuseUnknownKeys } from './unknown-keys.ts';

/** The values of a form's fields. A field that is missing or does not fit is absent; files are beside the values. */
export type FormValues<T> = T extends readonly (infer Item)[]
  ? FormValues<Item>[]
  : string extends keyof T
    ? unknown
    : T extends object
      ? { [Key in keyof T as unknown extends T[Key] ? never : Key]?: FormValues<T[Key]> | undefined }
      : T;

export interface ReadValues<Body extends TSchema> {
  values: FormValues<Static<Body>>;
  /** What does not fit. The use case reports it with everything else that is wrong, once the caller is authorized. */
  violations: Violations;
}

/**
 * Reads the fields of a form by the schema of its operation. Digit texts are integers; others are ignored, but in
 * an object that takes no others.
 */
export function readFormValues<Body extends TSchema>(schema: Body, input: unknown): ReadValues<Body> {
  const violations: Violations = refuseUnknownKeys(schema, input);
  const values = readField(schema, input ?? {}, { at: '', violations }) as FormValues<Static<Body>>;
  return { values, violations };
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

interface Position {
  at: string;
  violations: Violations;
}

function readField(schema: TSchema, value: unknown, { at, violations }: Position): unknown {
  if (value === undefined || isFile(schema)) return undefined;
  if (isClosed(schema)) return readWhole(schema, value, { at, violations });
  if (Type.IsObject(schema)) {
    const record = isRecord(value) ? value : {};
    const fields = Object.entries(schema.properties).map(([name, field]) => [
      name,
      readField(field, Object.hasOwn(record, name) ? record[name] : undefined, {
        at: at === '' ? name : `${at}[${name}]`,
        violations,
      }),
    ]);
    return Object.fromEntries(fields.filter(([, read]) => read !== undefined));
  }
  if (value === null || value === '') return readEmpty(schema, value);
  // The limits of a map concern its keys and values together, and change with what is stored: a rule of the domain.
  if (Type.IsRecord(schema)) return value;
  const list = Type.IsArray(schema) ? readList(value) : null;
  if (list && Type.IsArray(schema)) {
    return list.map((item, index) => readField(schema.items, item, { at: `${at}[${index}]`, violations }));
  }
  const read = lenient(schema, value);
  if (validatorOf(schema).Check(read)) return read;
  const sentence = misfitOf(schema);
  if (sentence !== null) violations[at] = sentence;
  return undefined;
}

/** An object that takes no other keys is read whole or not at all, with each of its problems (interface.md §4). */
function readWhole(schema: TSchema, value: unknown, { at, violations }: Position): unknown {
  const read = fromTexts(schema, value);
  for (const [path, sentence] of Object.entries(findProblems(schema, read)))
    violations[`${at}${path}`] = sentence;
  return read;
}

/** Values as JSON has them, where a form has only texts. */
function fromTexts(schema: TSchema, value: unknown): unknown {
  if (Type.IsArray(schema)) return readList(value)?.map((item) => fromTexts(schema.items, item)) ?? value;
  if (Type.IsObject(schema) && isRecord(value)) {
    const entries = Object.entries(value).flatMap(([key, inner]) => {
      const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
      return property ? [[key, fromTexts(property, inner)] as const] : [];
    });
    return lenient(schema, Object.fromEntries(entries));
  }
  if (Type.IsUnion(schema)) {
    const reads = value === '' ? [null] : schema.anyOf.map((choice) => fromTexts(choice, value));
    const validator = validatorOf(schema);
    return reads.find((read) => validator.Check(read)) ?? value;
  }
  if (Type.IsNumber(schema) && typeof value === 'string' && DECIMAL.test(value)) return Number(value);
  return lenient(schema, value);
}

/** An empty field is an absent one, unless the schema takes an empty text or null. */
function readEmpty(schema: TSchema, value: null | ''): unknown {
  const validator = validatorOf(schema);
  return [value, null].find((each) => validator.Check(each));
}

function isClosed(schema: TSchema): boolean {
  return (schema as { additionalProperties?: unknown }).additionalProperties === false;
}

function isFile(schema: TSchema): boolean {
  const { format, anyOf = [] } = schema as { format?: string; anyOf?: TSchema[] };
  return format === 'upload' || anyOf.some(isFile);
}
