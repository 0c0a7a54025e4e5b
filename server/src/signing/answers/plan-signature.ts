import { shortenAttachment } from '@paraph/domain';
import {
  answerFieldName,
  type FormPlan,
  signatureFieldName,
  signaturePlace,
} from '../../revisions/plan-form.ts';
import { formPlanOf, listSignings } from '../../workflows/lifecycle/form-plans.ts';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';

/** What a signer adds to one document: the signature in its place, and the answers that it locks. */
export interface SignaturePlan {
  fieldName: string;
  /** The signature image; null where the signature is not shown on any page, or shows text only. */
  imageId: string | null;
  isVisible: boolean;
  answers: readonly PlannedAnswer[];
}

export type PlannedAnswer =
  | { kind: 'text'; name: string; text: string; shown?: string; fontSize: number; isStamp?: boolean }
  | { kind: 'checkbox'; name: string }
  | { kind: 'option'; name: string; value: string; fontSize: number }
  | { kind: 'picture'; name: string; text: string; imageId: string };

type Field = WorkflowFacts['fields'][number];

/** `answers`: the fields that no condition hides, with the values to sign, which need not be stored yet. */
export function planSignature(
  facts: WorkflowFacts,
  { actionId, documentId, answers }: { actionId: number; documentId: number; answers: readonly Field[] },
): SignaturePlan {
  const form = formPlanOf(facts, documentId);
  const signing = listSignings(facts).findIndex(({ id }) => id === actionId);
  const values = new Map(
    answers
      .filter((field) => field.document_id === documentId)
      .map(({ position, value }) => [position, value]),
  );
  const place = signaturePlace(form.fields, signing);
  return {
    fieldName: signatureFieldName(form, signing),
    imageId: place ? (values.get(place.position) ?? null) : null,
    isVisible: place !== null,
    answers: form.fields
      // What the sender filled in for good is in the form.
      .filter((field) => field.signing === signing && field !== place && field.fixedValue === null)
      .flatMap((field) => answerOf(form, field, values.get(field.position) ?? null)),
  };
}

function answerOf(form: FormPlan, field: FormPlan['fields'][number], value: string | null): PlannedAnswer[] {
  if (value === null) return [];
  const { type, label, fontSize, options } = field;
  const name = answerFieldName(form, field);
  switch (type) {
    case 'signature':
    case 'initials':
      return [{ kind: 'picture', name, text: label, imageId: value }];
    case 'checkbox':
      return [{ kind: 'checkbox', name }];
    case 'stamp':
      return [{ kind: 'text', name, text: value, fontSize, isStamp: true }];
    case 'attachment':
      return [{ kind: 'text', name, text: value, shown: shortenAttachment(value), fontSize }];
    default:
      return options === null
        ? [{ kind: 'text', name, text: value, fontSize }]
        : [{ kind: 'option', name, value, fontSize }];
  }
}
