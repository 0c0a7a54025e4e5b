import type { DocMdpLevel } from '../pdf/doc-mdp.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { type ChangeKind, describeFinding, type Finding, findingOf, isAllowedAt } from './change-kinds.ts';
import type { FieldLock } from './field-locks.ts';
import type { RevisionHistory } from './revisions.ts';

/** One thing that a later revision changed. */
export interface Change {
  readonly kind: ChangeKind;
  /** What it is, in a sentence for people. */
  readonly sentence: string;
  /** Whether it may be made after this signature. */
  readonly allowed: boolean;
  /** Why it may not, in a sentence; null when it may. */
  readonly objection: string | null;
  /** 0 for the first page; null where it is none, or more than one. */
  readonly page: number | null;
  readonly fieldName: string | null;
}

/** What one revision behind a signature changed. */
export interface ChangesAfter {
  /** 1 for the first revision behind the signature. */
  readonly revision: number;
  /** Each kind once, in the order of the alphabet. */
  readonly kinds: readonly ChangeKind[];
  /** Whether the certification, or without one the usual practice, lets such changes be made. */
  readonly allowed: boolean;
  readonly changes: readonly Change[];
}

interface SignedState {
  readonly signed: PdfDocument;
  readonly level: DocMdpLevel | null;
}

/** Every revision behind a signed one, oldest first, with what it changed. */
export function changesAfter(history: RevisionHistory, { signed, level }: SignedState): ChangesAfter[] {
  const found: ChangesAfter[] = [];
  const add = (findings: readonly Finding[], locks: readonly FieldLock[]): void => {
    history.list(1 + findings.length);
    const changes = findings.map((finding) => evaluateFinding(finding, level, locks));
    found.push({
      revision: found.length + 1,
      kinds: [...new Set(changes.map(({ kind }) => kind))].sort(),
      allowed: changes.every(({ allowed }) => allowed),
      changes,
    });
  };
  let before = signed;
  for (const end of history.endsAfter(signed.source.size)) {
    const after = history.documentAt(end);
    if (after && isSameFile(before, after)) {
      before = after;
      continue;
    }
    const step = after ? history.step(before, after) : { findings: [findingOf('unreadable')], locks: [] };
    add(step.findings, step.locks);
    before = after ?? before;
  }
  if (before.source.size < history.document.source.size) add([findingOf('unreferenced-bytes')], []);
  return found;
}

/** Nothing but the end of the last line lies between them. */
function isSameFile({ source: before }: PdfDocument, { source: after }: PdfDocument): boolean {
  const length = after.size - before.size;
  return length <= 2 && /^[\r\n]*$/.test(latin1(after.read(before.size, length)));
}

/** Locks are of fields; timestamps and proof are for all signatures, and locked by none. */
function evaluateFinding(finding: Finding, level: DocMdpLevel | null, locks: readonly FieldLock[]): Change {
  const { kind, page, fieldName } = finding;
  const lock = lockOn(finding, locks);
  const objection = isAllowedAt(level, kind)
    ? lock
      ? `The signature in ${lock.signedField} locked this field.`
      : null
    : objectionOf(level);
  const sentence = describeFinding(finding);
  return { kind, sentence, allowed: objection === null, objection, page, fieldName };
}

/** A field that is not named may be any. */
function lockOn({ kind, fieldName }: Finding, locks: readonly FieldLock[]): FieldLock | undefined {
  if (kind !== 'form-fill' && kind !== 'signature') return undefined;
  return fieldName === null ? locks[0] : locks.find(({ holds }) => holds(fieldName));
}

function objectionOf(level: DocMdpLevel | null): string {
  if (level === null) return 'It changes what was signed.';
  const permitted = {
    1: 'nothing but timestamps and proof for them',
    2: 'filling in and signing alone',
    3: 'filling in, signing and annotating alone',
  }[level];
  return `The certification permits ${permitted}.`;
}
