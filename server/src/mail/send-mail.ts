import { Fault, retryDelaySeconds } from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import { readLogo } from '../brands/serve-logo.ts';
import type { Tx } from '../database/database.ts';
import { savedThoughFrozen } from '../database/frozen.ts';
import type { Deps } from '../deps.ts';
import { type CertificateAddress, readCompletionBytes } from '../evidence/completion-certificate.ts';
import { saveCodeDelivery } from '../identification/send-code.ts';
import { takeTurn } from '../jobs/pace.ts';
import { addSeconds } from '../platform/clock.ts';
import { randomFraction } from '../platform/ids.ts';
import { outageOf } from '../platform/outage.ts';
import type { OutgoingMail, Smtp } from '../platform/outside/smtp.ts';
import { readRevisedBytes } from '../revisions/open-revised-file.ts';
import { updateFollower } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { noteDelivery } from '../workflows/lifecycle/schedule-reminders.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { type ComposeDeps, type ComposedMail, composeMail } from './compose-mail.ts';
import { deleteMails, findMail, lockMail, type StoredMail, updateMail } from './mail-store.ts';
import { enqueueMail } from './request-mail.ts';
import { sanitizeLine } from './sanitize-user-text.ts';
import { requestsAction } from './write-mail.ts';

type SendDeps = ComposeDeps & Pick<Deps, 'authority' | 'blobs' | 'log' | 'replica' | 'sandbox'>;
type Failure = { error: string; retryable: boolean };
type Outcome = { reply: string } | Failure;

/**
 * Sends one mail, or stores it where no mail server is configured. Delivery is at least once: if the connection breaks
 * before the reply, the mail is sent again with the same Message-ID.
 *
 * @throws what an outage of the storage or the database throws, whose end the job waits for
 */
export async function sendMail(deps: SendDeps, smtp: Smtp | null, mailId: number): Promise<void> {
  const mail = await findMail(deps.database, mailId);
  if (mail?.state !== 'queued') return;
  // Where no mail is sent, the certificate is on the page alone.
  const composed = await composeMail(deps, mail, async (address) =>
    smtp ? takeCertificate(deps, mail, address) : null,
  );
  if (!composed) return cancelMail(deps, mail);
  if (!smtp) return storeMail(deps, mail, composed);
  if (!(await isItsTurn(deps, mail))) return;
  const outgoing = await toOutgoing(deps, mail, composed).catch(async (error: unknown) => {
    await showWaiting(deps, mail, error);
    return failureOf(error);
  });
  const outcome = 'error' in outgoing ? outgoing : await smtp.send(outgoing).catch(failureOf);
  await savedThoughFrozen((isFrozen) =>
    deps.database.transaction().execute((tx) => saveOutcome(tx, deps, { mail, outcome, isFrozen })),
  );
}

/**
 * Whether a mail may go to the mail server now, by its pace; else its job comes again when its turn is. People sit
 * before a screen and wait for codes and for mails of their account: those take a turn and go at once.
 */
async function isItsTurn(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  mail: StoredMail,
): Promise<boolean> {
  const { mailsPerMinute: perMinute } = deps.config;
  const now = deps.clock.now();
  if (perMinute === null || (mail.turn_at !== null && mail.turn_at <= now)) return true;
  const isAwaited = mail.workflow_id === null || mail.kind === 'signing_code';
  return deps.database.transaction().execute(async (tx) => {
    const turn = mail.turn_at ?? (await takeTurn(tx, 'mail', { perMinute, now }));
    await updateMail(tx, mail.id, { turn_at: turn });
    if (isAwaited || turn <= now) return true;
    await enqueueMail(tx, { id: mail.id, runAt: turn });
    return false;
  });
}

async function storeMail(
  { database }: Pick<Deps, 'database'>,
  mail: StoredMail,
  { subject }: ComposedMail,
): Promise<void> {
  const detail = JSON.stringify({ ...mail.detail, subject });
  const change = { state: 'kept' as const, detail, next_attempt_at: null };
  // A statement alone, unless the code of a signer has to be updated with it.
  if (mail.kind !== 'signing_code') return updateMail(database, mail.id, change);
  await database.transaction().execute((tx) => save(tx, mail, { change, delivery: 'kept' }));
}

/**
 * The recipient was replaced or the code is over, so the mail is not sent. A mail without a workflow is deleted: its
 * address may have been typed by a stranger.
 */
async function cancelMail({ database }: Pick<Deps, 'database'>, mail: StoredMail): Promise<void> {
  if (mail.workflow_id === null) {
    await database.transaction().execute((tx) => deleteMails(tx, [mail.id]));
    return;
  }
  const problem =
    mail.kind === 'signing_code'
      ? 'The code was not delivered while it counted.'
      : mail.follower_id !== null
        ? 'This follower wants no more mails.'
        : 'This recipient was replaced.';
  const change = { state: 'failed', last_error: problem, next_attempt_at: null } as const;
  await database.transaction().execute((tx) => save(tx, mail, { change, delivery: 'failed', problem }));
}

/** Saves what became of a mail; the signing page says it of one with a code. */
async function save(
  tx: Tx,
  { id, kind, detail }: StoredMail,
  {
    change,
    ...outcome
  }: Parameters<typeof saveCodeDelivery>[2] & { change: Parameters<typeof updateMail>[2] },
): Promise<void> {
  await updateMail(tx, id, change);
  if (kind === 'signing_code') await saveCodeDelivery(tx, Number(detail.codeId), outcome);
}

async function toOutgoing(deps: SendDeps, mail: StoredMail, composed: ComposedMail): Promise<OutgoingMail> {
  const { subject, text, html, replyTo, certificate, calendar, stopUrl } = composed;
  const attachments = await Promise.all(
    composed.files.map(async ({ name, ...about }) => ({
      name,
      content: await readRevisedBytes(deps, about),
    })),
  );
  return {
    ...{ subject, text, html, replyTo, stopUrl },
    from: senderOf(deps.config.mailFrom, composed.organization),
    to: { name: sanitizeLine(mail.to_name ?? ''), address: mail.to_email },
    attachments: [...attachments, certificate, calendar].filter((file) => file !== null),
    logo: await readLogo(deps, composed.logoFileId),
    messageId: messageIdOf(deps, mail),
    date: mail.created_at,
  };
}

/** "Mill & Sons (Paraph)": the organization first, and by which service, at the address of the service. */
function senderOf(mailFrom: string, organization: string | null): OutgoingMail['from'] {
  const [, name = '', address = mailFrom] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  if (organization === null) return mailFrom;
  const shown = sanitizeLine(organization, 80);
  return { name: name === '' || name === shown ? shown : `${shown} (${name})`, address };
}

/** Where it cannot be made, as the evidence is not consistent or no timestamp is to be had, the mail goes without. */
async function takeCertificate(deps: SendDeps, mail: StoredMail, address: CertificateAddress) {
  try {
    return await readCompletionBytes(deps, address);
  } catch (error) {
    const isExpected = error instanceof Fault || error instanceof PdfRefusal;
    if (!isExpected || outageOf(error) !== null) {
      await showWaiting(deps, mail, error);
      throw error;
    }
    deps.log.warn({ err: error, workflowId: address.workflowId }, 'an end is mailed without its certificate');
    return null;
  }
}

/** The same on every attempt, so that mail programs show a repeated message once. */
function messageIdOf({ config, vault }: SendDeps, { id }: StoredMail): string {
  const unique = vault.derive('message-id', String(id)).toString('hex').slice(0, 24);
  const domain = /@([^@>\s]+)>?$/.exec(config.mailFrom)?.[1] ?? 'localhost';
  return `<mail-${id}.${unique}@${domain}>`;
}

/** A mail whose files cannot be read at present waits, and says so; no attempt is used up. */
async function showWaiting(deps: SendDeps, mail: StoredMail, error: unknown): Promise<void> {
  if (outageOf(error) === 'storage' && mail.last_error !== WAITS)
    await updateMail(deps.database, mail.id, { last_error: WAITS });
}

const WAITS =
  'Waiting for the storage of documents, which cannot be used at present. It goes out by itself as soon as it can.';

function failureOf(error: unknown): Failure {
  if (!(error instanceof Fault) || outageOf(error) !== null) throw error;
  return { error: error.message, retryable: error.retryable };
}

async function saveOutcome(
  tx: Tx,
  deps: SendDeps,
  { mail, outcome, isFrozen }: { mail: StoredMail; outcome: Outcome; isFrozen: boolean },
): Promise<void> {
  // Locks the workflow first, as everywhere, which prevents deadlocks.
  const record = mail.workflow_id === null ? null : await lockWorkflow(tx, mail.workflow_id);
  const current = await lockMail(tx, mail.id);
  // Another process sent it concurrently, or it was requested again: its record stays.
  if (current?.state !== 'queued' || current.attempts !== mail.attempts) return;
  const now = deps.clock.now();
  const attempts = current.attempts + 1;
  if ('reply' in outcome) {
    const sent = { state: 'sent', attempts, smtp_reply: outcome.reply, sent_at: now } as const;
    const change = { ...sent, last_error: null, next_attempt_at: null };
    await save(tx, mail, { change, delivery: 'sent' });
    if (isFrozen) return;
    await noteOutcome(tx, { mail, record, problem: null, now });
    await recordOutcome(tx, deps, { mail, name: 'mail.sent', more: { reply: outcome.reply } });
    return;
  }
  const delay = outcome.retryable ? retryDelaySeconds('mail', attempts, randomFraction(deps.ids)) : null;
  const nextAttemptAt = delay === null ? null : addSeconds(now, delay);
  const state = nextAttemptAt ? 'queued' : 'failed';
  const change = { state, attempts, last_error: outcome.error, next_attempt_at: nextAttemptAt } as const;
  if (nextAttemptAt) {
    // Another attempt is another turn.
    await updateMail(tx, mail.id, { ...change, turn_at: null });
    return enqueueMail(tx, { id: mail.id, runAt: nextAttemptAt });
  }
  deps.log.warn({ mail: mail.id, kind: mail.kind, cause: outcome.error }, 'a mail could not be delivered');
  await save(tx, mail, { change, delivery: 'failed', problem: outcome.error });
  if (isFrozen) return;
  await noteOutcome(tx, { mail, record, problem: outcome.error, now });
  await recordOutcome(tx, deps, { mail, name: 'mail.failed', more: { cause: outcome.error } });
}

/** What the mail server said of an address is shown beside the person, and ends their reminders. */
async function noteOutcome(
  tx: Tx,
  {
    mail,
    record,
    ...outcome
  }: { mail: StoredMail; record: WorkflowRecord | null; problem: string | null; now: Date },
): Promise<void> {
  if (record === null) return;
  const { recipient_id: recipientId, follower_id: followerId, to_email: to } = mail;
  if (followerId !== null) await updateFollower(tx, followerId, { mail_problem: outcome.problem });
  if (!requestsAction(mail.kind)) return;
  await noteDelivery(tx, record, { recipientId, to, ...outcome });
}

async function recordOutcome(
  tx: Tx,
  deps: SendDeps,
  event: { mail: StoredMail; name: 'mail.sent' | 'mail.failed'; more: Record<string, unknown> },
): Promise<void> {
  const { id, kind, to_email: to, workflow_id: workflowId } = event.mail;
  if (workflowId === null) return;
  const detail = { mailId: id, kind, to, ...event.more };
  await recordWorkflowEvents(tx, deps, {
    workflowId,
    events: [{ name: event.name, actor: SERVICE, detail }],
  });
}
