import { children, derTags, expectTag, readInteger } from '../asn1/der-reader.ts';
import { integer, octetString, sequence, utf8String } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import type { SignatureProofs } from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { LogProof } from '../transparency/log-proof.ts';
import type { ReadCms } from './read-cms.ts';

/** What a reader of a stranger's file looks at; ten times what honest proofs have. */
const PROOF_BYTES_MAX = 16_384;
const PATH_MAX = 64;

const utf8Tag = 0x0c;
const HASH_BYTES = 32;

/** The unsigned attributes with these proofs, as pairs of type and value. */
export function proofAttributes({ log, record }: SignatureProofs): (readonly [string, Uint8Array])[] {
  return [
    ...(log ? [[oids.logProof, encodeLogProof(log)] as const] : []),
    ...(record ? [[oids.proofRecord, octetString(record)] as const] : []),
  ];
}

function encodeLogProof({ index, entry, proof, checkpoint }: LogProof): Uint8Array {
  const path = proof.map((hash) => octetString(Buffer.from(hash, 'base64')));
  return sequence(integer(index), utf8String(entry), sequence(...path), utf8String(checkpoint));
}

/** The proof that the log holds the certificate; null without one. @throws PdfRefusal `cms` when it cannot be read */
export function logProofOf(cms: Pick<ReadCms, 'unsignedAttributes'>): LogProof | null {
  const value = singleValue(cms, oids.logProof);
  if (!value) return null;
  const [index, entry, path, checkpoint, ...more] = children(expectTag(value, derTags.sequence));
  const hashes = children(expectTag(path, derTags.sequence)).map(
    (hash) => expectTag(hash, derTags.octetString).content,
  );
  if (more.length > 0 || hashes.length > PATH_MAX || hashes.some(({ length }) => length !== HASH_BYTES))
    throw malformed('The proof of the log is malformed.');
  const textOf = (element: typeof entry) => Buffer.from(expectTag(element, utf8Tag).content).toString('utf8');
  return {
    index: readInteger(index),
    entry: textOf(entry),
    proof: hashes.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: textOf(checkpoint),
  };
}

/** The bytes of the record of who signs; null without one. @throws PdfRefusal `cms` when they cannot be read */
export function proofRecordOf(cms: Pick<ReadCms, 'unsignedAttributes'>): Uint8Array | null {
  const value = singleValue(cms, oids.proofRecord);
  return value && expectTag(value, derTags.octetString).content;
}

function singleValue({ unsignedAttributes }: Pick<ReadCms, 'unsignedAttributes'>, type: string) {
  const values = unsignedAttributes.get(type);
  if (!values) return null;
  const [value] = values;
  if (!value || values.length !== 1) throw malformed('A proof of the signature has several values, or none.');
  if (value.whole.length > PROOF_BYTES_MAX) throw malformed('A proof of the signature is too large.');
  return value;
}

function malformed(problem: string): PdfRefusal {
  return new PdfRefusal('cms', problem);
}

export interface ProofRoom {
  /** Of the log. */
  readonly origin: string;
  /** Names of the witnesses that may have signed a checkpoint. Default: three, of 64 characters each. */
  readonly witnesses?: readonly string[];
  /** The log has at most so many leaves. */
  readonly leavesMax?: number;
  /** Length of the record of who signs; 0 for none. */
  readonly recordBytes: number;
}

/**
 * Proofs that prove nothing, as long as the longest of such a log: to count the bytes of a signature before its
 * certificate is in the log.
 */
export function longestProofs({
  origin,
  witnesses = Array(WITNESSES).fill('w'.repeat(NAME_LENGTH)),
  leavesMax = LEAVES_MAX,
  recordBytes,
}: ProofRoom): SignatureProofs {
  const hash = Buffer.alloc(HASH_BYTES);
  const levels = Math.ceil(Math.log2(leavesMax));
  const lineOf = (name: string, bytes: number) =>
    `\u2014 ${name} ${Buffer.alloc(bytes).toString('base64')}\n`;
  const signatures = [
    lineOf(origin, SIGNATURE_BYTES),
    ...witnesses.map((name) => lineOf(name, COSIGNATURE_BYTES)),
  ];
  return {
    log: {
      index: leavesMax - 1,
      entry: `certificate ${new Date(0).toISOString()} ${hash.toString('hex')}\n`,
      proof: Array(levels).fill(hash.toString('base64')),
      checkpoint: `${origin}\n${leavesMax}\n${hash.toString('base64')}\n\n${signatures.join('')}`,
    },
    ...(recordBytes > 0 ? { record: new Uint8Array(recordBytes) } : {}),
  };
}

const LEAVES_MAX = 2 ** 40;
const WITNESSES = 3;
const NAME_LENGTH = 64;
/** With the identifier of the key, and the time of a cosignature (C2SP signed-note, tlog-cosignature). */
const SIGNATURE_BYTES = 68;
const COSIGNATURE_BYTES = 76;
