import { NUMBER_PATTERN } from './amount.ts';
import { isAnswered } from './answered-field.ts';
import { shortenAttachment } from './attachment.ts';
import type { FieldType } from './field.ts';
import type { AnsweredField, FieldOption } from './field-rules.ts';
import { LIMITS } from './limits.ts';
import { hasControls, isInvisible } from './name.ts';
import { readPattern } from './pattern.ts';
import { isEmail } from './recipient.ts';
import { listShownFields } from './shown-fields.ts';

/** The value of a ticked checkbox (interface.md §4). */
export const TICKED = '1';

/** An answer as it is stored; null where nothing of it can be seen, such as spaces and invisible characters alone. */
export function readAnswer(value: string | null): string | null {
  return value === null || isInvisible(value) ? null : value.trim();
}

/** A rule that an answer breaks; pages translate it, the interface says it in English. */
export type AnswerProblem =
  | { rule: 'required' | 'email' | 'number' | 'pattern' | 'option' | 'ticked' | 'controls' }
  | { rule: 'min' | 'max' | 'maxLength' | 'groupMin' | 'groupMax'; limit: number };

const NUMBER = new RegExp(NUMBER_PATTERN);

function parseNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : null;
}

/** The rule that a value which is not empty breaks; null when it fits. Not for references. */
export function findValueProblem(
  field: Pick<AnsweredField, 'type' | 'options' | 'min' | 'max' | 'pattern' | 'maxLength'>,
  value: string,
): AnswerProblem | null {
  switch (field.type) {
    case 'checkbox':
      return value === TICKED ? null : { rule: 'ticked' };
    case 'radio':
    case 'dropdown':
      return field.options?.some((option) => option.value === value) ? null : { rule: 'option' };
    case 'number':
      return findNumberProblem(field, value);
    default:
      return findTextProblem(field, value);
  }
}

function findNumberProblem(
  { min, max }: Pick<AnsweredField, 'min' | 'max'>,
  value: string,
): AnswerProblem | null {
  const number = parseNumber(value);
  if (number === null) return { rule: 'number' };
  if (min !== null && number < min) return { rule: 'min', limit: min };
  return max !== null && number > max ? { rule: 'max', limit: max } : null;
}

function findTextProblem(
  { type, pattern, maxLength }: Pick<AnsweredField, 'type' | 'pattern' | 'maxLength'>,
  value: string,
): AnswerProblem | null {
  const limit = Math.min(maxLength ?? LIMITS.fieldValueCharactersMax, LIMITS.fieldValueCharactersMax);
  if ([...value].length > limit) return { rule: 'maxLength', limit };
  if (hasControls(value.replaceAll(/[\r\n\t]/g, ''))) return { rule: 'controls' };
  if (type === 'email' && !isEmail(value)) return { rule: 'email' };
  const compiled = pattern === null ? null : readPattern(pattern);
  if (compiled === null || 'error' in compiled) return null;
  return compiled.matches(value) ? null : { rule: 'pattern' };
}

/**
 * What keeps a signer from finishing: for each field of the role the rule that it breaks. Hidden fields, and those that
 * the sender or the service fills, break none. A group is reported at one of its members.
 */
export function findAnswerProblems(fields: readonly AnsweredField[]): Map<number, AnswerProblem> {
  const problems = new Map<number, AnswerProblem>();
  const shown = listShownFields(fields);
  for (const field of shown) {
    const problem = isAnswered(field) ? findMemberProblem(field) : null;
    if (problem !== null) problems.set(field.id, problem);
  }
  const groups = Map.groupBy(
    shown.filter(({ group }) => group !== null),
    ({ type, group }) => `${type} ${group}`,
  );
  for (const members of groups.values()) {
    const groupProblem = members[0]?.type === 'radio' ? findRadioProblem(members) : findTickProblem(members);
    if (groupProblem !== null && !problems.has(groupProblem.id))
      problems.set(groupProblem.id, groupProblem.problem);
  }
  return problems;
}

function findMemberProblem(field: AnsweredField): AnswerProblem | null {
  const value = readAnswer(field.value);
  const isOneOfRadios = field.type === 'radio' && field.group !== null;
  if (value === null) return field.required && !isOneOfRadios ? { rule: 'required' } : null;
  return isReference(field.type) ? null : findValueProblem(field, value);
}

/** Whether the value names something that the signer made or sent, which was checked then. */
export function isReference(type: FieldType): boolean {
  return type === 'signature' || type === 'initials' || type === 'attachment';
}

interface GroupProblem {
  id: number;
  problem: AnswerProblem;
}

/** One answer is enough for a group of radios. */
function findRadioProblem(members: readonly AnsweredField[]): GroupProblem | null {
  if (members.some(({ value }) => value !== null) || !members.some(({ required }) => required)) return null;
  const first = members.find(isAnswered);
  return first ? { id: first.id, problem: { rule: 'required' } } : null;
}

function findTickProblem(members: readonly AnsweredField[]): GroupProblem | null {
  const ticked = members.filter(({ value }) => value !== null);
  const limitOf = (rule: 'groupMin' | 'groupMax') =>
    members.map((each) => each[rule]).find((each) => each !== null);
  // Members that a condition hides cannot be ticked.
  const min = Math.min(limitOf('groupMin') ?? 0, members.length);
  const max = limitOf('groupMax') ?? members.length;
  if (ticked.length < min) {
    const open = members.find((field) => field.value === null && isAnswered(field));
    return open ? { id: open.id, problem: { rule: 'groupMin', limit: min } } : null;
  }
  const last = ticked.filter(isAnswered).at(-1);
  return ticked.length > max && last ? { id: last.id, problem: { rule: 'groupMax', limit: max } } : null;
}

/** The other radios of a group, which lose their value when one is chosen. */
export function listExcludedRadios<F extends Pick<AnsweredField, 'id' | 'type' | 'group'>>(
  fields: readonly F[],
  chosen: F,
): F[] {
  if (chosen.type !== 'radio' || chosen.group === null) return [];
  return fields.filter(
    ({ id, type, group }) => type === 'radio' && group === chosen.group && id !== chosen.id,
  );
}

/** The problem as a sentence with the remedy. */
export function describeAnswerProblem(problem: AnswerProblem): string {
  switch (problem.rule) {
    case 'required':
      return 'This field is required.';
    case 'email':
      return 'Must be an email address, such as one@example.com.';
    case 'number':
      return 'Must be a number, such as 12 or -3.5.';
    case 'min':
      return `Must be at least ${problem.limit}.`;
    case 'max':
      return `Must be at most ${problem.limit}.`;
    case 'maxLength':
      return `Must have at most ${problem.limit} characters.`;
    case 'pattern':
      return 'Must have the form that the sender set for this field.';
    case 'option':
      return 'Must be the value of one of the options of the field.';
    case 'ticked':
      return `Must be "${TICKED}" for a ticked box, or null.`;
    case 'controls':
      return 'Must not contain control characters.';
    case 'groupMin':
      return `Tick at least ${problem.limit} boxes of this group.`;
    case 'groupMax':
      return `Tick at most ${problem.limit} boxes of this group.`;
  }
}

/** What is drawn for a field: the one meaning of values for pages and documents. */
export type DrawnValue =
  | { kind: 'text'; text: string }
  | { kind: 'tick' }
  /** The chosen option is marked; `option` counts from 0. */
  | { kind: 'dot'; option: number; options: readonly FieldOption[] }
  | { kind: 'signature-image'; imageId: string };

/** Null for an empty field. */
export function drawnValue({
  type,
  value,
  options,
}: Pick<AnsweredField, 'type' | 'value' | 'options'>): DrawnValue | null {
  if (value === null) return null;
  switch (type) {
    case 'signature':
    case 'initials':
      return { kind: 'signature-image', imageId: value };
    case 'checkbox':
      return { kind: 'tick' };
    case 'radio': {
      const option = options?.findIndex((each) => each.value === value) ?? -1;
      return option < 0 || !options ? { kind: 'text', text: value } : { kind: 'dot', option, options };
    }
    case 'dropdown':
      return { kind: 'text', text: options?.find((each) => each.value === value)?.label ?? value };
    case 'attachment':
      return { kind: 'text', text: shortenAttachment(value) };
    default:
      return { kind: 'text', text: value };
  }
}

/**
 * Whether the value is certain from the start, so that the file shows it before the first signer acts. Conditions
 * depend on answers, and name and address change with the recipient.
 */
export function isFixed({
  type,
  readOnly,
  showIf,
  formula,
}: Pick<AnsweredField, 'type' | 'readOnly' | 'showIf'> & { formula?: string | null | undefined }): boolean {
  return readOnly && showIf === null && !formula && type !== 'name' && type !== 'email';
}

/** Whether the box of a field has room for a second line, so that it is written with line breaks. */
export function isMultiline(
  { type, fontSize }: { type: FieldType; fontSize: number },
  heightPoints: number,
): boolean {
  return (type === 'text' || type === 'address') && hasTwoLines(fontSize, heightPoints);
}

/** Whether a box has room for two lines of text, spaced by 1.2; both in points. */
export function hasTwoLines(fontSize: number, heightPoints: number): boolean {
  return heightPoints >= 2.4 * fontSize;
}

/** The box of each option of a radio within its field: rows of equal height, from the top. */
export function stackOptions<P extends { posY: number; height: number }>(
  area: P,
  options: readonly FieldOption[],
): P[] {
  const height = area.height / options.length;
  return options.map((_option, index) => ({ ...area, posY: area.posY + index * height, height }));
}
