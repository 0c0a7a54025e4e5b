import { attachmentValue, type ReplacementKind, replacementKindOf } from '@paraph/domain';
import { listEvents, type StoredEvent } from '../../audit/api.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import { readVisibleWorkflow, type WorkflowAddress } from './read-workflow.ts';

export interface TimelineEntry {
  id: number;
  event: string;
  date: number;
  actor: TimelineActor | null;
  detail: string | null;
  /** The recipient that the event is about, if any. */
  recipientId: number | null;
  /** Where a document was sealed, or its seal renewed. */
  seal: SealTold | null;
  /** Whether a certificate was revoked that had signed nothing. */
  isUnused: boolean;
  /** What another address of a recipient means. */
  replacement: ReplacementKind | null;
}

interface TimelineActor {
  name: string | null;
  email: string | null;
  /** The API key that another member made, by which they acted. */
  byKey: { name: string; maker: string } | null;
}

interface SealTold {
  documentId: number;
  level: string;
  timestamp: { authority: string; isInternal: boolean; serial: string; date: number };
}

/** What happened to a workflow, in order, in a shape for people. */
export async function readTimeline(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: WorkflowAddress,
): Promise<TimelineEntry[]> {
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
    replacement: replacementIn(event),
  }));
}

function nameOf({ name, email, byKey }: NonNullable<StoredEvent['actor']>): TimelineActor {
  return { name, email, byKey: byKey ?? null };
}

function replacementIn({ name, actor, detail }: StoredEvent): ReplacementKind | null {
  if (name !== 'recipient.reassigned') return null;
  const isByRecipient = actor?.kind === 'recipient';
  return replacementKindOf(
    { name: String(detail.recipientName), isByRecipient },
    { name: String(detail.formerName) },
  );
}

function sealOf({ detail: { documentId, level, timestamp } }: StoredEvent): SealTold | null {
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

/** The most useful detail of the event. */
function detailOf({ name, detail }: StoredEvent): string | null {
  const text = (key: string) => (typeof detail[key] === 'string' ? (detail[key] as string) : null);
  switch (name) {
    case 'action.signed':
      return (
        [text('recipientName'), ...namesOf(detail.attachments)].filter((part) => part !== null).join('\n') ||
        null
      );
    case 'action.started':
    case 'action.approved':
    case 'action.reminded':
    case 'link.opened':
      return text('recipientName');
    case 'recipient.reassigned':
      return [replacementOf(text), text('reason')].filter((part) => part !== null).join('\n') || null;
    case 'action.declined':
      return text('reason') ?? text('recipientName');
    case 'start.failed':
    case 'workflow.blocked':
    case 'sealing.delayed':
    case 'file.damaged':
    case 'file.restored':
    case 'file.refused':
    case 'hold.placed':
    case 'hold.lifted':
      return text('cause');
    case 'certificate.revoked':
      return text('subject');
    case 'identification.requested':
    case 'identification.delivered':
    case 'identification.proven':
    case 'identification.failed':
    case 'mail.sent':
    case 'mail.failed':
      return text('to');
    case 'identification.undeliverable':
      return [text('to'), text('cause')].filter((part) => part !== null).join('\n') || null;
    case 'time.moved':
      return typeof detail.seconds === 'number' ? `+ ${detail.seconds} s` : null;
    case 'delivery.dead':
      return text('url');
    case 'workflow.changed':
      return [text('parts'), renamingOf(detail.renamed)].filter((part) => part !== null).join('\n') || null;
    case 'callback.changed':
      return `${text('formerHost') ?? '–'} → ${text('host') ?? '–'}`;
    case 'document.added':
    case 'document.removed':
    case 'document.sealed':
    case 'document.renewed':
      return text('name');
    default:
      return null;
  }
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
