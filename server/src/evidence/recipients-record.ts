import type { EvidenceView } from './compose-document.ts';

type Record = EvidenceView['record'];
type Signer = Record['signers'][number];

/**
 * What recipients learn of each other by the documents, their page and their mails: who did what when. Openings,
 * consents, mails, proofs and edits are how a person behaved; holds and faults are the sender's matter.
 */
const SHARED_EVENTS: ReadonlySet<string> = new Set([
  'workflow.started',
  'workflow.approved',
  'workflow.sealed',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
  'action.started',
  'action.signed',
  'action.approved',
  'action.declined',
  'action.released',
  'document.sealed',
]);

/**
 * The record as the certificate of the recipients says it: without addresses, programs, time zones, proofs, mails and
 * openings of any person, and without their answers.
 */
export function recordForRecipients(record: Record): Record {
  return {
    ...record,
    sender: { ...record.sender, authentication: null, ip: null, userAgent: null },
    signers: record.signers.map(withoutTraces),
    // Whom the sender keeps informed is the sender's matter.
    followers: [],
    events: record.events
      .filter(({ name }) => SHARED_EVENTS.has(name))
      .map((event) => ({
        ...event,
        actor: nameOf(event.actor),
        detail: { actionId: event.detail.actionId, reason: sharedReasonOf(event) },
      })),
  };
}

/** Recipients read on their page why the sender stopped it; why one declined is said beside that person. */
function sharedReasonOf({ name, detail }: Record['events'][number]): unknown {
  return name === 'workflow.canceled' ? detail.reason : undefined;
}

function withoutTraces(signer: Signer): Signer {
  const { act } = signer;
  const nowhere = { ip: null, userAgent: null, timeZone: null };
  return {
    ...signer,
    email: '',
    mails: [],
    openings: [],
    authentication: [],
    consent: null,
    act: act && { ...act, ...nowhere, salt: null, answers: [], marks: [], attachments: [] },
  };
}

function nameOf(actor: unknown): { name: unknown } | null {
  if (typeof actor !== 'object' || actor === null || !('name' in actor)) return null;
  return { name: actor.name };
}
