import {
  type Comparison,
  type ConditionRequest,
  comparisonsIn,
  readCondition,
  type ShowCondition,
  withComparisons,
} from './condition.ts';
import type { FieldType } from './field.ts';
import { readFormula } from './formula.ts';
import { findFormulaProblems, listCircular, type OrderOf } from './formula-rules.ts';
import { LIMITS } from './limits.ts';
import { hasControls, isInvisible } from './name.ts';
import { readPattern } from './pattern.ts';
import type { Violations } from './refusal.ts';

/** A choice of a radio or dropdown: the stored value, and the words for people. */
export interface FieldOption {
  value: string;
  label: string;
}

/** What may be filled in, and when (interface.md §3). */
export interface FieldRules {
  /** The name by which programs give and read its value; null without one. */
  key: string | null;
  options: FieldOption[] | null;
  group: string | null;
  groupMin: number | null;
  groupMax: number | null;
  min: number | null;
  max: number | null;
  pattern: string | null;
  maxLength: number | null;
  placeholder: string | null;
  showIf: ShowCondition | null;
  /** From which the service computes the value (`formula.ts`). */
  formula: string | null;
}

/** The rules of a field that has none. */
export const NO_RULES: FieldRules = {
  key: null,
  options: null,
  group: null,
  groupMin: null,
  groupMax: null,
  min: null,
  max: null,
  pattern: null,
  maxLength: null,
  placeholder: null,
  showIf: null,
  formula: null,
};

/** Rules as they were stored; an earlier version knew fewer. */
export type StoredRules = Partial<FieldRules>;

/** The rules with the condition on the new ids of its fields; without what it asks of fields that are gone. */
export function moveCondition(stored: StoredRules, ids: ReadonlyMap<number, number>): FieldRules {
  const rules = { ...NO_RULES, ...stored };
  const showIf =
    rules.showIf &&
    withComparisons(rules.showIf, (each) => {
      const fieldId = ids.get(each.fieldId);
      return fieldId === undefined ? null : { ...each, fieldId };
    });
  return { ...rules, showIf };
}

/** A field with its rules and its answer. */
export interface AnsweredField extends FieldRules {
  id: number;
  type: FieldType;
  required: boolean;
  readOnly: boolean;
  value: string | null;
}

type RuleName = keyof FieldRules | 'readOnly';

const WRITTEN: readonly RuleName[] = ['key', 'maxLength', 'placeholder', 'readOnly', 'showIf'];

/** The keys that a type can mean; another one is a violation (interface.md §4). */
const RULES_OF: Readonly<Record<FieldType, readonly RuleName[]>> = {
  signature: [],
  initials: ['showIf'],
  date: ['key', 'showIf', 'formula'],
  name: WRITTEN,
  email: WRITTEN,
  company: WRITTEN,
  department: WRITTEN,
  title: WRITTEN,
  location: WRITTEN,
  address: WRITTEN,
  text: [...WRITTEN, 'pattern', 'formula'],
  number: ['key', 'min', 'max', 'placeholder', 'readOnly', 'showIf', 'formula'],
  checkbox: ['key', 'group', 'groupMin', 'groupMax', 'readOnly', 'showIf'],
  radio: ['key', 'options', 'group', 'readOnly', 'showIf'],
  dropdown: ['key', 'options', 'placeholder', 'readOnly', 'showIf'],
  stamp: ['key', 'readOnly', 'showIf'],
  attachment: ['key', 'showIf'],
};

/** Whether fields of a type can have a rule. */
export function hasRule(type: FieldType, rule: RuleName): boolean {
  return RULES_OF[type].includes(rule);
}

type Simple = Exclude<keyof FieldRules, 'options' | 'showIf'>;

export interface RulesRequest extends Readonly<Partial<{ [K in Simple]: FieldRules[K] | undefined }>> {
  options?: readonly FieldOption[] | null | undefined;
  showIf?: ConditionRequest | null | undefined;
}

/** The rules as they are stored: complete, null where nothing was given. */
export function readRules(request: RulesRequest): FieldRules {
  const { key, options, group, groupMin = null, groupMax = null, min = null, max = null } = request;
  const { pattern, maxLength = null, placeholder, showIf, formula } = request;
  return {
    key: key || null,
    options: options && options.length > 0 ? options.map(({ value, label }) => ({ value, label })) : null,
    group: group?.trim() || null,
    groupMin,
    groupMax,
    min,
    max,
    pattern: pattern || null,
    maxLength,
    placeholder: placeholder?.trim() || null,
    showIf: showIf ? readCondition(showIf) : null,
    formula: formula?.trim() || null,
  };
}

interface RuledField extends FieldRules {
  type: FieldType;
  readOnly: boolean;
}

/** Checks the rules of one field; those that involve others are checked by `checkFieldsTogether`. */
export function checkRules(
  field: RuledField,
  { at, violations }: { at: string; violations: Violations },
): void {
  for (const rule of RULE_NAMES) {
    const isSet = field[rule] !== null && field[rule] !== false;
    if (isSet && !hasRule(field.type, rule)) {
      violations[`${at}[${rule}]`] = `A field of the type ${field.type} cannot have this; leave it out.`;
    }
  }
  const say = (rule: RuleName, sentence: string | null) => {
    if (sentence !== null) violations[`${at}[${rule}]`] ??= sentence;
  };
  if (field.key !== null && !isFieldKey(field.key)) {
    say('key', 'Must have 1 to 40 characters of a to z, 0 to 9, _ and . and begin with a letter.');
  }
  if (hasRule(field.type, 'options')) say('options', findOptionsProblem(field.options));
  for (const rule of ['group', 'placeholder'] as const) say(rule, findTextProblem(field[rule]));
  say('maxLength', findCountProblem(field.maxLength, LIMITS.fieldValueCharactersMax));
  for (const rule of ['groupMin', 'groupMax'] as const) {
    say(rule, findCountProblem(field[rule], LIMITS.workflowFieldsMax));
    if (field[rule] !== null && field.group === null)
      say(rule, 'Counts the members of a group; name the group.');
  }
  if (isAbove(field.groupMin, field.groupMax)) say('groupMax', 'Must be at least groupMin.');
  for (const rule of ['min', 'max'] as const) {
    if (!Number.isFinite(field[rule] ?? 0)) say(rule, 'Must be a number.');
  }
  if (isAbove(field.min, field.max)) say('max', 'Must be at least min.');
  if (field.pattern !== null) say('pattern', findPatternProblem(field.pattern));
  const formula = field.formula === null ? null : readFormula(field.formula);
  if (formula && 'error' in formula) say('formula', formula.error);
}

export const FIELD_KEY = '^[a-z][a-z0-9_.]{0,39}$';
const KEY = new RegExp(FIELD_KEY);

export function isFieldKey(text: string): boolean {
  return KEY.test(text);
}

const RULE_NAMES = [...(Object.keys(NO_RULES) as (keyof FieldRules)[]), 'readOnly'] as const;

function isAbove(low: number | null, high: number | null): boolean {
  return low !== null && high !== null && low > high;
}

function findOptionsProblem(options: FieldRules['options']): string | null {
  if (options === null) return 'Give at least one option, each with a value and a label.';
  if (options.length > LIMITS.fieldOptionsMax)
    return `At most ${LIMITS.fieldOptionsMax} options are allowed.`;
  const isText = (text: string) => text.trim() === text && text !== '' && findTextProblem(text) === null;
  if (!options.every(({ value, label }) => isText(value) && isText(label))) {
    return (
      `Each value and label must have 1 to ${LIMITS.nameCharactersMax} characters, ` +
      'no control characters and no space at its ends.'
    );
  }
  if (options.some(({ label }) => isInvisible(label)))
    return 'Each label must have a character that can be seen.';
  if (new Set(options.map(({ value }) => value)).size < options.length) {
    return 'Each value must occur once.';
  }
  return null;
}

function findTextProblem(text: string | null): string | null {
  if (text === null || ([...text].length <= LIMITS.nameCharactersMax && !hasControls(text))) return null;
  return `Must have at most ${LIMITS.nameCharactersMax} characters and no control characters.`;
}

function findCountProblem(count: number | null, max: number): string | null {
  if (count === null || (Number.isInteger(count) && count >= 1 && count <= max)) return null;
  return `Must be a whole number, 1 to ${max}.`;
}

function findPatternProblem(text: string): string | null {
  if ([...text].length > LIMITS.fieldPatternCharactersMax) {
    return `Must have at most ${LIMITS.fieldPatternCharactersMax} characters.`;
  }
  const pattern = readPattern(text);
  return 'error' in pattern ? pattern.error : null;
}

/** A field of a request, for the rules that involve several. */
export interface RelatedField extends RuledField {
  /** As the request names it; null for a new field that no condition names. */
  id: number | null;
  role: number;
}

/** Checks keys, groups, conditions and formulas. */
export function checkFieldsTogether(
  fields: readonly RelatedField[],
  violations: Violations,
  orderOf: OrderOf = () => null,
): void {
  const keys = new Set<string>();
  for (const [index, { key }] of fields.entries()) {
    if (key !== null && keys.has(key)) {
      violations[`fields[${index}][key]`] ??= 'Another field has this key; give each their own.';
    }
    if (key !== null) keys.add(key);
  }
  const groups = Map.groupBy(
    [...fields.keys()].filter((index) => fields[index]?.group != null),
    (index) => JSON.stringify([fields[index]?.role, fields[index]?.group]),
  );
  for (const indexes of groups.values()) checkGroup(fields, indexes, violations);
  const byId = Map.groupBy([...fields.keys()], (index) => fields[index]?.id ?? null);
  for (const [index, { showIf }] of fields.entries()) {
    const problem = showIf && findConditionProblem(fields, { index, showIf, byId });
    if (problem !== null) violations[`fields[${index}][showIf]`] ??= problem;
  }
  for (const [index, problem] of findFormulaProblems(fields, orderOf))
    violations[`fields[${index}][formula]`] ??= problem;
  for (const index of findCircular(fields)) {
    violations[`fields[${index}][showIf]`] ??=
      'Depends on itself through other conditions; break the circle.';
  }
}

function checkGroup(
  fields: readonly RelatedField[],
  indexes: readonly number[],
  violations: Violations,
): void {
  const members = indexes.flatMap((index) => fields[index] ?? []);
  const [first] = members;
  const values = new Set<string>();
  for (const [order, member] of members.entries()) {
    const at = `fields[${indexes[order]}]`;
    if (member.type !== first?.type) {
      violations[`${at}[group]`] ??= `Another field of this group is a ${first?.type}; a group has one type.`;
    }
    for (const rule of ['groupMin', 'groupMax'] as const) {
      const limit = member[rule];
      if (limit === null) continue;
      const ruleValue = members.map((each) => each[rule]).find((each) => each !== null);
      if (limit !== ruleValue)
        violations[`${at}[${rule}]`] ??= 'Differs within the group; give all the same.';
      else if (limit > members.length) {
        violations[`${at}[${rule}]`] ??=
          `Must be at most the number of members of the group, ${members.length}.`;
      }
    }
    for (const { value } of member.options ?? []) {
      if (values.has(value)) {
        violations[`${at}[options]`] ??=
          'Another field of this group has the same value; give each their own.';
      }
      values.add(value);
    }
  }
}

interface ConditionContext {
  /** Of the field that has the condition. */
  index: number;
  byId: ReadonlyMap<number | null, readonly number[]>;
}

function findConditionProblem(
  fields: readonly RelatedField[],
  { showIf, ...context }: ConditionContext & { showIf: ShowCondition },
): string | null {
  const comparisons = comparisonsIn(showIf);
  if (showIf.all && showIf.any) return 'Give one of all and any.';
  if (comparisons.length === 0 || comparisons.length > LIMITS.fieldComparisonsMax) {
    return `Must list 1 to ${LIMITS.fieldComparisonsMax} comparisons.`;
  }
  return (
    comparisons.map((each) => findComparisonProblem(fields, context, each)).find((each) => each !== null) ??
    null
  );
}

function findComparisonProblem(
  fields: readonly RelatedField[],
  { index, byId }: ConditionContext,
  { fieldId, equals, oneOf, isFilled }: Comparison,
): string | null {
  const field = fields[index];
  const targets = byId.get(fieldId) ?? [];
  const target = fields[targets[0] ?? -1];
  if ([equals, oneOf, isFilled].filter((each) => each !== undefined).length !== 1) {
    return 'Give exactly one of equals, oneOf and isFilled.';
  }
  if (!field || !target)
    return 'There is no such field here: fieldId must be the id of a field of this request.';
  if (targets.length > 1) return 'Several fields of this request have this id; give each their own.';
  if (target === field) return 'Depends on itself; name another field.';
  if (target.role !== field.role) return 'Must name a field of the same role.';
  if (target.type === 'date' || target.type === 'stamp' || target.formula !== null) {
    return 'Must name a field that the signer fills in or that the sender prefilled.';
  }
  if (isFilled !== undefined) return null;
  const texts = oneOf ?? [equals ?? ''];
  if (texts.length === 0 || texts.length > LIMITS.fieldOptionsMax) {
    return `Must list 1 to ${LIMITS.fieldOptionsMax} values.`;
  }
  return findTextsProblem(target, texts);
}

function findTextsProblem(target: RelatedField, texts: readonly string[]): string | null {
  if (target.type === 'signature' || target.type === 'initials') {
    return 'A signature has no value to compare with; use isFilled.';
  }
  if (target.type === 'attachment') return 'A file has no value to compare with; use isFilled.';
  if (target.type === 'checkbox' && texts.some((text) => text !== '1')) {
    return 'A checkbox has the value 1 or none; compare with 1 or use isFilled.';
  }
  const { options } = target;
  if (options && !texts.every((text) => options.some(({ value }) => value === text))) {
    return 'Must be among the values of the other field’s options.';
  }
  const isText = (text: string) => text !== '' && [...text].length <= LIMITS.fieldValueCharactersMax;
  return texts.every(isText) ? null : 'Must be a text of a field; to ask for no value, use isFilled: false.';
}

/** The fields whose conditions lead back to themselves. */
function findCircular(fields: readonly RelatedField[]): number[] {
  const next = fields.map(({ showIf }) => {
    const ids = showIf === null ? [] : comparisonsIn(showIf).map(({ fieldId }) => fieldId);
    return ids.map((id) => fields.findIndex((each) => each.id === id)).filter((at) => at >= 0);
  });
  return listCircular(next);
}
