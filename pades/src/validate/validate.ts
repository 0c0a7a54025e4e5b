import { derTags } from '../asn1/der-reader.ts';
import { oids } from '../asn1/oids.ts';
import { type ByteSource, type PdfInput, toSource, updateHash } from '../byte-source.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { vouchedRecord } from '../cms/check-bound.ts';
import { stateOf } from '../cms/problem.ts';
import type { ReadCms } from '../cms/read-cms.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { PdfDocument } from '../pdf/document.ts';
import { ObjectSearch } from '../pdf/object-search.ts';
import { readSecurityStore } from '../pdf/security-store.ts';
import { PdfRefusal, type PdfRefusalCode } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';
import type { Evidence, ProvenPath } from '../revocation/prove-path.ts';
import { readCrl } from '../revocation/read-crl.ts';
import { readOcspResponse } from '../revocation/read-ocsp.ts';
import { type ChangesAfter, changesAfter } from './changes-after.ts';
import type { TrustedLog } from './check-logged.ts';
import { type DigestsTrustedUntil, DigestTrust } from './digest-trust.ts';
import { type EvaluatedSignature, evaluateSignature } from './evaluate-signature.ts';
import { indicationOf, isDamaged } from './indication.ts';
import { type EvaluatedDocumentTimestamp, type EvaluatedTimestamp, ProvenTimes } from './proven-times.ts';
import { RevisionHistory } from './revisions.ts';
import { claimedStart, readFacts, type SignedFacts, signedFields } from './signed-field.ts';
import { RangeHasher } from './signed-range.ts';
import { signedRevisionOf } from './signed-revision.ts';
import type {
  CertificateReport,
  DocumentTimestampReport,
  SignatureReport,
  SinceSigning,
  TimestampReport,
  ValidationReport,
} from './validation-report.ts';
import { verdictOf } from './verdict.ts';

export interface ValidationOptions {
  /** DER trust anchors for signers and timestamp authorities. */
  readonly anchors: readonly Uint8Array[];
  /**
   * Validation time for certificates without a timestamp that proves an earlier use; usually now.
   * Default: the claimed time of each signature and the time of each last timestamp.
   */
  readonly at?: Date;
  /** Logs without which certificates of their authorities count for nothing. */
  readonly logs?: readonly TrustedLog[];
  /** Hashes in which trust ends; what uses them counts where a timestamp that holds proves that it is older. */
  readonly digestsTrustedUntil?: DigestsTrustedUntil;
  readonly limits?: Limits;
}

/** Signatures per file: with ranges out of order, each may need a pass over the file. */
const SIGNATURES_MAX = 200;

/** Signatures whose revision may be compared as it is shown, which is costly. */
const PICTURED_MAX = 8;

/** What viewers repair by searching a file for its objects. */
const REPAIRABLE: ReadonlySet<PdfRefusalCode> = new Set([
  'filter',
  'form',
  'header',
  'object',
  'page',
  'startxref',
  'stream',
  'syntax',
  'xref',
]);

/**
 * Validates every signature and timestamp of a file offline (EN 319 102-1). Problems of a signature are in its report.
 * A file that cannot be read exactly is examined as viewers repair it, and is never called unchanged.
 * @throws PdfRefusal when the file cannot be read in either way.
 */
export function validate(input: PdfInput, options: ValidationOptions): ValidationReport {
  const source = toSource(input);
  const limits = options.limits ?? defaultLimits;
  try {
    return validateHistory(new RevisionHistory(new PdfDocument(source, { limits, isLoose: true })), options);
  } catch (error) {
    if (!(error instanceof PdfRefusal) || !REPAIRABLE.has(error.code)) throw error;
    return validateDamaged({ source, limits, refusal: error }, options);
  }
}

interface DamagedFile {
  readonly source: ByteSource;
  readonly limits: Limits;
  /** Why it cannot be read exactly. */
  readonly refusal: PdfRefusal;
}

function validateDamaged(
  { source, limits, refusal }: DamagedFile,
  options: ValidationOptions,
): ValidationReport {
  try {
    const search = new ObjectSearch(source, limits);
    const document = search.documentAt(source.size);
    if (!document) throw refusal;
    return validateHistory(new RevisionHistory(document, search), options);
  } catch (error) {
    throw error instanceof PdfRefusal && error.code !== 'encrypted' ? refusal : error;
  }
}

function validateHistory(history: RevisionHistory, options: ValidationOptions): ValidationReport {
  const { document } = history;
  if (document.isEncrypted) throw new PdfRefusal('encrypted', 'An encrypted file cannot be validated here.');
  const fields = signedFields(document, history.fieldsOf(document));
  if (fields.length > SIGNATURES_MAX)
    throw new PdfRefusal('limit', `The file has more than ${SIGNATURES_MAX} signatures.`);
  const hasher = new RangeHasher(document.source);
  const facts = fields
    .toSorted((one, other) => claimedStart(one) - claimedStart(other))
    .map((signed) => readFacts(history, signed, hasher))
    .sort((one, other) => one.end - other.end);
  const { evidence, unreadable } = evidenceOf(document, options.anchors);
  const at = options.at ?? null;
  const trust = new DigestTrust(options.digestsTrustedUntil);
  const times = new ProvenTimes(facts, { evidence, at, trust });
  const context = { times, at, trust, logs: options.logs ?? [], fileHash: () => hashOf(document.source) };
  const evaluated = facts
    .filter(({ kind }) => kind === 'signature')
    .map((one) => evaluateSignature(one, context));
  const confirmed = evaluated
    .filter(isConfirmed)
    .map(({ facts: { fieldName, end } }) => ({ fieldName, end }));
  const signatures = evaluated.map((one, index) =>
    signatureReport(one, { history, confirmed, isPictured: index < PICTURED_MAX }),
  );
  const report = {
    signatures,
    timestamps: documentTimestamps(facts, times),
    document: {
      signatures: signatures.length,
      lastCoversWholeFile: facts.at(-1)?.coverage === 'whole-file',
      removedSignatures: removedSignatures(history, facts),
      unreadableEvidence: unreadable,
      repaired: document.isRepaired,
      ambiguous: history.isAmbiguous,
      shown: null,
      twoFaced: null,
    },
  };
  return { verdict: verdictOf(report), ...report };
}

function hashOf(source: ByteSource): string {
  const hash = primitives.createHash('sha256');
  updateHash(hash, source, { start: 0, end: source.size });
  return Buffer.from(hash.digest()).toString('hex');
}

function evidenceOf(
  document: PdfDocument,
  anchors: readonly Uint8Array[],
): { readonly evidence: Evidence; readonly unreadable: number } {
  let unreadable = 0;
  const readable = <Item, Read>(items: readonly Item[], read: (item: Item) => Read): Read[] =>
    items.flatMap((item) => {
      try {
        return [read(item)];
      } catch (error) {
        if (!(error instanceof PdfRefusal)) throw error;
        unreadable += 1;
        return [];
      }
    });
  const [store] = readable([document], readSecurityStore);
  const evidence = {
    pool: readable(store?.certificates ?? [], parseCertificate),
    anchors: anchors.map(parseCertificate),
    crls: readable(store?.crls ?? [], readCrl),
    ocsps: readable(store?.ocsps ?? [], readOcspResponse),
  };
  return { evidence, unreadable };
}

/** A signature that answers for what it covers: intact, and by a signer whom a trust anchor names. */
function isConfirmed({ facts, path }: EvaluatedSignature): boolean {
  const isIntact = facts.problems.length === 0 && facts.coverage !== 'partial';
  return isIntact && path?.ok === true && path.revoked === null;
}

interface ReportContext {
  readonly history: RevisionHistory;
  /** Signatures of confirmed signers, oldest first. */
  readonly confirmed: readonly { readonly fieldName: string; readonly end: number }[];
  readonly isPictured: boolean;
}

function signatureReport(
  evaluated: EvaluatedSignature,
  { history, confirmed, isPictured }: ReportContext,
): SignatureReport {
  const { facts, path, checkedAt, timeSource, timestamp, timestampProblem, provenTime, level, log } =
    evaluated;
  const { signedDocument, cms, level: permitted } = facts;
  const laterChanges = signedDocument
    ? changesAfter(history, { signed: signedDocument, level: permitted })
    : [];
  const changes = laterChanges.map((revision) => ({
    ...revision,
    confirmedBy: confirmed.find(({ end }) => end >= revision.bytes)?.fieldName ?? null,
  }));
  const signer = cms?.signer ?? null;
  return {
    fieldName: facts.fieldName,
    signerName: signer?.commonName ?? null,
    signerEmails: signer?.emails ?? [],
    signatureValue: cms?.signature ?? null,
    signingTime: facts.signingTime,
    provenTime,
    reason: facts.reason,
    integrity: {
      ok: facts.problems.length === 0,
      state: stateOf(facts.problems),
      reasons: facts.problems.map(({ text }) => text),
    },
    coverage: facts.coverage,
    sinceSigning: sinceSigning(facts, changes),
    permits: permitted,
    changesAfter: changes,
    signedRevision:
      isPictured && signedDocument ? signedRevisionOf([signedDocument, history.document], changes) : null,
    certificate: { ...certificateReport(path, signer !== null), checkedAt, timeSource },
    timestamp: timestamp && timestampReport(timestamp, timestamp.reasons),
    timestampProblem,
    indication: indicationOf(evaluated, changes),
    level,
    log,
    contentHash: cms && contentHashOf(cms),
    proofRecord: cms && vouchedRecord(cms),
  };
}

function contentHashOf({ attributes }: ReadCms): Uint8Array | null {
  const [value, ...more] = attributes.get(oids.contentHash) ?? [];
  return value?.tag === derTags.octetString && more.length === 0 ? value.content : null;
}

function sinceSigning(facts: SignedFacts, changes: readonly ChangesAfter[]): SinceSigning {
  const { problems, coverage, signedDocument } = facts;
  const state = stateOf(problems);
  if (state === 'changed' || (state === 'intact' && coverage === 'partial')) return 'broken';
  if (changes.some(({ allowed }) => !allowed)) return 'changes-not-allowed';
  if (state !== 'intact' || signedDocument?.isRepaired || isDamaged(changes)) return 'unknown';
  return coverage === 'whole-file' && changes.length === 0 ? 'unchanged' : 'allowed-changes';
}

function documentTimestamps(facts: readonly SignedFacts[], times: ProvenTimes): DocumentTimestampReport[] {
  return facts
    .filter(({ kind }) => kind === 'timestamp')
    .map((one) => {
      const evaluated: EvaluatedDocumentTimestamp | undefined = times.timestamps.find(
        (timestamp) => timestamp.facts === one,
      );
      const { fieldName, coverage, problems } = one;
      const reasons = problems.map(({ text }) => text);
      const report = evaluated ? timestampReport(evaluated, reasons) : { ok: false, reasons };
      return { ...report, fieldName, coverage };
    });
}

function timestampReport(
  { token, path, ok }: EvaluatedTimestamp,
  problems: readonly string[],
): TimestampReport {
  const certificate = { ...certificateReport(path, token.cms.signer !== null), checkedAt: path?.at ?? null };
  return {
    time: token.time,
    accuracyMs: token.accuracyMs,
    authorityName: token.cms.signer?.commonName ?? null,
    policy: token.policy,
    ok,
    reasons: [...problems, ...certificate.reasons],
    certificate,
  };
}

function certificateReport(
  path: ProvenPath | null,
  hasSigner: boolean,
): Omit<CertificateReport, 'checkedAt'> {
  if (path) {
    const { ok, reasons, revocation } = path;
    return { ok, reasons, chain: path.chain.map(({ der }) => der), revocation };
  }
  const reason = hasSigner
    ? 'There is no time at which to check the certificate.'
    : 'There is no certificate to check.';
  return { ok: false, reasons: [reason], chain: [], revocation: 'unknown' };
}

function removedSignatures(history: RevisionHistory, present: readonly SignedFacts[]): string[] {
  const names = new Set<string>();
  const [first] = present.filter(({ coverage }) => coverage !== 'partial');
  for (const end of history.endsAfter(0, first?.end ?? 0)) {
    const document = history.documentAt(end);
    try {
      if (document)
        for (const { field } of signedFields(document, history.fieldsOf(document))) names.add(field.name);
    } catch (error) {
      // A signature in an unreadable revision was never visible in a viewer.
      if (!(error instanceof PdfRefusal)) throw error;
    }
  }
  return [...names].filter((name) => !present.some(({ fieldName }) => fieldName === name));
}
