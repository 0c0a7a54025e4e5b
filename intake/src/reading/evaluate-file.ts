import { LIMITS } from '@paraph/domain';
import {
  addTwoFaces,
  type Certificate,
  type CertificateReport,
  type Change,
  checkQcStatements,
  type DocumentTimestampReport,
  defaultLimits,
  describePart,
  describeReport,
  etsiReport,
  PdfRefusal,
  parseCertificate,
  parseKeyText,
  type SignatureLogReport,
  type SignatureReport,
  type TimestampReport,
  type TrustedLog,
  type ValidationReport,
  validate,
} from '@paraph/pades';
import type {
  DemandedLog,
  EvaluatedCertificate,
  EvaluatedChange,
  EvaluatedFile,
  EvaluatedLog,
  EvaluatedSignature,
  EvaluatedTimestamp,
  EvaluateRequest,
  IntakeAnswer,
} from '../intake-messages.ts';
import { cutOffFor, refusedFor } from '../intake-messages.ts';

const EVALUATION_LIMITS = { ...defaultLimits, fileBytes: LIMITS.uploadBytesMax } as const;
/** Each signature is compared with every later revision: a few hundred comparisons in ordinary files. */
const CHANGES_MAX = 20_000;
const TOO_MANY = 'The file has too many signatures and later changes to tell them all.';

type Compare = (report: ValidationReport) => ValidationReport;

/** Evaluates the signatures of a stranger's file, in the intake's child process. `compare` draws the pages. */
export function evaluateFile(
  file: Uint8Array,
  { withXml, ...task }: Omit<EvaluateRequest, 'kind' | 'path' | 'withPictures'>,
  compare?: Compare,
): IntakeAnswer {
  return evaluateSignatures(file, task, {
    ...(compare ? { compare } : {}),
    writeXml: withXml ? etsiReport : null,
  });
}

/** As `evaluateFile`. The offline verifier draws no pages and writes no XML, and leaves out the code for them. */
export function evaluateSignatures(
  file: Uint8Array,
  { roots, atMs, logs, hashesUntilMs }: Pick<EvaluateRequest, 'atMs' | 'hashesUntilMs' | 'logs' | 'roots'>,
  {
    compare = (report) => report,
    writeXml = null,
  }: { readonly compare?: Compare; readonly writeXml?: typeof etsiReport | null } = {},
): IntakeAnswer {
  const anchors = roots.map((root) => Buffer.from(root, 'base64'));
  let read: ValidationReport | null = null;
  try {
    const at = new Date(atMs);
    const until = Object.entries(hashesUntilMs).map(([hash, ms]) => [hash, new Date(ms)]);
    const digestsTrustedUntil = Object.fromEntries(until);
    const trusted = { anchors, logs: logs.map(trustedLog), digestsTrustedUntil };
    read = validate(file, { ...trusted, at, limits: EVALUATION_LIMITS });
    const report = compare(addTwoFaces(read, file, EVALUATION_LIMITS));
    if (countChanges(report) > CHANGES_MAX) return refusedFor(TOO_MANY);
    const xml = writeXml ? writeXml(report, { at }) : null;
    return { kind: 'evaluated', evaluated: { ...flatten(report, anchors), xml } };
  } catch (error) {
    if (error instanceof PdfRefusal) return read ? cutOffFor(error.message) : refusedFor(error.message);
    throw error;
  }
}

function trustedLog({ roots, key, sinceMs, witnesses, laterProofs, entries }: DemandedLog): TrustedLog {
  const { name: origin, publicKey } = parseKeyText(key);
  const known = entries && new Map(entries);
  return {
    roots: roots.map((root) => Buffer.from(root, 'base64')),
    origin,
    publicKey,
    since: sinceMs === null ? null : new Date(sinceMs),
    witnesses: witnesses.map(parseKeyText),
    laterProofs,
    ...(known ? { findEntry: (index) => known.get(index) ?? null } : {}),
  };
}

function countChanges({ signatures }: ValidationReport): number {
  return signatures
    .flatMap(({ changesAfter }) => changesAfter)
    .reduce((sum, { changes }) => sum + 1 + changes.length, 0);
}

/** As JSON: times in seconds, parsed certificates, and roots by their index in the request. */
function flatten(report: ValidationReport, anchors: readonly Buffer[]): Omit<EvaluatedFile, 'xml'> {
  return {
    verdict: report.verdict,
    document: {
      ...report.document,
      removedSignatures: report.document.removedSignatures.map(printable),
      twoFaced: (report.document.twoFaced ?? []).map((part) => ({
        ...part,
        sentence: printable(describePart(part)),
        page: part.page === null ? null : part.page + 1,
      })),
    },
    signatures: report.signatures.map((signature) => flattenSignature(signature, anchors)),
    timestamps: report.timestamps.map((timestamp) => ({
      ...flattenTimestamp(timestamp, anchors),
      fieldName: printable(timestamp.fieldName),
      coverage: timestamp.coverage,
    })),
    text: describeReport(report),
  };
}

function flattenSignature(signature: SignatureReport, anchors: readonly Buffer[]): EvaluatedSignature {
  const { integrity, certificate, timestamp, changesAfter } = signature;
  const signer = certificate.chain[0] && parseCertificate(certificate.chain[0]);
  return {
    fieldName: printable(signature.fieldName),
    signer: {
      name: readable(signature.signerName),
      organization: readable(signer?.organization ?? null),
      emails: signature.signerEmails.map(printable),
    },
    reason: readable(signature.reason),
    claimedTime: seconds(signature.signingTime),
    provenTime: seconds(signature.provenTime),
    integrity: {
      intact: integrity.ok,
      state: integrity.state,
      reasons: integrity.reasons.map(printable),
    },
    coverage: signature.coverage,
    sinceSigning: signature.sinceSigning,
    permits: signature.permits,
    changesAfter: changesAfter.map(({ revision, allowed, confirmedBy, changes }) => ({
      revision,
      allowed,
      confirmedBy: readable(confirmedBy),
      changes: changes.map(flattenChange),
    })),
    certificate: {
      ...flattenCertificate(certificate, anchors),
      checkedAt: seconds(certificate.checkedAt),
      checkedAtSource: certificate.timeSource,
    },
    timestamp: timestamp && flattenTimestamp(timestamp, anchors),
    timestampProblem: readable(signature.timestampProblem),
    indication: signature.indication,
    level: signature.level,
    log: signature.log && flattenLog(signature.log),
  };
}

function flattenLog({ leaf, witnesses, reasons, ...log }: SignatureLogReport): EvaluatedLog {
  return {
    ...log,
    leaf: leaf && { index: leaf.index, entry: leaf.entry, addedAt: seconds(leaf.addedAt) },
    seenBy: witnesses.map(({ name, seenAt }) => ({ name, seenAt: secondsOf(seenAt) })),
    reasons: reasons.map(printable),
  };
}

function flattenChange(change: Change): EvaluatedChange {
  return {
    kind: change.kind,
    sentence: printable(change.sentence),
    allowed: change.allowed,
    objection: readable(change.objection),
    page: change.page === null ? null : change.page + 1,
    fieldName: readable(change.fieldName),
    oldValue: readable(change.oldValue),
    newValue: readable(change.newValue),
    displayed: change.displayed,
    share: change.share,
    covers: change.covers,
  };
}

function flattenCertificate(
  { ok, reasons, revocation, chain }: CertificateReport,
  anchors: readonly Buffer[],
): EvaluatedCertificate {
  const certificates = chain.map(parseCertificate);
  const [signerCertificate] = certificates;
  const statements = signerCertificate?.qcStatements;
  const isForSeals = statements?.isForSeals === true && !statements.isForSignatures;
  return {
    trusted: ok,
    root: rootOf(ok, certificates, anchors),
    reasons: reasons.map(printable),
    revocation,
    policies: [...(signerCertificate?.policies ?? [])],
    qualifiedLacks:
      signerCertificate && statements?.isQualified
        ? checkQcStatements(signerCertificate, isForSeals ? 'seal' : 'signature').map(({ words }) => words)
        : null,
    isForSeals,
    chain: certificates.map((certificate) => ({
      name: readable(certificate.commonName),
      organization: readable(certificate.organization),
      issuer: readable(certificate.issuerName),
      serial: Buffer.from(certificate.serial).toString('hex'),
      validFrom: secondsOf(certificate.notBefore),
      validUntil: secondsOf(certificate.notAfter),
    })),
  };
}

function flattenTimestamp(
  timestamp: TimestampReport | DocumentTimestampReport,
  anchors: readonly Buffer[],
): EvaluatedTimestamp {
  const { ok, reasons, time, authorityName, certificate } = timestamp;
  const chain = certificate?.chain.map(parseCertificate) ?? [];
  return {
    time: seconds(time ?? null),
    authority: readable(authorityName ?? null),
    trusted: ok,
    root: rootOf(ok, chain, anchors),
    reasons: reasons.map(printable),
  };
}

function rootOf(ok: boolean, chain: readonly Certificate[], anchors: readonly Buffer[]): number | null {
  const top = chain.at(-1);
  const anchorIndex = ok && top ? anchors.findIndex((anchor) => anchor.equals(top.der)) : -1;
  return anchorIndex < 0 ? null : anchorIndex;
}

function seconds(time: Date | null): number | null {
  return time && secondsOf(time);
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function readable(text: string | null): string | null {
  return text === null ? null : printable(text);
}

/** Names come from the file: removes line breaks and characters that change the text direction. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}
