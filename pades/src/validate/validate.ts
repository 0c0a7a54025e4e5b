import type { PdfInput } from '../byte-source.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { docMdpLevelOf } from '../inspect.ts';
import type { Evidence, ProvenPath } from '../levels/prove-path.ts';
import type { Limits } from '../limits.ts';
import { PdfDocument } from '../pdf/document.ts';
import { readSecurityStore } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { readCrl } from '../revocation/read-crl.ts';
import { readOcspAnswer } from '../revocation/read-ocsp.ts';
import { type ChangesAfter, changesAfter } from './changes-after.ts';
import {
  type BaselineLevel,
  type JudgedSignature,
  judgeSignature,
  type TimeSource,
} from './judge-signature.ts';
import { type JudgedDocumentTimestamp, type JudgedTimestamp, ProvenTimes } from './proven-times.ts';
import { RevisionHistory } from './revisions.ts';
import { type Coverage, claimedStart, readFacts, type SignedFacts, signedFields } from './signed-field.ts';
import { RangeHasher } from './signed-range.ts';

export interface ValidationOptions {
  /** DER certificates that are trusted to begin with: for signers, for timestamps, for both. */
  readonly anchors: readonly Uint8Array[];
  /**
   * When certificates must have been valid whose use no timestamp proves for an earlier time; usually now.
   * Left out: at the time each signature claims, and each last timestamp says.
   */
  readonly at?: Date;
  readonly limits?: Limits;
}

export interface CertificateReport {
  readonly ok: boolean;
  readonly reasons: readonly string[];
  /** DER, the signer's first. */
  readonly chain: readonly Uint8Array[];
  /** The time that was asked about; null without any. */
  readonly checkedAt: Date | null;
  /** `good`: the file proves that nothing on the path was revoked then. `unknown`: it says too little. */
  readonly revocation: ProvenPath['revocation'];
}

export interface TimestampReport {
  readonly time: Date;
  /** How far the time may be off; null when it is not said. */
  readonly accuracyMs: number | null;
  /** Common name of the authority. */
  readonly authorityName: string | null;
  /** Object identifier. */
  readonly policy: string;
  /** Intact, of this very data, and of an authority that may give timestamps and leads to an anchor. */
  readonly ok: boolean;
  readonly reasons: readonly string[];
  readonly certificate: CertificateReport;
}

/** Integrity, coverage and what came after are three answers; no one word stands for them. */
export interface SignatureReport {
  readonly fieldName: string;
  /** Common name in the certificate. */
  readonly signerName: string | null;
  readonly signerEmails: readonly string[];
  /** /M: claimed by the signer, proven by nobody. */
  readonly signingTime: Date | null;
  /** The earliest time at which a good timestamp proves the signature was there. */
  readonly provenTime: Date | null;
  readonly reason: string | null;
  /** Are the signed bytes unchanged, and does the CMS say so? */
  readonly integrity: { readonly ok: boolean; readonly reasons: readonly string[] };
  /** Do the signed bytes make up the whole file, a whole earlier revision of it, or neither? */
  readonly coverage: Coverage;
  /** Each revision appended after this signature, oldest first. */
  readonly changesAfter: readonly ChangesAfter[];
  readonly certificate: CertificateReport & {
    /** Where `checkedAt` is from: a timestamp, the time asked about, or the signer's claim. */
    readonly timeSource: TimeSource | null;
  };
  /** The timestamp in the signature itself. */
  readonly timestamp: TimestampReport | null;
  /** Why there is a timestamp in the signature that cannot be read. */
  readonly timestampProblem: string | null;
  /** The level of EN 319 142-1 that was reached and proven; null for what is broken or no PAdES signature. */
  readonly level: BaselineLevel | null;
}

export type DocumentTimestampReport = Partial<TimestampReport> & {
  readonly fieldName: string;
  readonly ok: boolean;
  readonly reasons: readonly string[];
  readonly coverage: Coverage;
};

export interface ValidationReport {
  readonly signatures: readonly SignatureReport[];
  /** Document timestamps, oldest first. */
  readonly timestamps: readonly DocumentTimestampReport[];
  readonly document: {
    /** Number of signatures. */
    readonly signatures: number;
    /** Nothing was appended behind the last signature or document timestamp. */
    readonly lastCoversWholeFile: boolean;
    /** Names of fields that were signed in an earlier revision and are not any more. */
    readonly removedSignatures: readonly string[];
    /** Parts of the security store that cannot be read; they count for nothing. */
    readonly unreadableEvidence: number;
  };
}

/** Out of order, each signature would be a pass over the file. */
const SIGNATURES_MAX = 200;

/**
 * Judges every signature and timestamp of a file, by what it carries alone. What is wrong with one is in its report.
 * @throws PdfRefusal when the file itself cannot be read exactly.
 */
export function validate(input: PdfInput, options: ValidationOptions): ValidationReport {
  const document = new PdfDocument(input, options.limits ? { limits: options.limits } : {});
  if (document.isEncrypted) throw new PdfRefusal('encrypted', 'An encrypted file cannot be validated here.');
  const found = signedFields(document);
  if (found.length > SIGNATURES_MAX)
    throw new PdfRefusal('limit', `The file has more than ${SIGNATURES_MAX} signatures.`);
  const history = new RevisionHistory(document);
  const hasher = new RangeHasher(document.source);
  const facts = found
    .toSorted((one, other) => claimedStart(one) - claimedStart(other))
    .map((signed) => readFacts(history, signed, hasher))
    .sort((one, other) => one.end - other.end);
  const { evidence, unreadable } = evidenceOf(document, options.anchors);
  const at = options.at ?? null;
  const times = new ProvenTimes(facts, { evidence, at });
  const signatures = facts
    .filter(({ kind }) => kind === 'signature')
    .map((one) => signatureReport(judgeSignature(one, { times, evidence, at }), history));
  return {
    signatures,
    timestamps: documentTimestamps(facts, times),
    document: {
      signatures: signatures.length,
      lastCoversWholeFile: facts.at(-1)?.coverage === 'whole-file',
      removedSignatures: removedSignatures(history, facts),
      unreadableEvidence: unreadable,
    },
  };
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
    ocsps: readable(store?.ocsps ?? [], readOcspAnswer),
  };
  return { evidence, unreadable };
}

function signatureReport(judged: JudgedSignature, history: RevisionHistory): SignatureReport {
  const { facts, path, checkedAt, timeSource, timestamp, timestampProblem, provenTime, level } = judged;
  const { signedDocument, cms } = facts;
  const signer = cms?.signer ?? null;
  return {
    fieldName: facts.fieldName,
    signerName: signer?.commonName ?? null,
    signerEmails: signer?.emails ?? [],
    signingTime: facts.signingTime,
    provenTime,
    reason: facts.reason,
    integrity: { ok: facts.reasons.length === 0, reasons: facts.reasons },
    coverage: facts.coverage,
    changesAfter: signedDocument
      ? changesAfter(history, { signed: signedDocument, level: docMdpLevelOf(signedDocument) })
      : [],
    certificate: { ...certificateReport(path, signer !== null), checkedAt, timeSource },
    timestamp: timestamp && timestampReport(timestamp, timestamp.reasons),
    timestampProblem,
    level,
  };
}

function documentTimestamps(facts: readonly SignedFacts[], times: ProvenTimes): DocumentTimestampReport[] {
  return facts
    .filter(({ kind }) => kind === 'timestamp')
    .map((one) => {
      const judged: JudgedDocumentTimestamp | undefined = times.timestamps.find(
        (timestamp) => timestamp.facts === one,
      );
      const { fieldName, coverage, reasons } = one;
      const report = judged ? timestampReport(judged, reasons) : { ok: false, reasons };
      return { ...report, fieldName, coverage };
    });
}

function timestampReport({ token, path, ok }: JudgedTimestamp, problems: readonly string[]): TimestampReport {
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
    ? 'There is no time at which to judge the certificate.'
    : 'There is no certificate to judge.';
  return { ok: false, reasons: [reason], chain: [], revocation: 'unknown' };
}

function removedSignatures(history: RevisionHistory, present: readonly SignedFacts[]): string[] {
  const names = new Set<string>();
  for (const end of history.endsAfter(0)) {
    const document = history.documentAt(end);
    try {
      if (document) for (const { field } of signedFields(document)) names.add(field.name);
    } catch (error) {
      // An earlier revision that cannot be read holds no signature that anybody could have seen.
      if (!(error instanceof PdfRefusal)) throw error;
    }
  }
  return [...names].filter((name) => !present.some(({ fieldName }) => fieldName === name));
}
