import { EVENT_NAMES } from '@paraph/domain';

/** The text that says an event in words; null for one that this version of the page does not know. */
export function eventKey(event: string): string | null {
  return EVENT_NAMES.some((name) => name === event) ? `event.${event.replace('.', '_')}` : null;
}

const MAIL_KINDS = [
  'invitation',
  'reminder',
  'completed',
  'declined',
  'canceled',
  'expired',
  'blocked',
  'mail_failed',
  'delivery_dead',
  'file_damaged',
  'callback_changed',
  'key_used',
] as const;

/** The text that says what a mail is for. */
export function mailKey(kind: string): string {
  return `mail.${MAIL_KINDS.find((known) => known === kind) ?? 'other'}`;
}

const CHANGED_PARTS = [
  'name',
  'type',
  'expiryDate',
  'newWorkspaceId',
  'senderMessage',
  'senderName',
  'scheduledStartDate',
  'metadata',
  'recipients',
  'steps',
  'fields',
  'preferences',
  'tags',
  'document',
] as const;

/** The texts for the parts that a change names, such as "name, expiryDate"; null where one is not known here. */
export function changedPartKeys(detail: string): string[] | null {
  const parts = detail.split(', ');
  const isKnown = parts.every((part) => CHANGED_PARTS.some((known) => known === part));
  return isKnown ? parts.map((part) => `changedPart.${part}`) : null;
}
