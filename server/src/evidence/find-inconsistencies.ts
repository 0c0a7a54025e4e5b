import type { StoredEvent } from '../audit/api.ts';
import { saltedHash, statedText } from '../signing/finish/act-evidence.ts';
import type { EvidenceFacts } from './gather-facts.ts';
import {
  findAct,
  findConsentEvent,
  findLastSealing,
  findSealing,
  readAct,
  readSignatures,
} from './recorded-act.ts';

type Action = EvidenceFacts['workflow']['actions'][number];

/** What is missing or contradicts the trail, as messages; empty if a record can be composed. */
export function findInconsistencies(facts: EvidenceFacts): string[] {
  const { chain, workflow } = facts;
  const acted = workflow.actions.filter((action) => action.acted_at !== null);
  const signed = workflow.workflow.status === 'signed';
  return [
    ...(chain.intact ? [] : [`the event trail does not verify: ${chain.problem}`]),
    ...missingEvents(facts, signed ? ['workflow.approved', 'workflow.sealed', 'workflow.signed'] : []),
    ...startInconsistencies(facts),
    ...sourceInconsistencies(facts),
    ...annexInconsistencies(facts),
    ...acted.flatMap((action) => actInconsistencies(facts, action)),
    ...(signed ? workflow.documents.flatMap(({ id }) => sealInconsistencies(facts, id)) : []),
  ];
}

/** What documents were made of, as it was when they were added. */
function sourceInconsistencies({ events, workflow: { documents } }: EvidenceFacts): string[] {
  const recorded = events.flatMap(({ detail }) => (Array.isArray(detail.sources) ? detail.sources : []));
  return documents
    .filter(({ source }) => source && !recorded.some(({ sha256 }) => sha256 === source.sha256))
    .map(({ id }) => `what document ${id} was made of is not the file in the trail`);
}

/** Files for information, as they were when they were added. */
function annexInconsistencies({ events, workflow: { annexes } }: EvidenceFacts): string[] {
  const recorded = events.flatMap(({ detail }) => (Array.isArray(detail.annexes) ? detail.annexes : []));
  return annexes
    .filter(({ sha256 }) => !recorded.some((each) => each.sha256 === sha256))
    .map(({ id }) => `annex ${id} is not a file of the trail`);
}

/** Title, type and message fixed at the start. */
function startInconsistencies({ events, workflow: { title, workflow } }: EvidenceFacts): string[] {
  const detail = events.find(({ name }) => name === 'workflow.started')?.detail;
  // A missing start is said by `missingEvents`.
  if (!detail) return [];
  return [
    ...(detail.title === title ? [] : ['the title is not the one in the trail']),
    ...(detail.type === workflow.type ? [] : ['the type is not the one in the trail']),
    ...(detail.message === workflow.sender_message ? [] : ['the message is not the one in the trail']),
  ];
}

function missingEvents({ events, workflow }: EvidenceFacts, more: readonly string[]): string[] {
  const { started_at: startedAt } = workflow.workflow;
  const needed = ['workflow.created', ...(startedAt ? ['workflow.started'] : []), ...more];
  return needed
    .filter((name) => !events.some((event) => event.name === name))
    .map((name) => `the event ${name} is missing`);
}

function actInconsistencies(facts: EvidenceFacts, action: Action): string[] {
  const who = `action ${action.id}`;
  const event = findAct(facts.events, action);
  if (!event) return [`the act of ${who} is not in the trail`];
  if (!event.actor?.ip || !event.actor.email) return [`the trail does not say who did ${who} from where`];
  if (action.status === 'declined') return [];
  return [
    ...shownInconsistencies(facts, event, who),
    ...(action.type === 'sign' ? signingInconsistencies(facts, action, event) : []),
  ];
}

function shownInconsistencies({ workflow }: EvidenceFacts, event: StoredEvent, who: string): string[] {
  const { shownHash, documents } = readAct(event);
  if (!shownHash) return [`what was shown to ${who} is not in the trail`];
  const same = workflow.files.every(({ documentId, original, revisions }) =>
    documents.some(
      ({ id, sha256 }) =>
        id === documentId && [original, ...revisions].some((each) => each.sha256.toString('hex') === sha256),
    ),
  );
  return same ? [] : [`what was shown to ${who} is not the stored file`];
}

function signingInconsistencies(facts: EvidenceFacts, action: Action, event: StoredEvent): string[] {
  const who = `action ${action.id}`;
  const consent = findConsentEvent(facts.events, action);
  const agreed = facts.consents.find(({ actionId }) => actionId === action.id);
  const { answers, signatureImages, attachments } = readAct(event);
  const salt = facts.salts.get(action.id) ?? '';
  const changed = answers.filter(({ id, valueHash }) => {
    const value = facts.workflow.fields.find((field) => field.id === id)?.value ?? null;
    return (value === null ? null : saltedHash(salt, value)) !== valueHash;
  });
  const lost = signatureImages.filter(({ id, sha256 }) => {
    const file = facts.signatureImages.find((image) => image.id === id)?.file;
    return file?.sha256.toString('hex') !== sha256;
  });
  const exchanged = attachments.filter(({ fieldId, name, sha256 }) => {
    const stored = facts.attachments.find((each) => each.fieldId === fieldId);
    return stored?.sha256 !== sha256 || stored.name !== name;
  });
  const { statementHash = null } = event.detail;
  const stated = agreed?.statement ? saltedHash(salt, statedText(agreed.statement)) : null;
  return [
    ...(stated === statementHash ? [] : [`what ${who} stated as a witness is not the one in the trail`]),
    ...(consent ? [] : [`the consent of ${who} is not in the trail`]),
    ...(agreed && agreed.textSha256 === consent?.detail.textSha256
      ? []
      : [`the consent of ${who} is not kept`]),
    ...((agreed?.disclosure?.sha256 ?? null) === (consent?.detail.disclosureSha256 ?? null)
      ? []
      : [`what the organization said beside the consent of ${who} is not kept`]),
    ...(agreed && agreed.text === null ? [`the text that ${who} agreed to is not known`] : []),
    ...changed.map(({ id }) => `the answer in field ${id} is not the one in the trail`),
    ...lost.map(({ id }) => `the signature image ${id} is not the one in the trail`),
    ...exchanged.map(({ fieldId }) => `the file attached in field ${fieldId} is not the one in the trail`),
  ];
}

function sealInconsistencies(facts: EvidenceFacts, documentId: number): string[] {
  const what = `document ${documentId}`;
  const seal = facts.seals.find((each) => each.document_id === documentId);
  const sealed = facts.workflow.files.find((file) => file.documentId === documentId)?.sealed;
  const event = findSealing(facts.events, documentId);
  const last = findLastSealing(facts.events, documentId);
  if (!sealed) return [`the sealed file of ${what} is missing`];
  if (!event || last?.detail.sha256 !== sealed.sha256.toString('hex')) {
    return [`the sealed file of ${what} is not the one in the trail`];
  }
  if (!facts.sealedFiles.get(documentId)?.isContinued)
    return [`the sealed file of ${what} does not begin with the original and what people were shown`];
  if (seal?.state !== 'sealed' || !seal.level || !seal.timestamp_serial || !seal.timestamped_at) {
    return [`the level and timestamp of ${what} are not kept`];
  }
  const trailInconsistency = findTrailInconsistency(facts, event);
  if (trailInconsistency) return [`${trailInconsistency} of ${what}`];
  const signatures = facts.signatures.filter((each) => each.document_id === documentId);
  const serials = new Set([
    ...signatures.map((each) => each.certificate_serial),
    ...readSignatures(event).map(({ serial }) => serial),
  ]);
  const signings = facts.workflow.actions.filter(
    ({ type, status }) => type === 'sign' && status === 'signed',
  );
  return [
    ...signings
      .filter(({ id }) => !signatures.some((each) => each.action_id === id))
      .map(({ id }) => `the signature of action ${id} in ${what} is not kept`),
    ...[...serials]
      .filter((serial) => !facts.certificates.has(serial))
      .map((serial) => `the certificate ${serial} is missing`),
  ];
}

/** The trail heads in the sealed file must occur in the trail. */
function findTrailInconsistency({ events, sealedFiles }: EvidenceFacts, sealing: StoredEvent): string | null {
  const inFile = sealedFiles.get(Number(sealing.detail.documentId))?.trails ?? [];
  if (inFile.length === 0) return 'the trail is not in the sealed file';
  const wrong = inFile.find((each) => events[each.events - 1]?.hash.toString('hex') !== each.head);
  return wrong ? `event ${wrong.events} is not the one in the sealed file` : null;
}
