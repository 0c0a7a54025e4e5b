import { isFilledByService } from './answered-field.ts';
import { describeMissingCharacters, type FindMissingCharacters } from './drawable-text.ts';
import { FIELD_LABELS, type FieldType, isOnPage } from './field.ts';
import { describeAnswerProblem, findValueProblem, isReference } from './field-answers.ts';
import {
  checkFieldsTogether,
  checkRules,
  type FieldRules,
  type RulesRequest,
  readRules,
} from './field-rules.ts';
import { type FormSource, findFormFieldProblem } from './form-field.ts';
import type { OrderOf } from './formula-rules.ts';
import { LIMITS } from './limits.ts';
import { hasControls } from './name.ts';
import { type FindOptionSize, findOptionProblem } from './option-size.ts';
import type { PlannedField } from './placement.ts';
import { invalid, type Violations } from './refusal.ts';
import type { ActionType } from './workflow.ts';

/** A field as the designer sends it; absent properties get their defaults. */
export interface FieldRequest extends RulesRequest {
  /** Of a field that exists; any other number names a new field, for conditions of the same request. */
  id?: number | undefined;
  type: FieldType;
  label?: string | undefined;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  documentId: number;
  page: number;
  posX: number;
  posY: number;
  role: number;
  value?: string | null | undefined;
  /** To which font size the box grows, before it is checked, where it is too small for the words of its options. */
  grow?: 'full' | 'legible' | undefined;
  /** The form field of the PDF whose place it takes. */
  formField?: string | null | undefined;
  style: {
    width: number;
    height: number;
    color?: string | undefined;
    fontStyle?: string | null | undefined;
    fontSize?: number | undefined;
    bold?: boolean | undefined;
    italic?: boolean | undefined;
    underline?: boolean | undefined;
  };
}

export interface FieldContext {
  documents: readonly ({ id: number; pageCount: number } & FormSource)[];
  roles: readonly { id: number; type: ActionType }[];
  orderOf?: OrderOf;
  /** Values and the labels of options are drawn on pages. */
  findMissing: FindMissingCharacters;
  findOptionSize: FindOptionSize;
}

export interface FieldStyle {
  color: string;
  fontStyle: string;
  fontSize: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
}

/** A field as it is stored. */
export interface PlacedField {
  type: FieldType;
  label: string;
  required: boolean;
  readOnly: boolean;
  documentId: number;
  roleId: number;
  page: number;
  posX: number;
  posY: number;
  width: number;
  height: number;
  value: string | null;
  rules: FieldRules;
  style: FieldStyle;
}

/** The font size, in points, of a field that says none. */
export const USUAL_FONT_POINTS = 11;
const FONT_POINTS = { min: 4, max: 72 } as const;
const USUAL_COLOR = '#14213D';
/** Reported for a field without a chosen font (interface.md §3). */
export const USUAL_FONT_STYLE = 'normal';

/**
 * Parses the fields of a draft.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readPlacedFields(request: readonly FieldRequest[], context: FieldContext): PlacedField[] {
  const violations: Violations = {};
  if (request.length > LIMITS.workflowFieldsMax) {
    violations.fields = `At most ${LIMITS.workflowFieldsMax} fields are allowed.`;
  }
  const fields = request.map((field, index) => {
    const at = `fields[${index}]`;
    checkField(field, { at, context, violations });
    const placed = toPlaced(field);
    // Of a box or words that cannot be at all, no size is named.
    const isSound = Object.keys(violations).every((key) => !key.startsWith(at));
    const problem = isSound ? findOptionProblem(asOptionField(placed), context.findOptionSize) : null;
    if (problem !== null) violations[`${at}[options]`] = problem;
    return placed;
  });
  const related = fields.map(({ type, readOnly, roleId, rules }, index) => {
    return { ...rules, type, readOnly, role: roleId, id: request[index]?.id ?? null };
  });
  checkFieldsTogether(related, violations, context.orderOf);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return fields;
}

function checkField(
  field: FieldRequest,
  about: { at: string; context: FieldContext; violations: Violations },
): void {
  const { at, context, violations } = about;
  const { page, posX, posY, style, label = '', value } = field;
  const document = context.documents.find(({ id }) => id === field.documentId);
  const role = context.roles.find(({ id }) => id === field.role);
  const { width, height, fontSize = USUAL_FONT_POINTS, color = USUAL_COLOR } = style;
  if (!document) violations[`${at}[documentId]`] = 'There is no such document here.';
  else if (page < 1 || page > document.pageCount) {
    violations[`${at}[page]`] = `Must be a page of the document, 1 to ${document.pageCount}.`;
  } else if (!isOnPage({ page, posX, posY, width, height })) {
    violations[`${at}[posX]`] =
      'Must lie on its page with its width and height: percentages, 0 to 100 in all.';
  }
  if (!role) violations[`${at}[role]`] = 'There is no such role here; set the roles first.';
  else if (role.type !== 'sign')
    violations[`${at}[role]`] = 'Fields are for those who sign; this role reviews.';
  if ([...label].length > LIMITS.nameCharactersMax || hasControls(label)) {
    violations[`${at}[label]`] =
      `Must have at most ${LIMITS.nameCharactersMax} characters and no control characters.`;
  }
  if (hasControls(style.fontStyle ?? ''))
    violations[`${at}[style][fontStyle]`] = 'Must not contain control characters.';
  const formProblem = document ? findFormFieldProblem(field, document) : null;
  if (formProblem !== null) violations[`${at}[formField]`] = formProblem;
  const rules = readRules(field);
  checkRules({ ...rules, type: field.type, readOnly: field.readOnly ?? false }, { at, violations });
  if (value && rules.formula !== null) {
    violations[`${at}[value]`] = 'The formula gives the value; leave it out.';
  } else if (value && (isReference(field.type) || isFilledByService(field))) {
    violations[`${at}[value]`] = 'Only the signing itself fills this field; leave the value out.';
  } else if (value) {
    const problem = findValueProblem({ ...rules, type: field.type }, value);
    if (problem !== null) violations[`${at}[value]`] = describeAnswerProblem(problem);
  }
  checkDrawable({ value: value ?? '', options: rules.options }, about);
  if (fontSize < FONT_POINTS.min || fontSize > FONT_POINTS.max) {
    violations[`${at}[style][fontSize]`] = `Must be ${FONT_POINTS.min} to ${FONT_POINTS.max} points.`;
  }
  if (!/^#[0-9a-fA-F]{6}$/.test(color))
    violations[`${at}[style][color]`] = 'Must be a colour such as #14213D.';
}

function checkDrawable(
  { value, options }: Pick<FieldRules, 'options'> & { value: string },
  { at, context, violations }: { at: string; context: FieldContext; violations: Violations },
): void {
  const labels = (options ?? []).map(({ label }) => label).join('');
  for (const [key, text] of [
    ['value', options === null ? value : ''],
    ['options', labels],
  ] as const) {
    const missing = context.findMissing(text);
    if (missing.length > 0) violations[`${at}[${key}]`] ??= describeMissingCharacters(missing);
  }
}

function asOptionField({ rules, style, ...field }: PlacedField) {
  return { ...field, options: rules.options, fontSize: style.fontSize };
}

/** A field with default style, at a place found in a document. */
export function defaultPlacement(
  { type, key, page, posX, posY, width, height }: Omit<PlannedField, 'signing' | 'pdfFieldName'>,
  owner: { documentId: number; roleId: number },
): PlacedField {
  const { documentId, roleId: role } = owner;
  const required = type !== 'checkbox';
  return toPlaced({ type, key, required, documentId, role, page, posX, posY, style: { width, height } });
}

function toPlaced({ label, role, value, style, ...field }: FieldRequest): PlacedField {
  const rules = readRules(field);
  // A member of a group of boxes may stay empty; the group says how many may not.
  const { required = field.type !== 'checkbox' || rules.group === null, readOnly = false } = field;
  const { width, height, fontStyle, fontSize = USUAL_FONT_POINTS, color = USUAL_COLOR } = style;
  const { bold = false, italic = false, underline = false } = style;
  const look = { color: color.toUpperCase(), fontSize, bold, italic, underline };
  return {
    type: field.type,
    label: label?.trim() || FIELD_LABELS[field.type],
    required,
    readOnly: readOnly || field.type === 'stamp' || (rules.formula !== null && field.type !== 'date'),
    documentId: field.documentId,
    roleId: role,
    page: field.page,
    posX: field.posX,
    posY: field.posY,
    width,
    height,
    value: value || null,
    rules,
    style: { ...look, fontStyle: fontStyle || USUAL_FONT_STYLE },
  };
}
