import type { MailKind } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import { enqueue, enqueueAll, type Job } from '../jobs/enqueue.ts';
import { insertKeptMails, insertMails } from './mail-store.ts';

export interface RequestedMail {
  kind: MailKind;
  toEmail: string;
  toName: string | null;
  workflowId: number | null;
  /** With an event, each address gets each kind of mail once. */
  eventId: number | null;
  /** Null if the mail is not for a recipient of the workflow: for its sender, or about an account. */
  recipientId: number | null;
  detail: Record<string, unknown>;
  now: Date;
}

/** Enqueues a mail with the caller's transaction. Returns its id; null if it was requested before. */
export async function requestMail(tx: Tx, mail: RequestedMail): Promise<number | null> {
  return (await requestMails(tx, [mail]))[0] ?? null;
}

/** The same for several; returns the ids of those that were not requested before. */
export async function requestMails(tx: Tx, mails: readonly RequestedMail[]): Promise<number[]> {
  const rows = mails.map((mail) => ({
    ...rowOf(mail),
    state: 'queued' as const,
    next_attempt_at: mail.now,
  }));
  const inserted = await insertMails(tx, rows);
  await enqueueAll(
    tx,
    inserted.map(({ id, created_at: runAt }) => jobOf({ id, runAt })),
  );
  return inserted.map(({ id }) => id);
}

/** Stores mails where no mail server is configured: only their subject is written, and no job is needed. */
export async function keepMails(
  tx: Tx,
  mails: readonly (RequestedMail & { subject: string })[],
): Promise<void> {
  const rows = mails.map(({ subject, ...mail }) => ({
    ...rowOf({ ...mail, detail: { ...mail.detail, subject } }),
    state: 'kept' as const,
    next_attempt_at: null,
  }));
  await insertKeptMails(tx, rows);
}

function rowOf(mail: RequestedMail) {
  return {
    workflow_id: mail.workflowId,
    event_id: mail.eventId,
    recipient_id: mail.recipientId,
    kind: mail.kind,
    to_email: mail.toEmail,
    to_name: mail.toName,
    detail: JSON.stringify(mail.detail),
    last_error: null,
    smtp_reply: null,
    created_at: mail.now,
    sent_at: null,
  };
}

/** One job per mail; a new one replaces a pending one. */
export async function enqueueMail(tx: Tx, { id, runAt }: { id: number; runAt: Date }): Promise<void> {
  await enqueue(tx, jobOf({ id, runAt }));
}

function jobOf({ id, runAt }: { id: number; runAt: Date }): Job {
  return { name: 'mail-send', id, key: `mail-send:${id}`, runAt };
}
