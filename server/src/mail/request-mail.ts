import type { MailKind } from '@paraph/domain';
import { enqueue } from '../jobs/enqueue.ts';
import type { Tx } from '../platform/database.ts';
import { insertMail } from './mail-store.ts';

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
  const id = await insertMail(tx, {
    workflow_id: mail.workflowId,
    event_id: mail.eventId,
    recipient_id: mail.recipientId,
    kind: mail.kind,
    to_email: mail.toEmail,
    to_name: mail.toName,
    detail: JSON.stringify(mail.detail),
    state: 'queued',
    last_error: null,
    smtp_reply: null,
    created_at: mail.now,
    sent_at: null,
    next_attempt_at: mail.now,
  });
  if (id !== null) await enqueueMail(tx, { id, runAt: mail.now });
  return id;
}

/** One job per mail; a new one replaces a pending one. */
export async function enqueueMail(tx: Tx, { id, runAt }: { id: number; runAt: Date }): Promise<void> {
  await enqueue(tx, { name: 'mail-send', id, key: `mail-send:${id}`, runAt });
}
