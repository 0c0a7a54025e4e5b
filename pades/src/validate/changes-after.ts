import type { DocMdpLevel } from '../inspect.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { RevisionHistory } from './revisions.ts';

/** What a later revision did to a signed file. */
export type ChangeKind =
  | 'annotation'
  | 'appearance'
  | 'catalogue'
  | 'content'
  | 'field-added'
  | 'form'
  | 'form-fill'
  | 'metadata'
  | 'other'
  | 'page'
  | 'signature'
  | 'timestamp'
  | 'unreadable'
  | 'unreferenced-bytes'
  | 'validation-data';

export interface ChangesAfter {
  /** 1 for the first revision behind the signature. */
  readonly revision: number;
  readonly kinds: readonly ChangeKind[];
  /** Whether the certification, or without one the usual practice, lets such changes be made. */
  readonly allowed: boolean;
}

/** ISO 32000-1 Table 254, and what EN 319 142-1 adds for proof of long duration. */
const always: readonly ChangeKind[] = ['validation-data', 'timestamp'];
const allowedByLevel: Record<DocMdpLevel | 0, readonly ChangeKind[]> = {
  1: always,
  2: [...always, 'signature', 'form-fill', 'metadata'],
  3: [...always, 'signature', 'form-fill', 'metadata', 'annotation'],
  0: [...always, 'signature', 'form-fill', 'metadata', 'annotation', 'field-added'],
};

/** Every revision behind a signed one, oldest first, with what it changed. */
export function changesAfter(
  history: RevisionHistory,
  { signed, level }: { readonly signed: PdfDocument; readonly level: DocMdpLevel | null },
): ChangesAfter[] {
  const allowed = allowedByLevel[level ?? 0];
  const changes: ChangesAfter[] = [];
  const add = (kinds: readonly ChangeKind[]): void => {
    changes.push({
      revision: changes.length + 1,
      kinds,
      allowed: kinds.every((kind) => allowed.includes(kind)),
    });
  };
  let before = signed;
  for (const end of history.endsAfter(signed.source.size)) {
    const after = history.documentAt(end);
    add(after ? history.kindsBetween(before, after) : ['unreadable']);
    before = after ?? before;
  }
  if (before.source.size < history.document.source.size) add(['unreferenced-bytes']);
  return changes;
}
