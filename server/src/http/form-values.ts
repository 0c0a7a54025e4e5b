import { misfitOf } from '@paraph/contract';
import { isRecord, readList, type Violations } from '@paraph/domain';
import { type Static, type TSchema, Type } from 'typebox';
import { lenient, validatorOf } from './lenient.ts';
import { refuseUnknownKeys } from './unknown-keys.ts';

/** The values of a form's parts. A part that is missing or does not fit is absent; files are beside the values. */
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

/** Reads the parts of a form by the schema of its operation. Digit texts are integers; unknown parts are ignored. */
export function readFormValues<Body extends TSchema>(schema: Body, given: unknown): ReadValues<Body> {
  const violations: Violations = refuseUnknownKeys(schema, given);
  const values = readPart(schema, given ?? {}, { at: '', violations }) as FormValues<Static<Body>>;
  return { values, violations };
}

interface Place {
  at: string;
  violations: Violations;
}

function readPart(schema: TSchema, value: unknown, { at, violations }: Place): unknown {
  if (value === undefined || isFile(schema)) return undefined;
  if (Type.IsObject(schema)) {
    const record = isRecord(value) ? value : {};
    const parts = Object.entries(schema.properties).map(([name, part]) => [
      name,
      readPart(part, Object.hasOwn(record, name) ? record[name] : undefined, {
        at: at === '' ? name : `${at}[${name}]`,
        violations,
      }),
    ]);
    return Object.fromEntries(parts.filter(([, read]) => read !== undefined));
  }
  if (value === null || value === '') return readEmpty(schema, value);
  // The limits of a map concern its keys and values together, and change with what is stored: a rule of the domain.
  if (Type.IsRecord(schema)) return value;
  const list = Type.IsArray(schema) ? readList(value) : null;
  if (list && Type.IsArray(schema)) {
    return list.map((item, index) => readPart(schema.items, item, { at: `${at}[${index}]`, violations }));
  }
  const read = lenient(schema, value);
  if (validatorOf(schema).Check(read)) return read;
  const sentence = misfitOf(schema);
  if (sentence !== null) violations[at] = sentence;
  return undefined;
}

/** An empty part is an absent one, unless the schema takes an empty text or null. */
function readEmpty(schema: TSchema, value: null | ''): unknown {
  const validator = validatorOf(schema);
  return [value, null].find((each) => validator.Check(each));
}

function isFile(schema: TSchema): boolean {
  const { format, anyOf = [] } = schema as { format?: string; anyOf?: TSchema[] };
  return format === 'upload' || anyOf.some(isFile);
}
