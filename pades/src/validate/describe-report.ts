import type {
  DocumentTimestampReport,
  SignatureReport,
  TimestampReport,
  ValidationReport,
} from './validation-report.ts';

/**
 * The whole report as plain text, for a log, a terminal or a mail. Each answer stands on a line of its own, because
 * no one word says it all; the same report always gives the same text.
 * @example
 * process.stdout.write(describeReport(validate(file, { anchors: [root] })));
 */
export function describeReport(report: ValidationReport): string {
  const { signatures, timestamps, document } = report;
  const lines = [
    `${counted(signatures.length, 'signature')}, ${counted(timestamps.length, 'document timestamp')}.`,
  ];
  if (signatures.length > 0 && !document.lastCoversWholeFile)
    lines.push('The last signature or timestamp does not cover the whole file.');
  for (const name of document.removedSignatures)
    lines.push(`The field ${name} was signed in an earlier revision and is not any more.`);
  if (document.unreadableEvidence > 0)
    lines.push(`Parts of the stored proof cannot be read: ${document.unreadableEvidence}.`);
  for (const [index, signature] of signatures.entries()) {
    const who = signature.signerName ?? 'somebody unnamed';
    lines.push('', `Signature ${index + 1} of ${signatures.length}: ${who}, field ${signature.fieldName}`);
    lines.push(...describeSignature(signature).map((line) => `  ${line}`));
  }
  for (const [index, timestamp] of timestamps.entries()) {
    lines.push('', `Document timestamp ${index + 1} of ${timestamps.length}, field ${timestamp.fieldName}`);
    lines.push(...describeTimestamp(timestamp).map((line) => `  ${line}`));
  }
  return `${lines.map(printable).join('\n')}\n`;
}

/** One signature in lines of plain words: time, integrity, coverage, what came after, certificate, level. */
export function describeSignature(signature: SignatureReport): string[] {
  const { integrity, certificate, level } = signature;
  return [
    ...timeLines(signature),
    integrity.ok
      ? 'Integrity: what was signed is as it was.'
      : `Integrity: not given. ${integrity.reasons.join(' ')}`,
    `Coverage: ${coverageText[signature.coverage]}`,
    ...changeLines(signature),
    certificate.ok
      ? `Certificate: leads to a trusted authority, judged at ${timeText(certificate.checkedAt)}.`
      : `Certificate: not good. ${certificate.reasons.join(' ')}`,
    `Revocation: ${revocationText[certificate.revocation]}`,
    `Level: ${level ?? 'none'}.`,
  ];
}

const coverageText = {
  'whole-file': 'the whole file.',
  'whole-revision': 'the whole file as it was when it was signed.',
  partial: 'not a whole file; what is shown may not be what was signed.',
} as const;

const revocationText = {
  good: 'the file proves that nothing was revoked.',
  revoked: 'a certificate was revoked.',
  unknown: 'nothing in the file says whether anything was revoked.',
} as const;

const sinceText = {
  unchanged: 'Since then: unchanged.',
  'allowed-changes': 'Since then: changed in ways that it allows.',
  'changes-not-allowed': 'Since then: CHANGED IN WAYS THAT IT DOES NOT ALLOW.',
  broken: 'Since then: nobody can say, for the signature is not intact.',
} as const;

function timeLines({ signingTime, provenTime, timestampProblem, timestamp }: SignatureReport): string[] {
  const lines = [
    `Time: ${signingTime ? `${timeText(signingTime)}, as the signer says` : 'the signer names none'}.`,
  ];
  if (provenTime) lines.push(`Proven: it was there at ${timeText(provenTime)}.`);
  const problems = [timestampProblem ?? '', ...(timestamp?.reasons ?? [])].filter(
    (problem) => problem !== '',
  );
  if (problems.length > 0) lines.push(`Timestamp: not good. ${problems.join(' ')}`);
  return lines;
}

function changeLines({ sinceSigning, changesAfter }: SignatureReport): string[] {
  const lines: string[] = [sinceText[sinceSigning]];
  for (const { revision, changes } of changesAfter) {
    for (const { sentence, objection } of changes)
      lines.push(
        `  Revision ${revision}: ${sentence}${objection === null ? '' : ` NOT ALLOWED: ${objection}`}`,
      );
    if (changes.length === 0) lines.push(`  Revision ${revision}: nothing was changed.`);
  }
  return lines;
}

function describeTimestamp(report: DocumentTimestampReport | TimestampReport): string[] {
  const time = report.time ? timeText(report.time) : 'unreadable';
  const lines = [`Time: ${time}${report.authorityName ? `, by ${report.authorityName}` : ''}.`];
  if ('coverage' in report) lines.push(`Coverage: ${coverageText[report.coverage]}`);
  const reasons = report.reasons.length > 0 ? report.reasons.join(' ') : 'Its authority cannot be relied on.';
  return [...lines, report.ok ? 'Timestamp: good.' : `Timestamp: not good. ${reasons}`];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function timeText(time: Date | null): string {
  if (!time) return 'no known time';
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Names come from the file: none may write lines, colours or directions of its own. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}
