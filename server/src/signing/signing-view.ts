import type { ActionStatus, WorkflowStatus } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import type { ConsentText } from './consent-texts.ts';
import { type Desk, showsDocuments } from './signing-desk.ts';

/** The shape of everything the signing page shows to one person. */
export function viewSigning(desk: Desk, consent: ConsentText) {
  const { facts, recipient, action, link } = desk;
  const { workflow } = facts;
  const base = `/api/v1/signing/${link.id}`;
  return {
    link: link.id,
    state: desk.state,
    workflow: {
      name: facts.title,
      type: workflow.type,
      status: workflow.status as WorkflowStatus,
      expiryDate: toSeconds(workflow.expires_at),
      senderName: workflow.sender_name ?? facts.creator.name,
      senderEmail: facts.creator.email,
      organizationName: facts.organization.name,
      message: workflow.sender_message,
    },
    recipient: { name: recipient.name, email: recipient.email },
    action: {
      id: action.id,
      type: action.type,
      status: action.status as ActionStatus,
      comment: action.comment,
    },
    documents: viewDocuments(desk, base),
    fields: desk.state === 'open' ? desk.fields.map(viewField) : [],
    marks: { signature: viewMark(desk, 'signature', base), initials: viewMark(desk, 'initials', base) },
    consent: { ...consent, given: desk.consented },
    shownHash: desk.shownHash,
    people: viewPeople(desk),
    downloadUrl: showsDocuments(desk) ? downloadUrl(desk, base) : null,
  };
}

function viewDocuments(desk: Desk, base: string) {
  if (!showsDocuments(desk)) return [];
  return desk.facts.documents.map((document) => {
    const file = desk.facts.files.find((each) => each.documentId === document.id);
    const shown = (desk.state === 'completed' ? file?.sealed : null) ?? file?.original;
    return {
      id: document.id,
      name: document.name,
      size: shown?.size ?? 0,
      sha256: shown?.sha256.toString('hex') ?? '',
      pages: document.pages.map(({ width, height }) => ({ width, height })),
      url: `${base}/documents/${document.id}`,
    };
  });
}

function viewField(field: Desk['fields'][number]) {
  return {
    id: field.id,
    type: field.type,
    label: field.label,
    required: field.required,
    documentId: field.document_id,
    page: field.page,
    posX: field.pos_x,
    posY: field.pos_y,
    width: field.width,
    height: field.height,
    value: field.value,
  };
}

function viewMark(desk: Desk, kind: 'signature' | 'initials', base: string) {
  const mark = desk.marks.find((each) => each.kind === kind);
  // The id in the address makes a browser fetch a new mark instead of showing the old one again.
  return mark ? { id: mark.id, url: `${base}/marks/${kind}?v=${mark.id}` } : null;
}

function viewPeople({ facts }: Desk) {
  const names = new Map(facts.recipients.map((recipient) => [recipient.id, recipient.name]));
  return facts.steps.flatMap((step) =>
    facts.actions
      .filter((action) => action.step_id === step.id)
      .map((action) => ({
        name: names.get(action.recipient_id) ?? '',
        type: action.type,
        stepOrder: step.step_order,
        status: action.status as ActionStatus,
      })),
  );
}

function downloadUrl({ facts }: Desk, base: string): string | null {
  const first = facts.documents[0];
  return first ? `${base}/documents/${first.id}?download=1` : null;
}
