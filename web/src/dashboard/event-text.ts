import { EVENT_NAMES } from '@paraph/domain';

/** The text key of an event; null for one that this version of the page does not know. */
export function eventKey(event: string, isUnused = false): string | null {
  if (event === 'certificate.revoked' && isUnused) return 'event.certificate_unused';
  return EVENT_NAMES.some((name) => name === event) ? `event.${event.replace('.', '_')}` : null;
}

const MAIL_KINDS = [
  'invitation',
  'reminder',
  'completed',
  'declined',
  'canceled',
  'passed_on',
  'expired',
  'start_failed',
  'blocked',
  'mail_failed',
  'delivery_dead',
  'file_damaged',
  'callback_changed',
  'key_used',
  'signing_code',
  'code_failed',
] as const;

/** The text key of a mail's kind. */
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
  'retention',
] as const;

/** The text keys of the changed parts, such as "name, expiryDate"; null where one is unknown. */
export function changedPartKeys(detail: string): string[] | null {
  const parts = detail.split(', ');
  const isKnown = parts.every((part) => CHANGED_PARTS.some((known) => known === part));
  return isKnown ? parts.map((part) => `changedPart.${part}`) : null;
}
