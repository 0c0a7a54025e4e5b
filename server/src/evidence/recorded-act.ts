import type { StoredEvent } from '../audit/api.ts';
import type { WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';

type Action = WorkflowFacts['actions'][number];

const ACTS = ['action.signed', 'action.approved', 'action.declined'];

/** The event by which a person acted; undefined while they have not, or where it is lost. */
export function findAct(events: readonly StoredEvent[], action: Action): StoredEvent | undefined {
  return events.findLast(({ name, detail }) => ACTS.includes(name) && detail.actionId === action.id);
}

/** The consent of an action: the last one before it by its present recipient. */
export function findConsentEvent(events: readonly StoredEvent[], action: Action): StoredEvent | undefined {
  return events.findLast(({ name, detail }) => name === 'consent.given' && detail.actionId === action.id);
}

/** The event by which a document was sealed. */
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

/** An answered field as the trail records it. */
export interface RecordedAnswer {
  id: number;
  type: string;
  valueHash: string | null;
}

export interface RecordedSignatureImage {
  id: string;
  kind: 'signature' | 'initials';
  method: string;
  sha256: string;
}

export interface RecordedAttachment {
  fieldId: number;
  name: string;
  format: string;
  size: number;
  sha256: string;
  addedTime: string;
}

export interface RecordedIntent {
  button: string;
  language: string;
  timeZone: string | null;
}

/** The detail of an act, read carefully: the trail is older than the code that reads it. */
export function readAct({ detail }: StoredEvent) {
  return {
    shownHash: textOf(detail.shownHash),
    documents: listOf<{ id: number; sha256: string }>(detail.documents),
    answers: listOf<RecordedAnswer>(detail.fields),
    signatureImages: listOf<RecordedSignatureImage>(detail.marks),
    attachments: listOf<RecordedAttachment>(detail.attachments),
    intent: (detail.intent ?? null) as RecordedIntent | null,
    reason: textOf(detail.reason),
  };
}

/** A signature as the sealing of a document recorded it; of no person where it is the organization's own. */
export interface RecordedSignature {
  actionId: number | null;
  serial: string;
  code: string;
}

export function readSignatures({ detail }: StoredEvent): RecordedSignature[] {
  return listOf<RecordedSignature>(detail.signatures);
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
