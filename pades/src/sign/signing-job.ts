import type { Hash } from 'node:crypto';
import type { ByteSource, PdfInput } from '../byte-source.ts';
import { type Signer, signatureAlgorithms } from '../certificates/signer.ts';
import { buildCms, buildSignedAttributes } from '../cms/build-cms.ts';
import { signatureBytes } from '../cms/signature-bytes.ts';
import type { Limits } from '../limits.ts';
import { readSecurityStore, type ValidationData } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { requestTimestamp, type Timestamping, tokenBytesOf } from '../timestamp/request-timestamp.ts';
import { type PrepareOptions, prepareDocument } from '../write/prepare-document.ts';
import { requestSignatureTimestamp } from './add-signature-timestamp.ts';
import { AppendableFile } from './appendable-file.ts';
import { coveredDigest, embedContents, type PreparedContents } from './contents-placeholder.ts';
import { type DocumentTimestampOptions, writeDocumentTimestamp } from './document-timestamp.ts';
import { type EmbeddedSignature, listEmbeddedSignatures } from './embedded-signatures.ts';
import { type PreparedSignature, type SignatureOptions, writeSignature } from './prepare-signature.ts';
import type { FinishableSignature } from './resume-signature.ts';
import { writeValidationData } from './write-validation-data.ts';

/**
 * Signs one file any number of times. The file is read and hashed once: the job keeps the hash state and the parsed
 * structure, so that a further signature costs only its own few kilobytes.
 */
export interface SigningJob {
  /** The file including all updates. */
  readonly source: ByteSource;
  /** SHA-256 of the file including all updates; from the hash state, without reading the file again. */
  digest(): Uint8Array;
  /** A copy of that hash state: a later job over the same bytes continues it and does not read them again. */
  hashState(): Hash;
  /** Adds fields, stamps and pages; returns the bytes to append (empty when there is nothing to do). */
  prepareDocument(options: Omit<PrepareOptions, 'limits'>): Uint8Array;
  /** Prepares a signature without its CMS; does not append. `certificate`: DER certificate of the signer. */
  prepare(options: SignatureOptions, certificate: Uint8Array): PreparedSignature;
  /** Appends an update that was made by `prepare` and finished elsewhere. */
  append(update: Uint8Array): void;
  /**
   * Signs, appends and returns the appended bytes: level B-B, or B-T with a signature timestamp. Without
   * `contentsBytes` the placeholder has the size of this CMS; give it to add a timestamp later.
   * Appends nothing when the signer or the timestamp authority fails.
   */
  sign(options: SignatureOptions, signer: Signer, timestamping?: Timestamping): Promise<Uint8Array>;
  /** Prepares a document timestamp without its token; does not append. The authority stamps `digest`. */
  prepareTimestamp(options?: DocumentTimestampOptions): PreparedContents;
  /** Appends a document timestamp over the whole file and returns the appended bytes. */
  timestamp(timestamping: Timestamping, options?: DocumentTimestampOptions): Promise<Uint8Array>;
  /** Adds missing data to the document security store; returns the appended bytes (empty when none is missing). */
  addValidationData(data: ValidationData): Uint8Array;
  /** Saves the current state; the returned function rolls back to it. */
  savepoint(): () => void;
  /** Contents of the document security store. */
  validationData(): ValidationData;
  /** Signatures and document timestamps in the file, oldest first; not verified. */
  signatures(): readonly EmbeddedSignature[];
}

/**
 * `hashed`: the `hashState` of an earlier job over exactly these bytes.
 *
 * @throws PdfRefusal when the file cannot be read exactly.
 */
export function createSigningJob(input: PdfInput, limits?: Limits, hashed?: Hash): SigningJob {
  const file = new AppendableFile(input, limits, hashed);
  const prepare = (options: SignatureOptions, certificate: Uint8Array): PreparedSignature =>
    writeSignature({ document: file.document, prefixHash: file.prefixHash, certificate }, options);
  const prepareTimestamp = (options: DocumentTimestampOptions = {}): PreparedContents =>
    writeDocumentTimestamp({ document: file.document, prefixHash: file.prefixHash }, options);
  return {
    get source() {
      return file.document.source;
    },
    digest: () => file.prefixHash.copy().digest(),
    hashState: () => file.prefixHash.copy(),
    prepareDocument(options) {
      const { source, limits } = file.document;
      return file.append(prepareDocument(source, { ...options, limits }));
    },
    prepare,
    append: (update) => {
      file.append(update);
    },
    async sign(options, signer, timestamping) {
      const before = file.document;
      const room = {
        timestampBytes: timestamping ? tokenBytesOf(timestamping) : 0,
        hasContentHash: options.contentHash !== undefined,
      };
      const sized = { contentsBytes: signatureBytes(signer, room), ...options };
      const prepared = hashedFor(signer, before.source, {
        ...prepare(sized, signerCertificateOf(signer)),
        contentHash: options.contentHash,
      });
      return file.appendTo(before, await finishSignature(prepared, signer, timestamping));
    },
    prepareTimestamp,
    async timestamp(timestamping, options) {
      const before = file.document;
      const prepared = prepareTimestamp({ contentsBytes: tokenBytesOf(timestamping), ...options });
      const { hash = 'sha256' } = timestamping;
      const digest = hash === 'sha256' ? prepared.digest : coveredDigest(before.source, prepared, hash);
      const token = await requestTimestamp(digest, timestamping);
      return file.appendTo(before, embedContents(prepared, token.der));
    },
    addValidationData: (data) => file.append(writeValidationData(file.document, data)),
    validationData: () => readSecurityStore(file.document),
    signatures: () => listEmbeddedSignatures(file.document),
    savepoint: () => file.savepoint(),
  };
}

/**
 * Prepares a signature for a remote or later signer: sign `signedAttributes`, then call {@link buildCms} and
 * {@link embedContents}. `certificate`: DER certificate of the signer.
 */
export function prepareSignature(
  input: PdfInput,
  options: SignatureOptions,
  certificate: Uint8Array,
): PreparedSignature {
  return createSigningJob(input).prepare(options, certificate);
}

/** Signs a file once; returns the bytes to append. */
export async function signPdf(
  input: PdfInput,
  options: SignatureOptions,
  signer: Signer,
): Promise<Uint8Array> {
  return createSigningJob(input).sign(options, signer);
}

/**
 * Signs, requests a signature timestamp when `timestamping` is given, and embeds the CMS with the signer's proofs;
 * returns the update.
 */
export async function finishSignature(
  prepared: FinishableSignature,
  signer: Signer,
  timestamping?: Timestamping,
): Promise<Uint8Array> {
  const { signedAttributes } = prepared;
  const signature = await signer.sign(signedAttributes);
  const { certificates, algorithm, proofs = {} } = signer;
  const input = { signedAttributes, signature, certificates, algorithm, proofs };
  if (!timestamping) return embedContents(prepared, buildCms(input));
  const token = await requestSignatureTimestamp(signature, timestamping, proofs.log ?? null);
  return embedContents(prepared, buildCms({ ...input, signatureTimestamp: token.der }));
}

/** A prepared signature is for SHA-256; a signer by another hash needs the digest by that one. */
function hashedFor(
  signer: Signer,
  source: ByteSource,
  { contentHash, ...prepared }: PreparedSignature & { readonly contentHash: Uint8Array | undefined },
): PreparedSignature {
  const { hash } = signatureAlgorithms[signer.algorithm];
  if (hash === 'sha256') return prepared;
  const digest = coveredDigest(source, prepared, hash);
  const attributes = { hash, ...(contentHash ? { contentHash } : {}) };
  return {
    ...prepared,
    signedAttributes: buildSignedAttributes(digest, signerCertificateOf(signer), attributes),
  };
}

function signerCertificateOf({ certificates }: Signer): Uint8Array {
  const [signerDer] = certificates;
  if (!signerDer)
    throw new PdfRefusal('certificate', 'A signer needs at least its own certificate.', 'certificates');
  return signerDer;
}
