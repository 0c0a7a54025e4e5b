import { FIELD_LABELS, type FieldType, LIMITS } from '@paraph/domain';
import type { DesignedField, NewFields } from '../api/wire.ts';
import { type Box, onPage } from './place-state.ts';

/** A field on the board. Its key is stable; the server assigns a new id at every save. */
export interface BoardField extends Box {
  readonly key: string;
  readonly id: number | null;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  readonly documentId: number;
  readonly page: number;
  readonly role: number;
  readonly value: string | null;
  readonly style: Omit<DesignedField['style'], 'width' | 'height'>;
}

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
  | { do: 'edit'; edits: readonly FieldEdit[]; act: string }
  | { do: 'duplicate'; key: string; newKey: string }
  | { do: 'copy-to-pages'; key: string; pages: readonly { page: number; newKey: string }[] }
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'choose'; keys: readonly string[] }
  | { do: 'toggle'; key: string }
  | { do: 'rest' }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'saved'; keys: readonly string[]; fields: readonly DesignedField[] };

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
    fields: fields.map((field) => ({ key: `saved-${field.id}`, ...fromWire(field) })),
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
      return withIds(board, change);
    default:
      return changeFields(board, change);
  }
}

type FieldsChange = Extract<BoardChange, { do: 'add' | 'edit' | 'duplicate' | 'copy-to-pages' | 'remove' }>;

function changeFields(board: Board, change: FieldsChange): Board {
  const { fields } = board;
  switch (change.do) {
    case 'add': {
      if (fields.length >= LIMITS.workflowFieldsMax) return board;
      const field = newField(change.field);
      return { ...stepped(board, [...fields, field], null), chosen: [field.key] };
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
    default: {
      const field = fields.find(({ key }) => key === change.key);
      return field === undefined ? board : copyField(board, field, change);
    }
  }
}

type CopyChange = Extract<BoardChange, { do: 'duplicate' | 'copy-to-pages' }>;

function copyField(board: Board, field: BoardField, change: CopyChange): Board {
  const { fields } = board;
  if (change.do === 'duplicate') {
    const copy = { ...field, key: change.newKey, id: null, ...shiftedFrom(field) };
    return { ...stepped(board, [...fields, copy], null), chosen: [copy.key] };
  }
  const copies = change.pages.map(({ page, newKey }) => ({ ...field, key: newKey, id: null, page }));
  return stepped(board, [...fields, ...copies].slice(0, LIMITS.workflowFieldsMax), null);
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
  return { ...field, label, ...change, value: isOther ? null : (change.value ?? field.value) };
}

function shiftedFrom(field: BoardField): Box {
  const below = onPage({ ...field, posY: field.posY + field.height + 1 });
  const { posX, posY, width, height } =
    below.posY > field.posY + field.height
      ? below
      : onPage({ ...field, posX: field.posX + 2, posY: field.posY - 2 });
  return { posX, posY, width, height };
}

function newField({
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
  return {
    key,
    id: null,
    type,
    label: FIELD_LABELS[type],
    required: type !== 'checkbox' && type !== 'radio',
    documentId,
    page,
    role,
    value: null,
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
  return { ...board, fields, past, future: [], act };
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

/** The server returns fields in request order. */
function withIds(
  board: Board,
  { keys, fields }: { keys: readonly string[]; fields: readonly DesignedField[] },
) {
  const ids = new Map(keys.map((key, index) => [key, fields[index]?.id ?? null]));
  const renew = (each: BoardField) => (ids.has(each.key) ? { ...each, id: ids.get(each.key) ?? null } : each);
  return { ...board, fields: board.fields.map(renew) };
}

/** The fields as a request body. */
export function toWire(fields: readonly BoardField[]): NewFields {
  return fields.map(({ key: _key, id, posX, posY, width, height, style, ...field }) => ({
    ...(id === null ? {} : { id }),
    ...field,
    posX,
    posY,
    style: { ...style, width, height },
  }));
}

function fromWire({ style, ...field }: DesignedField): Omit<BoardField, 'key'> {
  const { width, height, ...look } = style;
  return { ...field, width, height, style: look };
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
