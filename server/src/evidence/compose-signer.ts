import {
  describeReachedLevel,
  emailKey,
  QUALIFIED_REACHED,
  readReachedLevel,
  SANDBOX_NAME,
  sayWeakestLinks,
} from '@paraph/domain';
import type { StoredEvent } from '../audit/api.ts';
import { choiceOf } from '../workflows/api.ts';
import { membersOf } from '../workflows/store/choice-slots.ts';
import { composeCertificate, type EvidenceView } from './compose-document.ts';
import type { EvidenceFacts } from './gather-facts.ts';
import { keysSeenBy } from './keys-seen.ts';
import { findAct, findConsentEvent, readAct, textOf } from './recorded-act.ts';

type SignerEvidence = EvidenceView['record']['signers'][number];
type Action = EvidenceFacts['workflow']['actions'][number];

/** One person in one step: how they were reached, what they agreed to, and what they did. */
export function composeSigner(facts: EvidenceFacts, action: Action): SignerEvidence {
  const { recipients, steps } = facts.workflow;
  const recipient = recipients.find(({ id }) => id === action.recipient_id);
  const step = steps.find(({ id }) => id === action.step_id);
  if (!recipient || !step) throw new Error(`action ${action.id} has lost its person or its step`);
  const isTheirs = (address: unknown) =>
    typeof address === 'string' && emailKey(address) === recipient.email_key;
  const openings = facts.events.filter(
    ({ name, detail, actor }) =>
      name === 'link.opened' && detail.actionId === action.id && isTheirs(actor?.email),
  );
  return {
    actionId: action.id,
    recipientId: recipient.id,
    name: recipient.name,
    email: recipient.email,
    stepOrder: step.step_order,
    type: action.type,
    status: action.status,
    choice: composeChoice(facts, action),
    witness: composeWitness(facts, action),
    mails: mailsIn(facts, isTheirs),
    openings: openings.map(originOf),
    authentication: [...composeOpened(openings), ...composeProof(facts, action)],
    reached: composeReached(facts, action),
    consent: composeConsent(facts, action),
    act: composeAct(facts, action),
    certificates: composeCertificates(facts, action),
  };
}

/** The first opening of the mailed link, and the first one by a host: the latter shows nothing of the mailbox. */
function composeOpened(openings: readonly StoredEvent[]): SignerEvidence['authentication'] {
  const mailed = openings.find(({ actor }) => !actor?.hosted);
  const handed = openings.find(({ actor }) => actor?.hosted);
  const time = mailed?.occurred_at.toISOString();
  return [
    ...(time === undefined ? [] : [{ method: 'mailbox', time, reference: null, said: null }]),
    ...(handed ? [composeHanded(handed)] : []),
  ];
}

function composeHanded({ actor, detail, occurred_at: at }: StoredEvent) {
  const { way = 'device', host = '', said = null } = actor?.hosted ?? {};
  const onDevice = detail.isDeviceKnown === true ? 'in-person-known-device' : 'in-person';
  const method = { device: onDevice, link: 'copied-link', embedded: 'embedded' }[way];
  return { method, time: at.toISOString(), reference: host, said };
}

/** Who could act in the same place. */
function composeChoice({ workflow }: EvidenceFacts, action: Action): SignerEvidence['choice'] {
  const choice = choiceOf(action);
  const members = membersOf(workflow.actions, action);
  return choice && { ...choice, recipientIds: members.map(({ recipient_id: recipientId }) => recipientId) };
}

/** Whose witness the person is, and what they stated. */
function composeWitness(facts: EvidenceFacts, action: Action): SignerEvidence['witness'] {
  const { recipients, actions } = facts.workflow;
  const signer = recipients.find(({ id }) => id === action.witness_of);
  if (!signer) return null;
  const signing = actions.find(
    ({ step_id: stepId, recipient_id: id }) => stepId === action.step_id && id === signer.id,
  );
  const [own, theirs] = [action, signing].map((each) => each && findAct(facts.events, each)?.actor);
  const statement = facts.consents.find(({ actionId }) => actionId === action.id)?.statement;
  return {
    ofRecipientId: signer.id,
    ofName: signer.name,
    address: statement?.address ?? null,
    relation: statement?.relation ?? null,
    sameDevice: own && theirs ? own.ip === theirs.ip && own.userAgent === theirs.userAgent : null,
  };
}

/** The proof of who signs that the act used up. */
function composeProof(facts: EvidenceFacts, action: Action): SignerEvidence['authentication'] {
  const proof = findAct(facts.events, action)?.detail.identification;
  const { method, provenTime } = (proof ?? {}) as { method?: unknown; provenTime?: unknown };
  if (typeof method !== 'string' || typeof provenTime !== 'string') return [];
  return [{ method, time: provenTime, reference: null, said: null }];
}

/** What the certificate of the signature says of its making, whatever the workflow asked for. */
function composeReached(facts: EvidenceFacts, action: Action): SignerEvidence['reached'] {
  const signature = facts.signatures.find((each) => each.action_id === action.id);
  const certificate = signature && facts.certificates.get(signature.certificate_serial);
  const isOutside = signature?.outside_chain != null;
  const reached = isOutside ? QUALIFIED_REACHED : certificate ? readReachedLevel(certificate.policies) : null;
  if (!reached) return null;
  // The sandbox is said wherever its signatures are.
  const isSandbox = isOutside && certificate?.issuer === SANDBOX_NAME;
  const documents = facts.workflow.files.map(({ documentId }) => ({
    sealed: { log: facts.sealedFiles.get(documentId)?.inclusion ?? null },
  }));
  const seenBy = keysSeenBy({ certificates: composeCertificates(facts, action), documents });
  const sentence = `${describeReachedLevel(reached, seenBy)}${isSandbox ? ` ${SANDBOX_NAME}.` : ''}`;
  return { ...reached, weakestLink: sayWeakestLinks(reached, seenBy), sentence };
}

/** IP address and browser of an event. */
export function originOf({ occurred_at: at, actor }: StoredEvent) {
  return {
    time: at.toISOString(),
    ip: actor?.ip ?? null,
    isProxied: actor?.isProxied ?? false,
    isUnnamedProxy: actor?.isUnnamedProxy ?? false,
    userAgent: actor?.userAgent ?? null,
  };
}

function mailsIn({ events }: EvidenceFacts, isTheirs: (address: unknown) => boolean) {
  return events
    .filter(({ name, detail }) => /^mail\.(sent|failed)$/.test(name) && isTheirs(detail.to))
    .map(composeMail);
}

/** Who got copies, of what and when: no party, and no act. */
export function composeFollower(
  facts: EvidenceFacts,
  { name, email, email_key: key, copied_when: when }: EvidenceFacts['workflow']['followers'][number],
): EvidenceView['record']['followers'][number] {
  const isTheirs = (address: unknown) => typeof address === 'string' && emailKey(address) === key;
  const openings = facts.events.filter(
    ({ name: event, actor }) => event === 'follower.opened' && isTheirs(actor?.email),
  );
  const mails = mailsIn(facts, isTheirs).filter(({ kind }) => kind.startsWith('followed_'));
  return { name, email, when, mails, openings: openings.map(originOf) };
}

function composeMail({ name, detail, occurred_at: at }: StoredEvent): SignerEvidence['mails'][number] {
  return {
    to: textOf(detail.to) ?? '',
    kind: textOf(detail.kind) ?? '',
    time: at.toISOString(),
    result: name === 'mail.sent' ? 'sent' : 'failed',
    reply: textOf(detail.reply) ?? textOf(detail.cause),
  };
}

function composeConsent(facts: EvidenceFacts, action: Action): SignerEvidence['consent'] {
  const event = findConsentEvent(facts.events, action);
  const consent = facts.consents.find(({ actionId }) => actionId === action.id);
  if (!event || !consent) return null;
  const { version, textSha256, text, disclosure } = consent;
  const { language, timeZone } = event.detail;
  const browser = { language: textOf(language) ?? '', timeZone: textOf(timeZone) };
  return { ...originOf(event), version, ...browser, textSha256, text: text ?? '', disclosure };
}

function composeAct(facts: EvidenceFacts, action: Action): SignerEvidence['act'] {
  const event = findAct(facts.events, action);
  if (!event) return null;
  const { shownHash, documents, answers, signatureImages, attachments, intent, reason } = readAct(event);
  return {
    ...originOf(event),
    result: event.name.replace('action.', ''),
    reason,
    button: intent?.button ?? null,
    language: intent?.language ?? null,
    timeZone: intent?.timeZone ?? null,
    shownSha256: shownHash,
    documents,
    salt: answers.length > 0 ? (facts.salts.get(action.id) ?? null) : null,
    answers: answers.map(({ id, type, valueHash }) => ({
      fieldId: id,
      type,
      value: facts.workflow.fields.find((field) => field.id === id)?.value ?? null,
      valueSha256: valueHash,
    })),
    // Null also in trails that are older than kept signatures.
    marks: signatureImages.map(({ id, kind, method, sha256, keptTime = null }) => {
      return { id, kind, method, sha256, keptTime };
    }),
    attachments,
  };
}

function composeCertificates(facts: EvidenceFacts, action: Action): SignerEvidence['certificates'] {
  return facts.signatures
    .filter((each) => each.action_id === action.id)
    .flatMap((each) => facts.certificates.get(each.certificate_serial) ?? [])
    .map(composeCertificate);
}
