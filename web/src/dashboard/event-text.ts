import { EVENT_NAMES, joinSittings } from '@paraph/domain';
import type { TimelineEvent } from '../api/wire.ts';

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
  'followed_start',
  'followed_end',
  'released',
  'one_declined',
] as const;

/** The text key of a mail's kind. */
export function mailKey(kind: string): string {
  return `mail.${MAIL_KINDS.find((mailKind) => mailKind === kind) ?? 'other'}`;
}

const CHANGED_PARTS = [
  'name',
  'type',
  'expiryDate',
  'newWorkspaceId',
  'creator',
  'senderMessage',
  'senderName',
  'scheduledStartDate',
  'metadata',
  'recipients',
  'steps',
  'fields',
  'preferences',
  'filed',
  'tags',
  'document',
  'retention',
] as const;

/** The text key of a changed part, such as "expiryDate"; null for one that this version of the page does not know. */
export function changedPartKey(detail: string): string | null {
  return CHANGED_PARTS.some((each) => each === detail) ? `changedPart.${detail}` : null;
}

type Edit = Pick<TimelineEvent, 'event' | 'date' | 'detail' | 'actor'>;

/** The timeline for readers: the edits of one sitting are one entry. */
export function sittingsOf<Event extends Edit>(timeline: readonly Event[]) {
  return joinSittings(timeline, ({ event, date, actor }) =>
    event === 'workflow.changed' ? { person: JSON.stringify(actor), seconds: date } : null,
  );
}

/** What was changed at a sitting: each part once, then old and new values in their order. */
export function changesOf(edits: readonly Pick<Edit, 'detail'>[]): { parts: string[]; values: string[] } {
  const lines = edits.map(({ detail }) => detail?.split('\n') ?? []);
  const parts = lines.flatMap(([names = '']) => (names === '' ? [] : names.split(', ')));
  return { parts: [...new Set(parts)], values: lines.flatMap(([, ...values]) => values) };
}
