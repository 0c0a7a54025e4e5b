import type { DisplayedRect } from '../geometry.ts';
import type { DocMdpLevel } from '../pdf/doc-mdp.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { FieldLock } from '../pdf/field-locks.ts';
import { latin1 } from '../pdf/parser.ts';
import { type ChangeKind, describeFinding, type Finding, findingOf, isAllowedAt } from './change-kinds.ts';
import { shareOfPage } from './displayed-rect.ts';
import type { RevisionHistory } from './revisions.ts';

/** One change by a later revision. */
export interface Change {
  readonly kind: ChangeKind;
  /** Description for users. */
  readonly sentence: string;
  /** Whether this signature's certification and locks permit it. */
  readonly allowed: boolean;
  /** The reason why it is not permitted, for users; null when it is. */
  readonly objection: string | null;
  /** Page index, 0 for the first page; null when it concerns none or several. */
  readonly page: number | null;
  readonly fieldName: string | null;
  /** Of a field that was filled in: what it held before and holds after, null where that is empty. */
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** Where a field or annotation was laid over the page, in percent of the page as displayed. */
  readonly displayed: DisplayedRect | null;
  /** The share of the page that this takes, in percent. */
  readonly share: number | null;
  /** Whether it hides something that the page showed when it was signed; null without a comparison of pictures. */
  readonly covers: boolean | null;
  /** Whether the page looks different where it lies; null without a comparison of pictures. */
  readonly shows: boolean | null;
}

/** Changes by one revision after a signature. */
export interface ChangesAfter {
  /** 1 for the first revision after the signature. */
  readonly revision: number;
  /** Distinct kinds, sorted. */
  readonly kinds: readonly ChangeKind[];
  /** Whether all changes are permitted. */
  readonly allowed: boolean;
  readonly changes: readonly Change[];
  /** Length of the file with this revision. */
  readonly bytes: number;
  /** The field of the first later signature that covers the revision and whose signer is confirmed. */
  readonly confirmedBy: string | null;
}

interface SignedState {
  readonly signed: PdfDocument;
  readonly level: DocMdpLevel | null;
}

/** Every revision after a signed one with its changes, oldest first. */
export function changesAfter(history: RevisionHistory, { signed, level }: SignedState): ChangesAfter[] {
  const steps: ChangesAfter[] = [];
  const add = (bytes: number, findings: readonly Finding[], locks: readonly FieldLock[]): void => {
    history.list(1 + findings.length);
    const changes = findings.map((finding) => evaluateFinding(finding, level, locks));
    steps.push({
      revision: steps.length + 1,
      kinds: [...new Set(changes.map(({ kind }) => kind))].sort(),
      allowed: changes.every(({ allowed }) => allowed),
      changes,
      bytes,
      confirmedBy: null,
    });
  };
  let before = signed;
  for (const end of history.endsAfter(signed.source.size)) {
    const after = history.documentAt(end);
    if (after && !after.isRepaired && isSameFile(before, after)) {
      before = after;
      continue;
    }
    const step = after ? history.step(before, after) : { findings: [findingOf('unreadable')], locks: [] };
    const damage = after?.isRepaired && !before.isRepaired ? damageOf(history) : [];
    add(end, [...damage, ...step.findings], step.locks);
    before = after ?? before;
  }
  const { size } = history.document.source;
  if (before.source.size < size && !isSameFile(before, history.document))
    add(size, [findingOf('unreferenced-bytes')], []);
  return steps;
}

/** Whether the files differ at most by a line end. */
function isSameFile({ source: before }: PdfDocument, { source: after }: PdfDocument): boolean {
  const length = after.size - before.size;
  return length <= 2 && /^[\r\n]*$/.test(latin1(after.read(before.size, length)));
}

/** Damage changes nothing that shows where every program has to repair it in the same way. */
function damageOf(history: RevisionHistory): Finding[] {
  const kinds = ['repaired', ...(history.isAmbiguous ? (['unreadable'] as const) : [])] as const;
  return kinds.map((kind) => findingOf(kind));
}

/** Locks apply to fields; timestamps and validation data are never locked. */
function evaluateFinding(finding: Finding, level: DocMdpLevel | null, locks: readonly FieldLock[]): Change {
  const { kind } = finding;
  const lock = lockOn(finding, locks);
  const objection = isAllowedAt(level, kind)
    ? lock
      ? `The signature in ${lock.signedField} locked this field.`
      : null
    : objectionOf(level);
  return changeOf(finding, objection);
}

/** `objection`: why it is not permitted; null when it is. */
export function changeOf(finding: Finding, objection: string | null): Change {
  const { kind, page, fieldName, values, displayed } = finding;
  return {
    kind,
    sentence: describeFinding(finding),
    allowed: objection === null,
    objection,
    page,
    fieldName,
    oldValue: values?.old ?? null,
    newValue: values?.now ?? null,
    displayed,
    share: displayed && shareOfPage(displayed),
    covers: null,
    shows: null,
  };
}

/** An unknown field name matches every lock. */
function lockOn({ kind, fieldName }: Finding, locks: readonly FieldLock[]): FieldLock | undefined {
  if (kind !== 'form-fill' && kind !== 'signature') return undefined;
  return fieldName === null ? locks[0] : locks.find(({ holds }) => holds(fieldName));
}

function objectionOf(level: DocMdpLevel | null): string {
  if (level === null) return 'It changes the signed content.';
  const permitted = {
    1: 'only timestamps and validation data',
    2: 'only filling in and signing',
    3: 'only filling in, signing and annotating',
  }[level];
  return `The certification permits ${permitted}.`;
}
