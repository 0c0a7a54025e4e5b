import type { Mail } from '@paraph/contract';
import type { Static } from 'typebox';
import { toSeconds } from '../platform/clock.ts';
import type { StoredMail } from './mail-store.ts';

export function viewMail(mail: StoredMail): Static<typeof Mail> {
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.to_email,
    state: mail.state,
    attempts: mail.attempts,
    lastError: mail.last_error,
    sentDate: mail.sent_at && toSeconds(mail.sent_at),
    createDate: toSeconds(mail.created_at),
  };
}

export function viewMailboxItem(mail: StoredMail) {
  const { subject } = mail.detail;
  return {
    id: mail.id,
    to: mail.to_email,
    subject: typeof subject === 'string' ? subject : '',
    kind: mail.kind,
    createDate: toSeconds(mail.created_at),
  };
}
