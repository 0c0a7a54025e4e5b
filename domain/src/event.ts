/** The closed list of what can happen to a workflow. The timeline, mail, notifications and evidence read these. */
export const EVENT_NAMES = [
  'workflow.created',
  'workflow.started',
  'workflow.approved',
  'workflow.sealed',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
  'workflow.blocked',
  'workflow.retried',
  'action.started',
  'action.signed',
  'action.approved',
  'action.declined',
  'link.opened',
  'consent.given',
  'document.sealed',
  'sealing.delayed',
  'document.renewed',
  'certificate.revoked',
  'mail.sent',
  'mail.failed',
  'delivery.dead',
  'workflow.changed',
  'document.added',
  'document.removed',
  'action.reminded',
  'recipient.reassigned',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The events that the integrator's server is told of (interface.md §9). */
export const NOTIFIED_EVENTS: ReadonlySet<EventName> = new Set<EventName>([
  'workflow.started',
  'action.started',
  'action.signed',
  'action.approved',
  'action.declined',
  'workflow.approved',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
  'workflow.blocked',
  'recipient.reassigned',
]);

/** The events that a mail follows. */
export const MAILED_EVENTS: ReadonlySet<EventName> = new Set<EventName>([
  'action.started',
  'action.reminded',
  'recipient.reassigned',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
  'workflow.blocked',
  'mail.failed',
  'delivery.dead',
]);
