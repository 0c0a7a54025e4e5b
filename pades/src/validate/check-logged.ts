import { hasIssued } from '../certificates/check-path.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import type { ReadCms } from '../cms/read-cms.ts';
import { logProofOf } from '../cms/signature-proofs.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';
import type { ProvenPath } from '../revocation/prove-path.ts';
import {
  checkLogProof,
  isAddedBefore,
  type LogProof,
  type LogProofReport,
} from '../transparency/log-proof.ts';
import { cosignersOf, type NoteKey, parseNote } from '../transparency/signed-note.ts';

/** A log in which every certificate of an authority must be, to count. */
export interface TrustedLog {
  /**
   * DER certificates of the authority: its roots, and better its issuing ones too. A forgery may leave these out of the
   * file, so that its path does not lead to the root.
   */
  readonly roots: readonly Uint8Array[];
  /** The name of the log and of its key. */
  readonly origin: string;
  /** The 32 bytes of its Ed25519 key. */
  readonly publicKey: Uint8Array;
  /** Signatures that are proven to be older need no proof; null: every signature needs one. */
  readonly since: Date | null;
  /** At least one of them must have seen the leaf. Without any, none is asked. */
  readonly witnesses?: readonly Pick<NoteKey, 'name' | 'publicKey'>[];
  /**
   * Of the leaves of certificates, or of the sealed file itself, with checkpoints that witnesses have signed since: a
   * signature gets its own proof before any witness can have seen it.
   */
  readonly laterProofs?: readonly LogProof[];
  /** The line of a leaf in the log itself, where it is at hand; null where it has no such leaf. */
  readonly findEntry?: (index: number) => string | null;
}

/** Whether a log holds the certificate of a signature, by the proof that the signature holds. */
export interface SignatureLogReport {
  /**
   * `not-demanded`: it does not, and the signature is proven to be older than the demand. `unwitnessed`: it does by the
   * word of its own key alone, and no proof at hand shows that a witness has seen it.
   */
  readonly state: 'logged' | 'not-logged' | 'not-demanded' | 'unwitnessed';
  /** The same in words. */
  readonly sentence: string;
  readonly origin: string;
  /** As the proof states it, true or not; null where there is none that can be read. */
  readonly leaf: {
    readonly index: number;
    /** The line of the leaf. */
    readonly entry: string;
    readonly addedAt: Date | null;
    /** Leaves at the checkpoint. */
    readonly size: number;
  } | null;
  /** Who of the witnesses has seen the leaf, and when by their word. */
  readonly witnesses: readonly { readonly name: string; readonly seenAt: Date }[];
  /** Why it is not in the log, in sentences. */
  readonly reasons: readonly string[];
}

export const LOG_SENTENCES: Readonly<Record<SignatureLogReport['state'], string>> = {
  logged: 'In the log.',
  'not-logged': 'Not in the log: this service, or somebody with its keys, made it unseen.',
  'not-demanded': 'Not in the log, which did not have to hold it at its time.',
  unwitnessed:
    'In the log by the word of this service alone: nothing at hand shows that a witness has seen it.',
};

export interface LoggedQuery {
  readonly cms: ReadCms | null;
  readonly path: ProvenPath | null;
  /** The earliest time that a timestamp proves. */
  readonly provenTime: Date | null;
  /** SHA-256 of the whole file, in hexadecimal. */
  readonly fileHash: () => string;
}

/** Null where no log is demanded of the authority that issued the certificate. */
export function checkLogged(query: LoggedQuery, logs: readonly TrustedLog[]): SignatureLogReport | null {
  const { cms, path } = query;
  if (!cms || !path) return null;
  const reports = logs
    .filter(({ roots }) => leadsTo(path, roots))
    .map((log) => checkInLog({ ...query, cms, path }, log));
  const stateOf = (state: SignatureLogReport['state']) => reports.find((report) => report.state === state);
  // An authority whose log began anew has several.
  return stateOf('logged') ?? stateOf('unwitnessed') ?? stateOf('not-logged') ?? reports[0] ?? null;
}

/** By key: the certificate of a root may be that of its successor, for the same key. */
function leadsTo({ chain }: ProvenPath, roots: readonly Uint8Array[]): boolean {
  const authorities = roots.map(parseCertificate);
  return chain.some((certificate) =>
    authorities.some(
      (authority) =>
        Buffer.compare(authority.publicKey, certificate.publicKey) === 0 || hasIssued(authority, certificate),
    ),
  );
}

interface InLogQuery extends LoggedQuery {
  readonly cms: ReadCms;
  readonly path: ProvenPath;
}

function checkInLog(query: InLogQuery, log: TrustedLog): SignatureLogReport {
  const report = readProof(query, log);
  const { provenTime } = query;
  const isOlder = log.since !== null && provenTime !== null && provenTime < log.since;
  const isUnwitnessed = (log.witnesses ?? []).length > 0 && report.witnesses.length === 0;
  const isLogged = report.reasons.length === 0;
  const demanded = isLogged ? (isUnwitnessed ? 'unwitnessed' : 'logged') : 'not-logged';
  const state = !isOlder ? demanded : isLogged ? 'logged' : 'not-demanded';
  return { state, sentence: LOG_SENTENCES[state], origin: log.origin, ...report };
}

type ReadProof = Pick<SignatureLogReport, 'leaf' | 'reasons' | 'witnesses'>;

function readProof(query: InLogQuery, log: TrustedLog): ReadProof {
  const none = (reason: string): ReadProof => ({ leaf: null, witnesses: [], reasons: [reason] });
  try {
    const proof = logProofOf(query.cms);
    if (!proof) return none('The signature holds no proof of the log.');
    const { origin, publicKey } = log;
    const key: NoteKey = { name: origin, publicKey, kind: 'signature' };
    const stated = checkLogProof(proof, { key, retained: null });
    const addedMs = Date.parse(stated.addedAt ?? '');
    const addedAt = Number.isNaN(addedMs) ? null : new Date(addedMs);
    const leaf = { index: proof.index, entry: proof.entry, addedAt, size: stated.size };
    const reasons = [...problemsOf({ proof, stated }, query, log)];
    const witnesses = cosignersOf(parseNote(proof.checkpoint), log.witnesses ?? []);
    const later = reasons.length > 0 ? [] : sightings({ proof, key }, query, log);
    return { leaf, witnesses: firstOfEach([...witnesses, ...later]), reasons };
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return none(error.message);
  }
}

type Sightings = SignatureLogReport['witnesses'];

/** What later proofs show of the same leaf, or of the file that holds the signature. */
function sightings(
  { proof, key }: { readonly proof: LogProof; readonly key: NoteKey },
  { fileHash }: InLogQuery,
  { laterProofs = [], witnesses = [] }: TrustedLog,
): Sightings {
  return laterProofs.flatMap((later) => {
    const stated = checkLogProof(later, { key, retained: null, witnesses });
    if (!stated.isIncluded || stated.isSigned !== true) return [];
    const isSame = later.index === proof.index && later.entry === proof.entry;
    const isAbout = isSame || (stated.kind === 'seal' && stated.sha256 === fileHash());
    return isAbout ? stated.witnesses.map(({ name, seenAt }) => ({ name, seenAt: new Date(seenAt) })) : [];
  });
}

function firstOfEach(all: Sightings): Sightings {
  const ordered = all.toSorted((one, other) => one.seenAt.getTime() - other.seenAt.getTime());
  return ordered.filter(({ name }, index) => ordered.findIndex((each) => each.name === name) === index);
}

interface Stated {
  readonly proof: LogProof;
  readonly stated: LogProofReport;
}

function* problemsOf(
  { proof, stated }: Stated,
  { cms, path }: InLogQuery,
  log: TrustedLog,
): Generator<string> {
  const hash = cms.signer && primitives.createHash('sha256').update(cms.signer.der).digest();
  const isOfCertificate =
    stated.kind === 'certificate' && hash && stated.sha256 === Buffer.from(hash).toString('hex');
  if (!isOfCertificate) yield 'The proof is about something other than its certificate.';
  if (!cms.signer?.boundTo) yield 'The certificate does not name the documents that its key may sign.';
  if (!stated.isIncluded) yield 'The proof does not lead to the checkpoint.';
  if (stated.isSigned !== true) yield 'The key of the log did not sign the checkpoint.';
  if (!isAddedBefore(stated, path.at))
    yield 'The certificate came into the log only after the time of the signature.';
  if (log.findEntry && log.findEntry(proof.index) !== proof.entry)
    yield 'The log itself has something else in this place.';
}
