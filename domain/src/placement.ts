import { ANCHOR_KINDS, type AnchorKind, type FieldType, type Placement } from './field.ts';
import { anchorKey } from './field-values.ts';
import type { Plan, PlannedAction } from './recipient.ts';

/** A field before its role has a row: `signing` counts the plan's signing actions, step by step. */
export interface PlannedField extends Placement {
  signing: number;
  type: FieldType;
  /** The form field of the PDF that receives the signature, if any. */
  pdfFieldName: string | null;
  /** The name by which programs give and read its value. */
  key?: string | null;
  /** What the sender fills in. */
  value?: string | null;
}

/** Anchors, form fields and blank places that the intake found in the PDF. */
export interface DetectedFields {
  anchors: readonly { kind: AnchorKind; tag: string; place: Placement }[];
  formFields: readonly { name: string; place: Placement }[];
  blankAreas: readonly Placement[];
}

/**
 * Places the fields of a quick workflow (interface.md §5.1): at text anchors if the PDF has any; else at its empty
 * signature form fields, in order; else at blank places. A signer without a signature field gets a blank place, so that
 * every signer has one.
 */
export function placeFields(plan: Plan, detected: DetectedFields): PlannedField[] {
  const signings = signingsOf(plan);
  const fields = detected.anchors.length > 0 ? fromAnchors(plan, detected) : fromFormFields(plan, detected);
  const blanks = [...detected.blankAreas];
  signings.forEach((_action, signing) => {
    if (fields.some((field) => field.signing === signing && field.type === 'signature')) return;
    if (plan.signedElsewhere?.includes(signing)) return;
    const blank = blanks.shift();
    if (blank) fields.push({ signing, type: 'signature', ...blank, pdfFieldName: null });
  });
  return fields;
}

/** The number of signing actions without a place in the PDF, which need blank places. */
export function countUnplaced(plan: Plan, detected: Omit<DetectedFields, 'blankAreas'>): number {
  const placed = placeFields(plan, { ...detected, blankAreas: [] });
  const signed = placed.filter(({ type }) => type === 'signature').map(({ signing }) => signing);
  return signingsOf(plan).length - new Set([...signed, ...(plan.signedElsewhere ?? [])]).size;
}

/** The signing actions of a plan, step by step. */
export function signingsOf(plan: Plan): PlannedAction[] {
  return plan.steps.flatMap((step) => step.actions).filter((action) => action.type === 'sign');
}

/** In a quick workflow tag `1` is the recipient who appears first, `2` the second, … (interface.md §5.7). */
function fromAnchors(plan: Plan, { anchors }: Pick<DetectedFields, 'anchors'>): PlannedField[] {
  const signings = signingsOf(plan);
  return anchors.flatMap(({ kind, tag, place }) => {
    const signing = signings.findIndex((action) => plan.recipients[action.recipient]?.anchorTag === tag);
    if (signing < 0) return [];
    const type = ANCHOR_KINDS[kind];
    return [{ signing, type, ...place, pdfFieldName: null, key: anchorKey(type, tag) }];
  });
}

function fromFormFields(plan: Plan, { formFields }: Pick<DetectedFields, 'formFields'>): PlannedField[] {
  const waiting = [...signingsOf(plan).keys()].filter((signing) => !plan.signedElsewhere?.includes(signing));
  return waiting.flatMap((signing, index) => {
    const field = formFields[index];
    if (!field) return [];
    return [{ signing, type: 'signature' as const, ...field.place, pdfFieldName: field.name }];
  });
}
