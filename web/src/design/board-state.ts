import {
  comparisonsIn,
  FIELD_LABELS,
  type FieldRules,
  type FieldType,
  hasRule,
  LIMITS,
  NO_RULES,
  type ShowCondition,
} from '@paraph/domain';
import type { DesignedField } from '../api/wire.ts';
import type { BoardCondition, BoardField } from './board-field.ts';
import { type Box, onPage } from './box-state.ts';
import { withSoundConditions, withSoundFormulas } from './sound-rules.ts';

export type { BoardComparison, BoardCondition, BoardField } from './board-field.ts';

/** The fields, the selection, and the undo history. */
export interface Board {
  readonly fields: readonly BoardField[];
  /** Keys, in the order of selection. */
  readonly chosen: readonly string[];
  readonly past: readonly (readonly BoardField[])[];
  readonly future: readonly (readonly BoardField[])[];
  /** The act in progress: consecutive changes of the same act are undone together. */
  readonly act: string | null;
}

export type BoardChange =
  | { do: 'add'; field: NewBoardField }
  | { do: 'import'; fields: readonly BoardField[] }
  | { do: 'edit'; edits: readonly FieldEdit[]; act: string }
  | { do: 'duplicate'; key: string; newKey: string }
  | { do: 'copy-to'; targets: readonly CopyTarget[] }
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'choose'; keys: readonly string[] }
  | { do: 'toggle'; key: string }
  | { do: 'rest' }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'saved'; sent: readonly BoardField[]; fields: readonly DesignedField[] };

/** A page that gets a copy of a field, at the same place. */
export interface CopyTarget {
  readonly key: string;
  readonly documentId: number;
  readonly page: number;
  readonly newKey: string;
}

/** A change of one field. */
export interface FieldEdit {
  readonly key: string;
  readonly change: Partial<BoardField>;
}

export type NewBoardField = Pick<BoardField, 'key' | 'type' | 'documentId' | 'page' | 'role'> & Box;

const HISTORY_MOST = 100;
const STYLE = {
  color: '#14213D',
  fontStyle: 'normal',
  fontSize: 11,
  bold: false,
  italic: false,
  underline: false,
};

export function openBoard(fields: readonly DesignedField[]): Board {
  return {
    fields: fields.map((field) => ({ key: savedKey(field.id), ...fromWire(field) })),
    chosen: [],
    past: [],
    future: [],
    act: null,
  };
}

export function changeBoard(board: Board, change: BoardChange): Board {
  switch (change.do) {
    case 'choose':
      return { ...board, chosen: change.keys, act: null };
    case 'toggle':
      return { ...board, chosen: toggled(board.chosen, change.key), act: null };
    case 'rest':
      return { ...board, act: null };
    case 'undo':
      return goBack(board);
    case 'redo':
      return goForward(board);
    case 'saved':
      return { ...board, fields: mergeSaved(board.fields, change) };
    default:
      return changeFields(board, change);
  }
}

type FieldsChange = Extract<
  BoardChange,
  { do: 'add' | 'import' | 'edit' | 'duplicate' | 'copy-to' | 'remove' }
>;

function changeFields(board: Board, change: FieldsChange): Board {
  const { fields } = board;
  switch (change.do) {
    case 'add': {
      if (fields.length >= LIMITS.workflowFieldsMax) return board;
      const field = newField(change.field);
      return { ...stepped(board, [...fields, field], null), chosen: [field.key] };
    }
    case 'import': {
      const next = [...fields, ...change.fields].slice(0, LIMITS.workflowFieldsMax);
      return next.length === fields.length ? board : { ...stepped(board, next, null), chosen: [] };
    }
    case 'edit': {
      const changes = new Map(change.edits.map(({ key, change: to }) => [key, to]));
      if (!fields.some(({ key }) => changes.has(key))) return board;
      const next = fields.map((each) => editField(each, changes.get(each.key)));
      return stepped(board, next, `${change.act} ${[...changes.keys()].join(' ')}`);
    }
    case 'remove': {
      const next = fields.filter(({ key }) => !change.keys.includes(key));
      return next.length === fields.length ? board : { ...stepped(board, next, null), chosen: [] };
    }
    case 'copy-to':
      return copyTo(board, change.targets);
    default: {
      const field = fields.find(({ key }) => key === change.key);
      if (field === undefined) return board;
      const copy = { ...asCopy(field, fields), key: change.newKey, ...shiftedFrom(field) };
      return { ...stepped(board, [...fields, copy], null), chosen: [copy.key] };
    }
  }
}

function copyTo(board: Board, targets: readonly CopyTarget[]): Board {
  const { fields } = board;
  const copies: BoardField[] = [];
  for (const { key, newKey, documentId, page } of targets) {
    const field = fields.find((each) => each.key === key);
    if (field) copies.push({ ...asCopy(field, [...fields, ...copies]), key: newKey, documentId, page });
  }
  const next = [...fields, ...copies].slice(0, LIMITS.workflowFieldsMax);
  return next.length === fields.length ? board : stepped(board, next, null);
}

/** Keys are of one field; radios of a group have values of their own. */
function asCopy(field: BoardField, fields: readonly BoardField[]): BoardField {
  const copy = { ...field, id: null, formField: null, dataKey: null };
  if (field.type !== 'radio' || field.group === null) return copy;
  const groupMembers = fields.filter(({ group }) => group === field.group);
  return { ...copy, options: withUniqueValues(field.options, groupMembers), value: null };
}

/** The options with other values where the other fields have the same. */
export function withUniqueValues(
  options: BoardField['options'],
  groupMembers: readonly Pick<BoardField, 'options'>[],
): BoardField['options'] {
  if (options === null) return null;
  const taken = new Set(groupMembers.flatMap((other) => other.options?.map(({ value }) => value) ?? []));
  return options.map(({ value, label }) => {
    let unique = value;
    for (let number = 2; taken.has(unique); number += 1) unique = `${value} ${number}`;
    return { value: unique, label };
  });
}

function toggled(chosen: readonly string[], key: string): readonly string[] {
  return chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
}

/** Drops the prefilled value when type or person changes: the server fills in the new one. */
function editField(field: BoardField, change: Partial<BoardField> | undefined): BoardField {
  if (change === undefined) return field;
  const isOther = (change.type ?? field.type) !== field.type || (change.role ?? field.role) !== field.role;
  const isUsualLabel = field.label === FIELD_LABELS[field.type];
  const label = change.type !== undefined && isUsualLabel ? FIELD_LABELS[change.type] : field.label;
  const value = change.value === undefined ? field.value : change.value;
  const formField = keepsFormField(field, change) ? field.formField : null;
  const next = { ...field, label, formField, ...change, value: isOther ? null : value };
  return next.type === field.type ? next : withRulesOf(next, next.type);
}

/** A form field for a signature is signed at its own place. */
function keepsFormField(field: BoardField, { type = field.type, ...change }: Partial<BoardField>): boolean {
  if (field.type !== 'signature' && type !== 'signature') return true;
  const stays = (['page', 'posX', 'posY', 'width', 'height'] as const).every(
    (key) => change[key] === undefined || change[key] === field[key],
  );
  return stays && type === field.type;
}

const SIMPLE_RULES = [
  'group',
  'groupMin',
  'groupMax',
  'min',
  'max',
  'pattern',
  'maxLength',
  'placeholder',
  'showIf',
  'formula',
] as const;

/** Without the rules that the type cannot have, and with the rules that it needs. */
function withRulesOf(field: BoardField, type: FieldType): BoardField {
  const lost = SIMPLE_RULES.filter((rule) => !hasRule(type, rule)).map((rule) => [rule, null] as const);
  return {
    ...field,
    ...Object.fromEntries(lost),
    dataKey: hasRule(type, 'key') ? field.dataKey : null,
    options: hasRule(type, 'options') ? (field.options ?? USUAL_OPTIONS) : null,
    readOnly: type === 'stamp' || (hasRule(type, 'readOnly') && field.type !== 'stamp' && field.readOnly),
  };
}

const USUAL_OPTIONS: FieldRules['options'] = [
  { value: 'Option 1', label: 'Option 1' },
  { value: 'Option 2', label: 'Option 2' },
];

function shiftedFrom(field: BoardField): Box {
  const below = onPage({ ...field, posY: field.posY + field.height + 1 });
  const { posX, posY, width, height } =
    below.posY > field.posY + field.height
      ? below
      : onPage({ ...field, posX: field.posX + 2, posY: field.posY - 2 });
  return { posX, posY, width, height };
}

export function newField({
  key,
  type,
  documentId,
  page,
  role,
  posX,
  posY,
  width,
  height,
}: NewBoardField): BoardField {
  const { key: dataKey, showIf: _always, ...rules } = NO_RULES;
  return {
    ...rules,
    dataKey,
    options: hasRule(type, 'options') ? USUAL_OPTIONS : null,
    showIf: null,
    key,
    id: null,
    type,
    label: FIELD_LABELS[type],
    required: type !== 'checkbox' && type !== 'radio',
    readOnly: type === 'stamp',
    documentId,
    page,
    role,
    value: null,
    formField: null,
    posX,
    posY,
    width,
    height,
    style: STYLE,
  };
}

function stepped(board: Board, fields: readonly BoardField[], act: string | null): Board {
  const isSameAct = act !== null && act === board.act;
  const past = isSameAct ? board.past : [...board.past, board.fields].slice(-HISTORY_MOST);
  return { ...board, fields: withSoundFormulas(withSoundConditions(fields)), past, future: [], act };
}

function goBack(board: Board): Board {
  const fields = board.past.at(-1);
  if (fields === undefined) return board;
  return turnedTo(board, { fields, past: board.past.slice(0, -1), future: [board.fields, ...board.future] });
}

function goForward(board: Board): Board {
  const [fields, ...future] = board.future;
  if (fields === undefined) return board;
  return turnedTo(board, { fields, past: [...board.past, board.fields], future });
}

function turnedTo({ chosen }: Board, next: Pick<Board, 'fields' | 'past' | 'future'>): Board {
  const there = new Set(next.fields.map(({ key }) => key));
  return { ...next, chosen: chosen.filter((key) => there.has(key)), act: null };
}

/**
 * Fields with the ids of the server, which returns them in request order, and with the boxes that have grown there. A
 * box that was changed meanwhile stays as it is.
 */
export function mergeSaved(
  fields: readonly BoardField[],
  { sent, fields: answers }: { sent: readonly BoardField[]; fields: readonly DesignedField[] },
): BoardField[] {
  const savedByKey = new Map(sent.map((field, index) => [field.key, { field, answer: answers[index] }]));
  return fields.map((each) => {
    const saved = savedByKey.get(each.key);
    if (saved === undefined) return each;
    const { field, answer } = saved;
    const id = answer?.id ?? null;
    if (!answer || JSON.stringify(boxOf(each)) !== JSON.stringify(boxOf(field))) return { ...each, id };
    const { posX, posY, style } = answer;
    return { ...each, id, posX, posY, width: style.width, height: style.height };
  });
}

function boxOf({ page, posX, posY, width, height }: BoardField) {
  return [page, posX, posY, width, height];
}

function fromWire({ key: dataKey, style, showIf, ...field }: DesignedField): Omit<BoardField, 'key'> {
  const { width, height, ...look } = style;
  return { ...field, dataKey, width, height, style: look, showIf: showIf && conditionFromWire(showIf) };
}

function conditionFromWire(showIf: ShowCondition): BoardCondition {
  const comparisons = comparisonsIn(showIf).map(({ fieldId, ...rest }) => ({
    ...rest,
    key: savedKey(fieldId),
  }));
  return { match: showIf.any ? 'any' : 'all', comparisons };
}

function savedKey(id: number): string {
  return `saved-${id}`;
}

/** In reading order: document, page, top to bottom, left to right. */
export function inReadingOrder(fields: readonly BoardField[], documentIds: readonly number[]): BoardField[] {
  const rank = ({ documentId }: BoardField) => documentIds.indexOf(documentId);
  return [...fields].sort(
    (one, other) =>
      rank(one) - rank(other) || one.page - other.page || one.posY - other.posY || one.posX - other.posX,
  );
}

/** The signing roles without a signature field. */
export function rolesWithoutSignature(
  fields: readonly Pick<BoardField, 'type' | 'role'>[],
  roles: readonly number[],
): number[] {
  return roles.filter((role) => !fields.some((field) => field.type === 'signature' && field.role === role));
}
