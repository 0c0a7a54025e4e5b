import type { Evidence } from '@paraph/contract';
import type { Static } from 'typebox';
import type { StoredEvent } from '../audit/api.ts';
import type { WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';

type Action = WorkflowFacts['actions'][number];
/** The record shows most of an act as the trail has it. */
type ShownAct = NonNullable<Static<typeof Evidence>['record']['signers'][number]['act']>;

type Mark = ShownAct['marks'][number];
type RecordedMark = Omit<Mark, 'keptTime'> & Partial<Pick<Mark, 'keptTime'>>;

const ACTS = ['action.signed', 'action.approved', 'action.declined'];

/** The event by which a person acted; undefined while they have not, or where it is lost. */
export function findAct(events: readonly StoredEvent[], action: Action): StoredEvent | undefined {
  return events.findLast(({ name, detail }) => ACTS.includes(name) && detail.actionId === action.id);
}

/** The consent of an action: the last one before it by its present recipient. */
export function findConsentEvent(events: readonly StoredEvent[], action: Action): StoredEvent | undefined {
  return events.findLast(({ name, detail }) => name === 'consent.given' && detail.actionId === action.id);
}

export function findSealing(events: readonly StoredEvent[], documentId: number): StoredEvent | undefined {
  return events.findLast(
    ({ name, detail }) => name === 'document.sealed' && detail.documentId === documentId,
  );
}

/** The event that produced the present sealed file: sealing, or a renewal, which appends a timestamp. */
export function findLastSealing(events: readonly StoredEvent[], documentId: number): StoredEvent | undefined {
  return events.findLast(
    ({ name, detail }) =>
      (name === 'document.sealed' || name === 'document.renewed') && detail.documentId === documentId,
  );
}

/** The detail of an act, read carefully: the trail is older than the code that reads it. */
export function readAct({ detail }: StoredEvent) {
  return {
    shownHash: textOf(detail.shownHash),
    documents: listOf<ShownAct['documents'][number]>(detail.documents),
    answers: listOf<{ id: number; type: string; valueHash: string | null }>(detail.fields),
    signatureImages: listOf<RecordedMark>(detail.marks),
    attachments: listOf<ShownAct['attachments'][number]>(detail.attachments),
    intent: (detail.intent ?? null) as Pick<ShownAct, 'button' | 'language' | 'timeZone'> | null,
    reason: textOf(detail.reason),
  };
}

/** The signatures as the sealing of a document recorded them; of no person where it is the organization's own. */
export function readSignatures({ detail }: StoredEvent) {
  return listOf<{ actionId: number | null; serial: string; code: string }>(detail.signatures);
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
