import type { NewSignatureField } from '@paraph/pades';
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

/** Drawn before the first signature: answers as text, further signature images as pictures. */
export type PlannedStamp =
  | { kind: 'text'; page: number; displayed: Displayed; text: string; fontSize: number }
  | { kind: 'signature-image'; page: number; displayed: Displayed; imageId: string };

interface Displayed {
  posX: number;
  posY: number;
  width: number;
  height: number;
}

export interface SealPlan {
  signatureFields: NewSignatureField[];
  stamps: PlannedStamp[];
  signatures: PlannedSignature[];
}

/**
 * Plans one document: a signature per signing action, in the order in which the recipients acted; other answers are
 * drawn in the incremental update before the first signature. A document that was only reviewed gets one seal in the
 * organization's name, so that its integrity can be proven as well.
 */
export function planSeal(facts: WorkflowFacts, documentId: number): SealPlan {
  const { workflow, actions, recipients, fields } = facts;
  const plan: SealPlan = { signatureFields: [], stamps: [], signatures: [] };
  const mine = fields.filter((field) => field.document_id === documentId);
  const prefix = `paraph-${workflow.envelope_id.slice(-8)}`;
  const signings = actions
    .filter((action) => action.type === 'sign' && action.acted_at !== null)
    .sort((a, b) => (a.acted_at?.getTime() ?? 0) - (b.acted_at?.getTime() ?? 0) || a.id - b.id);
  for (const [index, action] of signings.entries()) {
    const recipient = recipients.find((each) => each.id === action.recipient_id);
    if (!recipient || !action.acted_at) continue;
    const own = mine.filter((field) => field.role_id === action.role_id);
    const [shown, ...further] = own.filter((field) => field.type === 'signature' && field.value !== null);
    const fieldName = shown?.pdf_field_name ?? `${prefix}-${index + 1}`;
    plan.signatureFields.push({
      name: fieldName,
      tooltip: `Signature of ${recipient.name}`,
      ...(shown ? placementOf(shown) : NOWHERE),
    });
    plan.signatures.push({
      actionId: action.id,
      fieldName,
      name: recipient.name,
      email: recipient.email,
      actedAt: action.acted_at,
      imageId: shown?.value ?? null,
      isVisible: shown !== undefined,
    });
    const others = own.filter((field) => field.type !== 'signature');
    plan.stamps.push(...[...further, ...others].flatMap(stampOf));
  }
  if (plan.signatures.length === 0) addOrganizationSeal(plan, facts, prefix);
  return plan;
}

/** A field without extent: the signature is in the file and on no page (ISO 32000-1 §12.7.4.5). */
const NOWHERE = { page: 0, rect: [0, 0, 0, 0] as const };

function addOrganizationSeal(
  plan: SealPlan,
  { workflow, organization, creator }: WorkflowFacts,
  prefix: string,
): void {
  const fieldName = `${prefix}-seal`;
  plan.signatureFields.push({ name: fieldName, tooltip: `Seal of ${organization.name}`, ...NOWHERE });
  plan.signatures.push({
    actionId: null,
    fieldName,
    name: organization.name,
    email: creator.email,
    actedAt: workflow.started_at ?? workflow.created_at,
    imageId: null,
    isVisible: false,
  });
}

function stampOf(field: Field): PlannedStamp[] {
  if (field.value === null) return [];
  const type = field.type;
  const place = placementOf(field);
  if (type === 'signature' || type === 'initials')
    return [{ kind: 'signature-image', ...place, imageId: field.value }];
  return [{ kind: 'text', ...place, text: field.value, fontSize: field.style.fontSize }];
}

/** Pages count from 1 on the wire and from 0 in the engine. */
function placementOf(field: Field): { page: number; displayed: Displayed } {
  const { page, pos_x: posX, pos_y: posY, width, height } = field;
  return { page: page - 1, displayed: { posX, posY, width, height } };
}
