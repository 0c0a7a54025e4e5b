import { attachmentValue, type EventName, type ReplacementKind, replacementKindOf } from '@paraph/domain';
import { listEvents, type StoredEvent } from '../../audit/api.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import { readVisibleWorkflow, type WorkflowAddress } from './read-workflow.ts';

/** What happened to a workflow, in order, in a shape for people. */
export async function readTimeline(deps: Pick<Deps, 'database'>, caller: Caller, address: WorkflowAddress) {
  const { workflow } = await readVisibleWorkflow(deps, caller, address);
  const events = await listEvents(deps.database, workflow.id);
  return events.map((event) => ({
    id: event.id,
    event: event.name,
    date: toSeconds(event.occurred_at),
    actor: event.actor && event.actor.kind !== 'service' ? nameOf(event.actor) : null,
    detail: detailOf(event),
    recipientId: typeof event.detail.recipientId === 'number' ? event.detail.recipientId : null,
    seal: sealOf(event),
    isUnused: event.detail.isUnused === true,
    automatic: automaticOf(event),
    schedule: scheduleIn(event),
    replacement: replacementIn(event),
    related: relatedIn(event),
  }));
}

function nameOf({ name, email, byKey, agent }: NonNullable<StoredEvent['actor']>) {
  const allowance = agent?.allowance ?? null;
  return { name, email, byKey: byKey ?? null, agent: agent?.name ?? null, allowance };
}

/** What another address of a recipient means. */
function replacementIn({ name, actor, detail }: StoredEvent): ReplacementKind | null {
  if (name !== 'recipient.reassigned') return null;
  const isByRecipient = actor?.kind === 'recipient';
  return replacementKindOf(
    { name: String(detail.recipientName), isByRecipient },
    { name: String(detail.formerName) },
  );
}

interface Link {
  workspaceId: number;
  workflowId: number;
  envelopeId: string;
}

/** The workflow that this one corrects, or that corrects it. */
function relatedIn({ detail }: StoredEvent) {
  const { corrects, correctedBy } = detail as { corrects?: Link; correctedBy?: Link };
  if (corrects) return { relation: 'corrects' as const, ...corrects };
  return correctedBy ? { relation: 'correctedBy' as const, ...correctedBy } : null;
}

/** Which of how many reminders went out by itself. */
function automaticOf({ name, detail: { automatic, count, max } }: StoredEvent) {
  if (name !== 'action.reminded' || automatic !== true) return null;
  return { count: Number(count), max: Number(max) };
}

/** When the workflow starts by itself since the event; a date of null was taken back. */
function scheduleIn({ detail: { scheduledStartDate: date } }: StoredEvent) {
  return typeof date === 'number' || date === null ? { date } : null;
}

/** Where a document was sealed, or its seal renewed. */
function sealOf({ detail: { documentId, level, timestamp } }: StoredEvent) {
  if (typeof documentId !== 'number' || typeof level !== 'string' || !isTimestamp(timestamp)) return null;
  const { authority, isInternal, serial, time } = timestamp;
  return { documentId, level, timestamp: { authority, isInternal, serial, date: toSeconds(new Date(time)) } };
}

interface RecordedTimestamp {
  authority: string;
  isInternal: boolean;
  serial: string;
  time: string;
}

function isTimestamp(value: unknown): value is RecordedTimestamp {
  return typeof value === 'object' && value !== null && 'authority' in value && 'time' in value;
}

/** Of an event with one text that says most, the name of that text. */
const SHOWN: Partial<Record<EventName, string>> = {
  'action.started': 'recipientName',
  'action.approved': 'recipientName',
  'action.released': 'recipientName',
  'witness.named': 'recipientName',
  'action.reminded': 'recipientName',
  'link.handed_over': 'recipientName',
  'link.copied': 'recipientName',
  'link.opened': 'recipientName',
  'follower.opened': 'followerName',
  'start.failed': 'cause',
  'workflow.canceled': 'reason',
  'workflow.blocked': 'cause',
  'sealing.delayed': 'cause',
  'timestamp.internal': 'cause',
  'provider.failed': 'cause',
  'file.damaged': 'cause',
  'file.restored': 'cause',
  'file.refused': 'cause',
  'hold.placed': 'cause',
  'hold.lifted': 'cause',
  'certificate.revoked': 'subject',
  'workflow.moved': 'from',
  'identification.requested': 'to',
  'identification.delivered': 'to',
  'identification.proven': 'to',
  'identification.failed': 'to',
  'mail.sent': 'to',
  'mail.failed': 'to',
  'delivery.dead': 'url',
  'document.added': 'name',
  'document.removed': 'name',
  'annex.added': 'name',
  'annex.removed': 'name',
  'document.sealed': 'name',
  'document.renewed': 'name',
};

/** The most useful detail of the event. */
function detailOf({ name, detail }: StoredEvent): string | null {
  const text = (key: string) => (typeof detail[key] === 'string' ? (detail[key] as string) : null);
  const lines = (...texts: (string | null)[]) => texts.filter((each) => each !== null).join('\n') || null;
  switch (name) {
    case 'action.signed':
      return lines(text('recipientName'), ...namesOf(detail.attachments));
    case 'recipient.reassigned':
      return lines(replacementOf(text), text('reason'));
    case 'action.declined':
      return text('reason') ?? text('recipientName');
    case 'link.embedded':
      return lines(text('recipientName'), text('origin'));
    case 'mailbox.proven':
      return lines(text('publicLinkName'), text('to'));
    case 'identification.undeliverable':
      return lines(text('to'), text('cause'));
    case 'time.moved':
      return typeof detail.seconds === 'number' ? `+ ${detail.seconds} s` : null;
    case 'workflow.changed':
      return lines(text('parts'), renamingOf(detail.renamed), renamingOf(detail.handedOver));
    case 'workflow.followers_changed':
      return listedNames(detail.followers);
    case 'callback.changed':
      return `${text('formerHost') ?? '–'} → ${text('host') ?? '–'}`;
    default: {
      const shown = SHOWN[name];
      return shown === undefined ? null : text(shown);
    }
  }
}

/** "Ada, Bea" */
function listedNames(followers: unknown): string | null {
  const people = Array.isArray(followers) ? (followers as { name: string }[]) : [];
  return people.map(({ name }) => name).join(', ') || null;
}

/** The files that a signer attached, each with its hash. */
function namesOf(attachments: unknown): string[] {
  const files = Array.isArray(attachments) ? (attachments as { name: string; sha256: string }[]) : [];
  return files.map(attachmentValue);
}

/** "Lease of flat 1 → Lease of flat 2" */
function renamingOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('from' in value && 'to' in value)) return null;
  return `${value.from} → ${value.to}`;
}

/** "Ada (ada@exmaple.com) → Ada (ada@example.com)": shows what was corrected. */
function replacementOf(text: (key: string) => string | null): string | null {
  const next = text('recipientName');
  const former = text('formerEmail');
  return former === null ? next : `${text('formerName')} (${former}) → ${next} (${text('recipientEmail')})`;
}
