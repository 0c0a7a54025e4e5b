import { type FieldOption, findFormulaProblems, readFormula } from '@paraph/domain';
import {
  type BoardComparison,
  type BoardCondition,
  type BoardField,
  type FieldEdit,
  withUniqueValues,
} from './board-state.ts';
import { mayDependOn } from './sound-rules.ts';

/** One option a line; a line that was there before keeps its value. */
export function optionsFrom(text: string, before: readonly FieldOption[]): FieldOption[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const formerValues = labels.map((label) => before.find((option) => option.label === label)?.value);
  const taken = new Set(formerValues);
  return labels.map((label, index) => {
    const value = formerValues[index] ?? (taken.has(label) ? `${label} ${index + 1}` : label);
    return { value, label };
  });
}

/** The members of a field's group, itself included. */
function membersOf(fields: readonly BoardField[], field: BoardField): BoardField[] {
  return fields.filter(
    ({ role, type, group }) =>
      group !== null && role === field.role && type === field.type && group === field.group,
  );
}

/** The names of the groups that a field can join. */
export function groupNames(fields: readonly BoardField[], { role, type }: BoardField): string[] {
  const names = fields.filter((each) => each.role === role && each.type === type).map(({ group }) => group);
  return [...new Set(names)].filter((name) => name !== null);
}

/** Puts a field into a group, with the limits of its members; an empty name takes it out. */
export function groupEdit(fields: readonly BoardField[], field: BoardField, name: string): FieldEdit {
  const group = name.trim() || null;
  const siblings = membersOf(fields, { ...field, group }).filter(({ key }) => key !== field.key);
  const { groupMin = null, groupMax = null } = siblings[0] ?? {};
  const isCounted = field.type === 'checkbox' && group !== null;
  return {
    key: field.key,
    change: {
      group,
      groupMin: isCounted ? groupMin : null,
      groupMax: isCounted ? groupMax : null,
      options: group === null ? field.options : withUniqueValues(field.options, siblings),
      required: isCounted ? false : field.required,
    },
  };
}

/** Sets a limit of a whole group. */
export function limitEdits(
  fields: readonly BoardField[],
  field: BoardField,
  limit: Partial<Pick<BoardField, 'groupMin' | 'groupMax'>>,
): FieldEdit[] {
  return membersOf(fields, field).map(({ key }) => ({ key, change: limit }));
}

const KEY_CHARACTERS = 40;

/** A key as it was meant, in the form that keys have, and of no other field; null for none. */
export function dataKeyFrom(text: string, fields: readonly BoardField[], field: BoardField): string | null {
  const plain = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_.]+/g, '_');
  const key = plain
    .replace(/^[^a-z]+/, '')
    .replace(/_+$/, '')
    .slice(0, KEY_CHARACTERS);
  const taken = new Set(fields.filter((each) => each.key !== field.key).map(({ dataKey }) => dataKey));
  let unique = key;
  for (let number = 2; taken.has(unique); number += 1) {
    unique = `${key.slice(0, KEY_CHARACTERS - 4)}_${number}`;
  }
  return unique === '' ? null : unique;
}

/** The condition with another comparison at a place, or one more behind; null takes it away. */
export function conditionWith(
  before: BoardCondition | null,
  at: number,
  comparison: BoardComparison | null,
): BoardCondition | null {
  const { match = 'all', comparisons = [] } = before ?? {};
  const next = [
    ...comparisons.slice(0, at),
    ...(comparison ? [comparison] : []),
    ...comparisons.slice(at + 1),
  ];
  return next.length > 0 ? { match, comparisons: next } : null;
}

/** Why a formula cannot be saved with these fields: a sentence in English; null where it can. */
export function formulaProblem(
  text: string,
  fields: readonly BoardField[],
  field: BoardField,
): string | null {
  if (text === '') return null;
  const asRelated = (each: BoardField) => ({ ...each, key: each.dataKey });
  const related = fields.map((each) => asRelated(each.key === field.key ? { ...each, formula: text } : each));
  const read = readFormula(text);
  if ('error' in read) return read.error;
  const at = fields.findIndex(({ key }) => key === field.key);
  return findFormulaProblems(related, () => null).get(at) ?? null;
}

/** What follows from another key of a field: the formulas that name it name it anew. */
export function dataKeyEdits(
  fields: readonly BoardField[],
  field: BoardField,
  dataKey: string | null,
): FieldEdit[] {
  const former = field.dataKey;
  const others = fields.filter(
    ({ formula }) => former !== null && formula !== null && namesKey(formula, former),
  );
  return [
    { key: field.key, change: { dataKey } },
    ...others.map(({ key, formula }) => {
      const renamed =
        formula?.replaceAll(WORDS, (word) => (word === former ? (dataKey ?? '') : word)) ?? null;
      return { key, change: { formula: dataKey === null ? null : renamed } };
    }),
  ];
}

const WORDS = /[a-z][a-z0-9_.]*/g;

function namesKey(formula: string, key: string): boolean {
  return formula.match(WORDS)?.includes(key) ?? false;
}

/** The fields that a condition of this field can name, in the order of the board. */
export function conditionTargets(fields: readonly BoardField[], field: BoardField): BoardField[] {
  return fields.filter((other) => mayDependOn(field, other));
}

/** A comparison as the value of a select: `filled`, `empty`, `list`, or `is ` and the text. */
export function comparisonOf({ equals, oneOf, isFilled }: BoardComparison): string {
  if (isFilled !== undefined) return isFilled ? 'filled' : 'empty';
  return oneOf ? 'list' : `is ${equals ?? ''}`;
}

/** The comparison that was chosen. */
export function conditionFor(
  key: string,
  comparison: string,
  before: BoardComparison | null,
): BoardComparison {
  if (comparison === 'list' && before) return before;
  if (comparison.startsWith('is ')) return { key, equals: comparison.slice(3) };
  return { key, isFilled: comparison !== 'empty' };
}
