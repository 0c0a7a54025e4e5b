import { listShownFields } from '@paraph/domain';
import {
  answerFieldName,
  type FormPlan,
  placementOf,
  sealFieldName,
  signatureFieldName,
  signaturePlace,
} from '../revisions/plan-form.ts';
import { formPlanOf, listSignings } from '../workflows/lifecycle/form-plans.ts';
import type { WorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';

type Field = WorkflowFacts['fields'][number];

/** A planned signature: signer, place and signature image. */
export interface PlannedSignature {
  actionId: number | null;
  fieldName: string;
  name: string;
  email: string;
  /** When the person pressed Finish. */
  actedAt: Date;
  imageId: string | null;
  /** False for a seal that is not shown on any page. */
  isVisible: boolean;
}

/** The value of a form field, filled before the first signature. */
export type PlannedAnswer =
  | { name: string; kind: 'text'; text: string; fontSize: number }
  | { name: string; kind: 'option'; value: string; fontSize: number }
  | { name: string; kind: 'checkbox' };

/** A further signature or initials, drawn before the first signature. */
export interface PlannedPicture {
  page: number;
  displayed: { posX: number; posY: number; width: number; height: number };
  imageId: string;
}

export interface SealPlan {
  answers: PlannedAnswer[];
  pictures: PlannedPicture[];
  signatures: PlannedSignature[];
}

/**
 * Plans one document: a signature per signing action, in the order in which the recipients acted; other answers are
 * filled in the incremental update before the first signature. A document that was only reviewed gets one seal in the
 * organization's name, so that its integrity can be proven as well.
 */
export function planSeal(facts: WorkflowFacts, documentId: number): SealPlan {
  const form = formPlanOf(facts, documentId);
  const signings = listSignings(facts)
    .map((action, signing) => ({ action, signing }))
    .filter(({ action }) => action.acted_at !== null)
    .sort(
      (a, b) =>
        (a.action.acted_at?.getTime() ?? 0) - (b.action.acted_at?.getTime() ?? 0) || a.signing - b.signing,
    );
  if (form.signings === 0) return { answers: [], pictures: [], signatures: [organizationSeal(facts, form)] };
  const values = new Map(
    listShownByRole(facts)
      .filter((field) => field.document_id === documentId)
      .map((field) => [field.position, field.value]),
  );
  const plan: SealPlan = { answers: [], pictures: [], signatures: [] };
  for (const { action, signing } of signings) {
    const recipient = facts.recipients.find((each) => each.id === action.recipient_id);
    if (!recipient || !action.acted_at) continue;
    const place = signaturePlace(form.fields, signing);
    plan.signatures.push({
      actionId: action.id,
      fieldName: signatureFieldName(form, signing),
      name: recipient.name,
      email: recipient.email,
      actedAt: action.acted_at,
      imageId: place ? (values.get(place.position) ?? null) : null,
      isVisible: place !== null,
    });
    for (const field of form.fields) {
      const value = values.get(field.position) ?? null;
      if (field.signing !== signing || field === place || value === null || field.fixedValue !== null)
        continue;
      if (field.type === 'signature' || field.type === 'initials')
        plan.pictures.push({ ...placementOf(field), imageId: value });
      else plan.answers.push(answerOf(form, field, value));
    }
  }
  return plan;
}

function organizationSeal(
  { workflow, organization, creator }: WorkflowFacts,
  form: FormPlan,
): PlannedSignature {
  return {
    actionId: null,
    fieldName: sealFieldName(form),
    name: organization.name,
    email: creator.email,
    actedAt: workflow.started_at ?? workflow.created_at,
    imageId: null,
    isVisible: false,
  };
}

/** The fields that their signers saw: conditions hide others, also those that the sender filled in. */
function listShownByRole({ fields }: Pick<WorkflowFacts, 'fields'>): Field[] {
  const roles = Map.groupBy(fields, (field) => field.role_id);
  return [...roles.values()].flatMap((own) => {
    const shown = listShownFields(own.map(({ id, value, rules }) => ({ id, value, showIf: rules.showIf })));
    const ids = new Set(shown.map(({ id }) => id));
    return own.filter(({ id }) => ids.has(id));
  });
}

function answerOf(form: FormPlan, field: FormPlan['fields'][number], value: string): PlannedAnswer {
  const { type, options, fontSize } = field;
  const name = answerFieldName(form, field);
  if (type === 'checkbox') return { name, kind: 'checkbox' };
  if (options !== null) return { name, kind: 'option', value, fontSize };
  return { name, kind: 'text', text: value, fontSize };
}
