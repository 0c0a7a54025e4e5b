import { conflict, type MailKind, Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue, enqueueAll, type Job } from '../jobs/enqueue.ts';
import { authorizeWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { insertMails, insertUnsentMails, lockMail, type StoredMail, updateMail } from './mail-store.ts';

export interface RequestedMail {
  kind: MailKind;
  toEmail: string;
  toName: string | null;
  workflowId: number | null;
  /** With an event, each address gets each kind of mail once. */
  eventId: number | null;
  /** Null if the mail is not for a recipient of the workflow: for its sender, or about an account. */
  recipientId: number | null;
  /** Of a copy for a follower. */
  followerId?: number | null | undefined;
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
export async function storeMails(tx: Tx, mails: readonly (RequestedMail & { subject: string })[]) {
  const rows = mails.map(({ subject, ...mail }) => ({
    ...rowOf({ ...mail, detail: { ...mail.detail, subject } }),
    state: 'kept' as const,
  }));
  await insertUnsentMails(tx, rows);
}

function rowOf(mail: RequestedMail) {
  return {
    workflow_id: mail.workflowId,
    event_id: mail.eventId,
    recipient_id: mail.recipientId,
    follower_id: mail.followerId ?? null,
    kind: mail.kind,
    to_email: mail.toEmail,
    to_name: mail.toName,
    detail: JSON.stringify(mail.detail),
    created_at: mail.now,
  };
}

/** One job per mail; a new one replaces a pending one. */
export async function enqueueMail(tx: Tx, { id, runAt }: { id: number; runAt: Date }): Promise<void> {
  await enqueue(tx, jobOf({ id, runAt }));
}

function jobOf({ id, runAt }: { id: number; runAt: Date }): Job {
  return { name: 'mail-send', id, key: `mail-send:${id}`, runAt };
}

/** Retries a failed mail, with the full retry schedule. */
export async function retryMail(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { mailId, ...address }: WorkflowAddress & { mailId: number },
): Promise<StoredMail> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  return deps.database.transaction().execute(async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (mail?.workflow_id !== address.workflowId) {
      throw new Refusal('NOT_FOUND', 'There is no such mail about this workflow.');
    }
    if (mail.state !== 'failed') {
      const words = mail.state === 'queued' ? 'is still on its way' : `was ${mail.state}`;
      throw conflict(`This mail ${words}; only a failed one can be sent again.`);
    }
    const now = deps.clock.now();
    const change = { state: 'queued', attempts: 0, next_attempt_at: now, turn_at: null } as const;
    await updateMail(tx, mailId, change);
    await enqueueMail(tx, { id: mailId, runAt: now });
    return { ...mail, ...change };
  });
}
