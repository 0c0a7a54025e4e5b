import { describePart } from '../intake/two-faces.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { Change } from './changes-after.ts';
import { LOG_SENTENCES } from './check-logged.ts';
import type {
  DocumentTimestampReport,
  ShownPages,
  SignatureReport,
  TimestampReport,
  ValidationReport,
  VerdictReason,
} from './validation-report.ts';

/**
 * The report as plain text for a log, a terminal or a mail: integrity, coverage, changes, certificate and level on one
 * line each. Deterministic.
 * @example
 * process.stdout.write(describeReport(validate(file, { anchors: [root] })));
 */
export function describeReport(report: ValidationReport): string {
  const { verdict, signatures, timestamps, document } = report;
  const lines = [
    verdict.state === 'damaged' ? DAMAGED_TEXT : VERDICT_TEXT[verdict.reason],
    `${counted(signatures.length, 'signature')}, ${counted(timestamps.length, 'document timestamp')}.`,
  ];
  if (document.repaired) lines.push('The file is damaged. It was examined as viewers repair it.');
  if (document.shown) lines.push(shownLine(document.shown));
  if (signatures.length > 0 && !document.lastCoversWholeFile)
    lines.push('The last signature or timestamp does not cover the whole file.');
  for (const name of document.removedSignatures)
    lines.push(`The field ${name} was signed in an earlier revision and no longer is.`);
  if (document.unreadableEvidence > 0)
    lines.push(`Unreadable parts of the validation data: ${document.unreadableEvidence}.`);
  lines.push(...(document.twoFaced ?? []).map(describePart));
  for (const [index, signature] of signatures.entries()) {
    const who = signature.signerName ?? 'an unnamed signer';
    lines.push('', `Signature ${index + 1} of ${signatures.length}: ${who}, field ${signature.fieldName}`);
    lines.push(...describeSignature(signature).map((line) => `  ${line}`));
  }
  for (const [index, timestamp] of timestamps.entries()) {
    lines.push('', `Document timestamp ${index + 1} of ${timestamps.length}, field ${timestamp.fieldName}`);
    lines.push(...describeTimestamp(timestamp).map((line) => `  ${line}`));
  }
  return `${lines.map(printable).join('\n')}\n`;
}

const DAMAGED_TEXT = 'The file is damaged; nothing that shows was changed after signing.';

const VERDICT_TEXT: Readonly<Record<VerdictReason, string>> = {
  intact: 'The file is as it was signed.',
  'signature-removed': 'The file was changed after signing: a signature was taken away.',
  bytes: 'The file was changed after signing: what was signed is not as it was.',
  uncovered: 'The file is not what was signed: a signature does not belong to what the file holds.',
  content: 'The file was changed after signing.',
  'not-logged': LOG_SENTENCES['not-logged'],
  unwitnessed: LOG_SENTENCES.unwitnessed,
  added: 'Something that shows was added or changed after a signature, in ways that the signatures permit.',
  unknown: 'The file cannot be judged: a signature cannot be read or is of a kind that is not supported.',
  damaged: 'The file cannot be judged: it is damaged, and viewers may show it in different ways.',
  weak: 'The file cannot be judged: a signature is too weak to rely on.',
  'two-faced':
    'The file is as it was signed, and does not show the same to all: which of it was signed cannot be judged.',
  'no-signature': 'The file is not signed.',
};

/** Describes one signature in lines: time, integrity, coverage, later changes, certificate, revocation, form. */
export function describeSignature(signature: SignatureReport): string[] {
  const { integrity, certificate, level, indication } = signature;
  return [
    ...timeLines(signature),
    [`Integrity: ${integrityText[integrity.state]}`, ...integrity.reasons].join(' '),
    `Coverage: ${coverageText[signature.coverage]}`,
    ...changeLines(signature),
    certificate.ok
      ? `Certificate: leads to a trusted authority, checked at ${timeText(certificate.checkedAt)}.`
      : `Certificate: not valid. ${certificate.reasons.join(' ')}`,
    `Revocation: ${revocationText[certificate.revocation]}`,
    ...logLines(signature),
    `Form (EN 319 142-1): ${level ?? 'none'}.`,
    `Indication (EN 319 102-1): ${[indication.main, indication.sub].filter(Boolean).join('/')}.`,
  ];
}

const integrityText = {
  intact: 'the signed bytes are intact.',
  weak: 'cannot be relied on.',
  unknown: 'cannot be judged.',
  changed: 'broken.',
} as const;

const coverageText = {
  'whole-file': 'the whole file.',
  'whole-revision': 'the whole file as it was when it was signed.',
  partial: 'not a whole file; the visible content may not be the signed content.',
} as const;

const revocationText = {
  good: 'the file proves that no certificate was revoked.',
  revoked: 'a certificate was revoked.',
  unknown: 'the file does not prove whether a certificate was revoked.',
} as const;

const sinceText = {
  unchanged: 'Since then: unchanged.',
  'allowed-changes': 'Since then: changed in permitted ways.',
  'changes-not-allowed': 'Since then: CHANGED IN WAYS THAT ARE NOT PERMITTED.',
  unknown: 'Since then: unknown, because the signature or the signed file cannot be judged or relied on.',
  broken: 'Since then: unknown, because the signature is not intact.',
} as const;

function timeLines({ signingTime, provenTime, timestampProblem, timestamp }: SignatureReport): string[] {
  const lines = [
    `Time: ${signingTime ? `${timeText(signingTime)}, claimed by the signer` : 'none claimed'}.`,
  ];
  if (provenTime) lines.push(`Proven: the signature existed at ${timeText(provenTime)}.`);
  const problems = [timestampProblem ?? '', ...(timestamp?.reasons ?? [])].filter(
    (problem) => problem !== '',
  );
  if (problems.length > 0) lines.push(`Timestamp: not valid. ${problems.join(' ')}`);
  return lines;
}

function logLines({ log }: SignatureReport): string[] {
  if (!log) return [];
  const { state, sentence, origin, leaf, witnesses, reasons } = log;
  if (state !== 'logged' || !leaf)
    return [`Log: ${[sentence, ...(state === 'not-logged' ? reasons : [])].join(' ')}`];
  const seen = witnesses.map(({ name, seenAt }) => `${name} at ${timeText(seenAt)}`);
  const others = seen.length === 1 ? 'one other' : `${seen.length} others`;
  const by = seen.length > 0 ? `seen by ${others}: ${seen.join(', ')}` : 'no witness was asked';
  return [`Log: leaf ${leaf.index} of ${origin}, added at ${timeText(leaf.addedAt)}; ${by}.`];
}

function changeLines({ sinceSigning, changesAfter }: SignatureReport): string[] {
  const lines: string[] = [sinceText[sinceSigning]];
  for (const { revision, changes, confirmedBy } of changesAfter) {
    for (const { sentence, objection } of changes)
      lines.push(
        `  Revision ${revision}: ${sentence}${objection === null ? '' : ` NOT PERMITTED: ${objection}`}`,
      );
    if (changes.length === 0) lines.push(`  Revision ${revision}: nothing was changed.`);
    else if (changes.some(isShown)) lines.push(`  Revision ${revision}: ${coverText(confirmedBy)}`);
  }
  return lines;
}

function coverText(confirmedBy: string | null): string {
  if (confirmedBy === null) return 'covered by no signature whose signer is confirmed.';
  return `covered by the signature in ${confirmedBy}, whose signer is confirmed.`;
}

/** Whether a permitted change shows on a page, so that it matters who answers for it. */
function isShown({ kind, allowed }: Change): boolean {
  return allowed && SHOWN_KINDS.has(kind);
}

const SHOWN_KINDS: ReadonlySet<ChangeKind> = new Set(['annotation', 'field-added', 'form-fill']);

function describeTimestamp(report: DocumentTimestampReport | TimestampReport): string[] {
  const time = report.time ? timeText(report.time) : 'unreadable';
  const lines = [`Time: ${time}${report.authorityName ? `, by ${report.authorityName}` : ''}.`];
  if ('coverage' in report) lines.push(`Coverage: ${coverageText[report.coverage]}`);
  const reasons = report.reasons.length > 0 ? report.reasons.join(' ') : 'Its authority is not trusted.';
  return [...lines, report.ok ? 'Timestamp: valid.' : `Timestamp: not valid. ${reasons}`];
}

function shownLine({ signatures, pages, of }: ShownPages): string {
  return `Compared as shown with ${counted(signatures, 'signed revision')}: pages 1 to ${pages} of ${of}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function timeText(time: Date | null): string {
  if (!time) return 'no known time';
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Removes control characters, so that names in the file cannot forge lines, colours or text direction. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}
