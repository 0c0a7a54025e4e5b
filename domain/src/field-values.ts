import { isRecord } from './draft.ts';
import { describeMissingCharacters, type FindMissingCharacters } from './drawable-text.ts';
import type { FieldType } from './field.ts';
import { describeAnswerProblem, findValueProblem, isReference, readAnswer } from './field-answers.ts';
import { type FieldRules, hasRule, isFieldKey } from './field-rules.ts';
import type { Violations } from './refusal.ts';

/** What a sender fills in, by the keys of fields; null for nothing. */
export type FieldValues = ReadonlyMap<string, string | null>;

/** Parses `values`: a map from keys to texts; an empty text is no value. */
export function readFieldValues(request: unknown, violations: Violations): FieldValues {
  const values = new Map<string, string | null>();
  if (request === undefined || request === null || request === '') return values;
  if (Array.isArray(request) && request.length === 0) return values;
  if (!isRecord(request)) {
    violations.values = 'Must be a map from keys of fields to texts: values[key]=text.';
    return values;
  }
  for (const [key, given] of Object.entries(request)) {
    const text = typeof given === 'number' ? String(given) : given;
    if (text === null) values.set(key, null);
    else if (typeof text === 'string' && !text.includes('\0')) values.set(key, readAnswer(text));
    else violations[`values[${key.slice(0, 60)}]`] = 'Must be a text.';
  }
  return values;
}

interface FillableField {
  type: FieldType;
  readOnly: boolean;
  value: string | null;
  rules: FieldRules;
}

interface Filling {
  values: FieldValues;
  /** Whether the signer cannot change what is filled in. */
  isLocked?: boolean;
  /** What has the fields, for people: "template" or "form". */
  owner: 'template' | 'form';
  findMissing: FindMissingCharacters;
}

/**
 * The fields with the values that name them, by the rules for values of the sender. The result must not be used unless
 * `violations` is empty.
 */
export function fillFields<F extends FillableField>(
  fields: readonly F[],
  { values, isLocked = false, owner, findMissing }: Filling,
  violations: Violations,
): F[] {
  const byKey = new Map(fields.map((field) => [field.rules.key, field]));
  const groups = new Set<string>();
  for (const [key, value] of values) {
    const field = isFieldKey(key) ? byKey.get(key) : undefined;
    const problem = field
      ? findProblem(field, value, findMissing)
      : `This ${owner} has no field with the key ${key.slice(0, 60)}.`;
    if (problem !== null) violations[`values[${key.slice(0, 60)}]`] = problem;
    const group = field && value !== null ? radioGroupOf(field) : null;
    if (group !== null && groups.has(group)) {
      violations[`values[${key}]`] ??= 'Another field of this group has a value too; give one of them.';
    }
    if (group !== null) groups.add(group);
  }
  return fields.map((field) => {
    const value = field.rules.key ? values.get(field.rules.key) : undefined;
    const group = radioGroupOf(field);
    if (value === undefined) return group !== null && groups.has(group) ? { ...field, value: null } : field;
    const locks = isLocked && value !== null && hasRule(field.type, 'readOnly');
    return { ...field, value, readOnly: field.readOnly || locks };
  });
}

function findProblem(
  { type, rules }: FillableField,
  value: string | null,
  findMissing: FindMissingCharacters,
): string | null {
  if (rules.formula) return 'The formula of this field gives its value; leave it out.';
  if (isReference(type) || type === 'date') {
    return 'Only the signing itself fills this field; leave the value out.';
  }
  if (value === null) return null;
  const problem = findValueProblem({ ...rules, type }, value);
  if (problem !== null) return describeAnswerProblem(problem);
  const missing = rules.options === null ? findMissing(value) : [];
  return missing.length > 0 ? describeMissingCharacters(missing) : null;
}

/** The radios of a role and group exclude each other; roles are unknown to some callers, so a name is enough. */
function radioGroupOf({ type, rules, ...field }: FillableField & { roleId?: number }): string | null {
  return type === 'radio' && rules.group !== null ? JSON.stringify([field.roleId, rules.group]) : null;
}

/** The key of a field that a text anchor asks for; null where it cannot be one. */
export function anchorKey(type: FieldType, tag: string): string | null {
  const key = `${type}_${tag}`;
  return hasRule(type, 'key') && isFieldKey(key) ? key : null;
}

/** Without the keys that others have, or that several of these have: they name nothing. */
export function withoutSharedKeys<F extends { key?: string | null }>(
  fields: readonly F[],
  taken: readonly (string | null | undefined)[] = [],
): F[] {
  const counts = new Map<string, number>();
  for (const key of [...taken, ...fields.map((field) => field.key)])
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  return fields.map((field) =>
    field.key && (counts.get(field.key) ?? 0) > 1 ? { ...field, key: null } : field,
  );
}
