import {
  asksInOwnProduct,
  type EventName,
  emailKey,
  isErasedAddress,
  type MailKind,
  topicOf,
} from '@paraph/domain';
import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Config } from '../config/config.ts';
import type { EventActor } from '../database/column-types.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { type RequestedMail, requestMails, storeMails } from './request-mail.ts';
import { textsFor } from './texts/mail-texts.ts';
import { insertSummaryLines, readMailWishes } from './wish-store.ts';
import { saysEnd, writeWorkflowMail } from './write-mail.ts';

/**
 * Requests the mails about events of a workflow; without a mail server, stores them at once. Idempotent: one mail per
 * event, kind and address.
 */
export async function handleMailEvents(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
  events: readonly FollowedEvent[],
): Promise<void> {
  const [first] = events;
  const facts = first && (await findWorkflowFacts(deps.database, first.workflow_id));
  // Nobody is asked to sign a seal of the organization, and there may be thousands: lists and notifications tell of it.
  if (!facts || facts.workflow.source_type === 'seal') return;
  const now = deps.clock.now();
  const all = events.flatMap(({ id: eventId, workflow_id: workflowId, name, actor, detail: about }) => {
    // The actor, and the key of another member if one was used: mails about it name both.
    const detail = { ...about, event: name, by: actor?.name ?? null, byKey: actor?.byKey ?? null };
    const chosen = chooseMailRecipients({ name, detail: about, actor }, facts);
    return chosen.map((recipient) => ({ ...recipient, workflowId, eventId, detail, now }));
  });
  const { mails, lines } = await asWished(deps.database, all, facts);
  if (mails.length + lines.length === 0) return;
  await deps.database.transaction().execute(async (tx) => {
    await insertSummaryLines(tx, lines);
    if (mails.length === 0) return;
    if (deps.config.smtpUrl !== null) return requestMails(tx, mails);
    const written = mails.map((mail) => ({ ...mail, subject: subjectOf(mail, facts, deps.config) }));
    return storeMails(tx, written);
  });
}

type EventMail = MailRecipient & {
  workflowId: number;
  eventId: number;
  detail: RequestedMail['detail'];
  now: Date;
};

/** Mails to the sender as they wish: at once, as a line of the summary of the day, or not. */
async function asWished(reads: Reads, all: readonly EventMail[], { creator, recipients }: WorkflowFacts) {
  const isToSender = ({ recipientId, kind }: EventMail) => recipientId === null && topicOf(kind) !== null;
  if (!all.some(isToSender)) return { mails: all, lines: [] };
  const wishes = await readMailWishes(reads, creator.id);
  const timeOf = (mail: EventMail) => {
    const topic = isToSender(mail) ? topicOf(mail.kind) : null;
    return topic === null ? 'now' : wishes[topic];
  };
  const lines = all
    .filter((mail) => timeOf(mail) === 'daily')
    .map(({ workflowId, eventId, kind, now }) => ({
      ...{ user_id: creator.id, workflow_id: workflowId, event_id: eventId, kind, happened_at: now },
    }));
  // Who signed as well keeps the copy of a signer: the wishes are those of a sender.
  const asSigner = (mail: EventMail) =>
    recipients
      .filter(({ email_key: key }) => saysEnd(mail.kind) && key === emailKey(mail.toEmail))
      .map(({ id }) => ({ ...mail, recipientId: id }));
  return { mails: all.flatMap((mail) => (timeOf(mail) === 'now' ? [mail] : asSigner(mail))), lines };
}

function subjectOf(mail: RequestedMail, facts: WorkflowFacts, { baseUrl }: Pick<Config, 'baseUrl'>): string {
  const { kind, detail, recipientId, followerId = null, toEmail, now } = mail;
  const to = { recipient_id: recipientId, follower_id: followerId, to_email: toEmail };
  const about = { kind, detail, ...to, created_at: now };
  const written = { mail: about, facts, signingUrl: null, baseUrl };
  return writeWorkflowMail(written, textsFor(mail, facts)).subject;
}

type MailRecipient = Pick<RequestedMail, 'followerId' | 'kind' | 'recipientId' | 'toEmail' | 'toName'>;

interface MailedEvent {
  name: EventName;
  detail: Readonly<Record<string, unknown>>;
  actor?: EventActor | null;
}

/** Events caused by a key of another member, after the start, of which the member is informed. */
const BY_KEY: ReadonlySet<EventName> = new Set<EventName>([
  'workflow.started',
  'workflow.canceled',
  'workflow.changed',
  'workflow.retried',
  'recipient.reassigned',
  'action.reminded',
  'callback.changed',
]);

/** The recipients of the mails about an event; each address gets each kind of mail once, an erased account none. */
function chooseMailRecipients(event: MailedEvent, facts: WorkflowFacts): MailRecipient[] {
  const all = [...recipientsOf(event, facts), ...memberOf(event, facts), ...followersOf(event, facts)];
  return all.filter(({ toEmail }) => !isErasedAddress(toEmail));
}

/** The member in whose name a key of another member acted. */
function memberOf({ name, actor }: MailedEvent, { workflow }: WorkflowFacts): MailRecipient[] {
  const isNotified = actor?.byKey && actor.email && BY_KEY.has(name) && workflow.started_at !== null;
  if (!isNotified) return [];
  return [{ kind: 'key_used', toEmail: actor.email ?? '', toName: actor.name ?? '', recipientId: null }];
}

function recipientsOf(event: MailedEvent, facts: WorkflowFacts): MailRecipient[] {
  switch (event.name) {
    case 'action.started':
      return asInvited(event, addressed(event, facts), facts);
    case 'action.signed':
      return [sender('signed', facts)];
    case 'action.released':
      return asMailRecipients('released', addressed(event, facts));
    case 'action.declined':
      // Where others of the group are enough; else the end of the workflow is told.
      return facts.workflow.status === 'declined' ? [] : [sender('one_declined', facts)];
    case 'action.reminded':
      return asMailRecipients('reminder', addressed(event, facts));
    case 'recipient.reassigned':
      return once([
        ...asInvited(
          event,
          invited(facts).filter(({ id }) => id === event.detail.recipientId),
          facts,
        ),
        ...(event.actor?.kind === 'recipient' ? [sender('passed_on', facts)] : []),
      ]);
    case 'workflow.signed':
      return once([sender('completed', facts), ...asMailRecipients('completed', takingPart(facts))]);
    case 'workflow.declined':
      return once([sender('declined', facts), ...asMailRecipients('declined', invited(facts))]);
    case 'workflow.expired':
      return once([sender('expired', facts), ...asMailRecipients('expired', invited(facts))]);
    case 'workflow.canceled':
      return asMailRecipients('canceled', invited(facts));
    case 'mail.failed':
      return notifiesSender(event, facts) ? [sender('mail_failed', facts)] : [];
  }
  const kind = TO_SENDER[event.name];
  return kind ? [sender(kind, facts)] : [];
}

/** Of these events the sender is informed, and nobody else. */
const TO_SENDER: Readonly<Partial<Record<EventName, MailKind>>> = {
  'start.failed': 'start_failed',
  'workflow.blocked': 'blocked',
  'identification.undeliverable': 'code_failed',
  'delivery.dead': 'delivery_dead',
  'callback.changed': 'callback_changed',
  'file.damaged': 'file_damaged',
};

/**
 * Who gets a copy, and has not stopped it: of the request at the start, or whenever the person is asked whose requests
 * are copied; and of the end. Nothing of what never started.
 */
function followersOf({ name, detail, actor }: MailedEvent, facts: WorkflowFacts): MailRecipient[] {
  const { workflow, followers } = facts;
  const reading = followers.filter(({ stopped_at: stoppedAt }) => stoppedAt === null);
  if (workflow.started_at === null || reading.length === 0) return [];
  if (ENDS.has(name))
    return asFollowers(
      'followed_end',
      reading.filter(({ copied_when: when }) => when !== 'start'),
    );
  const isAsked =
    name === 'recipient.reassigned' && (actor?.kind === 'recipient' || detail.actionId !== null);
  if (name === 'action.started' || name === 'action.reminded' || isAsked)
    return asFollowers(
      'followed_start',
      reading.filter(({ recipient_id: id }) => id === detail.recipientId),
    );
  const added =
    name === 'workflow.followers_changed' && Array.isArray(detail.addedIds) ? detail.addedIds : [];
  const isTold = ({ id }: { id: number }) => name === 'workflow.started' || added.includes(id);
  const atStart = reading.filter(({ recipient_id: of, copied_when: when }) => of === null && when !== 'end');
  return asFollowers('followed_start', atStart.filter(isTold));
}

const ENDS: ReadonlySet<EventName> = new Set<EventName>([
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
]);

function asFollowers(kind: MailKind, followers: WorkflowFacts['followers']): MailRecipient[] {
  return followers.map(({ id, email, name }) => {
    return { kind, toEmail: email, toName: name, recipientId: null, followerId: id };
  });
}

/** A recipient who was replaced since then is invited by the event of the replacement. */
function addressed({ detail }: MailedEvent, { recipients }: WorkflowFacts): WorkflowFacts['recipients'] {
  const { recipientId, recipientEmail } = detail;
  return recipients.filter(
    ({ id, email_key: key }) =>
      id === recipientId && (typeof recipientEmail !== 'string' || emailKey(recipientEmail) === key),
  );
}

/** The sender cannot be informed by mail of a failed mail to the sender. */
function notifiesSender({ detail }: MailedEvent, { creator }: WorkflowFacts): boolean {
  return typeof detail.to === 'string' && emailKey(detail.to) !== emailKey(creator.email);
}

function sender(kind: MailKind, { creator }: WorkflowFacts): MailRecipient {
  return { kind, toEmail: creator.email, toName: creator.name, recipientId: null };
}

function asMailRecipients(kind: MailKind, recipients: WorkflowFacts['recipients']): MailRecipient[] {
  return recipients.map(({ id, email, name }) => ({ kind, toEmail: email, toName: name, recipientId: id }));
}

/** Nobody where the sender's own product asks them; but whom another recipient has named, it does not know. */
function asInvited(
  { actor }: MailedEvent,
  recipients: WorkflowFacts['recipients'],
  { workflow }: WorkflowFacts,
): MailRecipient[] {
  const isAsked = asksInOwnProduct(workflow.preferences) && actor?.kind !== 'recipient';
  return isAsked ? [] : asMailRecipients('invitation', recipients);
}

/** All but those who declined, and left it to others of their group. */
function takingPart({ recipients, actions }: WorkflowFacts): WorkflowFacts['recipients'] {
  return recipients.filter(({ id }) =>
    actions.some((action) => action.recipient_id === id && action.status !== 'declined'),
  );
}

/** Recipients who have been invited, whether or not they acted. */
function invited({ recipients, actions }: WorkflowFacts): WorkflowFacts['recipients'] {
  return recipients.filter(({ id }) =>
    actions.some((action) => action.recipient_id === id && action.status !== 'not_started'),
  );
}

function once(mailRecipients: readonly MailRecipient[]): MailRecipient[] {
  const seen = new Set<string>();
  return mailRecipients.filter(({ toEmail }) => {
    const key = emailKey(toEmail);
    return seen.has(key) ? false : seen.add(key);
  });
}
