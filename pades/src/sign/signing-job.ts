import { createHash } from 'node:crypto';
import type { ByteSource, PdfInput } from '../byte-source.ts';
import type { Signer } from '../certificates/signer.ts';
import { buildCms } from '../cms/build-cms.ts';
import type { Limits } from '../limits.ts';
import { readSecurityStore, type ValidationData } from '../pdf/security-store.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { requestTimestamp, type Timestamping } from '../timestamp/request-timestamp.ts';
import { type PrepareOptions, prepareDocument } from '../write/prepare-document.ts';
import { AppendableFile } from './appendable-file.ts';
import { embedContents, type PreparedContents } from './contents-placeholder.ts';
import { type DocumentTimestampOptions, writeDocumentTimestamp } from './document-timestamp.ts';
import { type EmbeddedSignature, listEmbeddedSignatures } from './embedded-signatures.ts';
import { type PreparedSignature, type SignatureOptions, writeSignature } from './prepare-signature.ts';
import { writeValidationData } from './write-validation-data.ts';

/**
 * Signs one file any number of times. The file is read and hashed once: the job keeps the hash of what is immutable
 * and what it has read of the structure, so that a further signature costs its own few kilobytes.
 */
export interface SigningJob {
  /** The file with every update so far. */
  readonly source: ByteSource;
  /** Adds fields, stamps and pages; returns the bytes to append (none when there is nothing to do). */
  prepareDocument(options: Omit<PrepareOptions, 'limits'>): Uint8Array;
  /** The signature all but its CMS; the file does not change. `certificate` is the signer's own, DER. */
  prepare(options: SignatureOptions, certificate: Uint8Array): PreparedSignature;
  /** Takes an update into the file: one finished elsewhere from `prepare`. */
  append(update: Uint8Array): void;
  /**
   * Signs and returns the bytes to append: level B-B, or B-T with a timestamp over the signature.
   * Nothing is appended when the signer fails, or the timestamp cannot be had.
   */
  sign(options: SignatureOptions, signer: Signer, timestamping?: Timestamping): Promise<Uint8Array>;
  /** A document timestamp all but its token: a SHA-256 for the authority; the file does not change. */
  prepareTimestamp(options?: DocumentTimestampOptions): PreparedContents;
  /** Appends a document timestamp over the whole file so far and returns the bytes. */
  timestamp(timestamping: Timestamping, options?: DocumentTimestampOptions): Promise<Uint8Array>;
  /** Adds what is new to the document security store; returns the bytes to append (none when nothing is). */
  addValidationData(data: ValidationData): Uint8Array;
  /** Remembers the file as it is: what is returned takes away everything appended since. */
  savepoint(): () => void;
  /** What is in the document security store. */
  validationData(): ValidationData;
  /** The signatures and document timestamps in the file, in the order of their making; nothing of them is proven. */
  signatures(): readonly EmbeddedSignature[];
}

/** @throws PdfRefusal when the file cannot be read exactly. */
export function createSigningJob(input: PdfInput, limits?: Limits): SigningJob {
  const file = new AppendableFile(input, limits);
  const prepare = (options: SignatureOptions, certificate: Uint8Array): PreparedSignature =>
    writeSignature({ document: file.document, prefixHash: file.prefixHash, certificate }, options);
  const prepareTimestamp = (options: DocumentTimestampOptions = {}): PreparedContents =>
    writeDocumentTimestamp({ document: file.document, prefixHash: file.prefixHash }, options);
  return {
    get source() {
      return file.document.source;
    },
    prepareDocument(options) {
      const { source, limits: held } = file.document;
      return file.append(prepareDocument(source, { ...options, limits: held }));
    },
    prepare,
    append: (update) => {
      file.append(update);
    },
    async sign(options, signer, timestamping) {
      const before = file.document;
      const prepared = prepare(options, ownCertificate(signer));
      return file.appendTo(before, await finishSignature(prepared, signer, timestamping));
    },
    prepareTimestamp,
    async timestamp(timestamping, options) {
      const before = file.document;
      const prepared = prepareTimestamp(options);
      const token = await requestTimestamp(prepared.digest, timestamping);
      return file.appendTo(before, embedContents(prepared, token.der));
    },
    addValidationData: (data) => file.append(writeValidationData(file.document, data)),
    validationData: () => readSecurityStore(file.document),
    signatures: () => listEmbeddedSignatures(file.document),
    savepoint: () => file.savepoint(),
  };
}

/**
 * One signature all but its CMS, for a signer that is elsewhere or answers later: sign `signedAttributes`, then
 * {@link buildCms} and {@link embedContents}. `certificate` is the signer's own, DER.
 */
export function prepareSignature(
  input: PdfInput,
  options: SignatureOptions,
  certificate: Uint8Array,
): PreparedSignature {
  return createSigningJob(input).prepare(options, certificate);
}

/** One signature: returns the bytes to append to the file. */
export async function signPdf(
  input: PdfInput,
  options: SignatureOptions,
  signer: Signer,
): Promise<Uint8Array> {
  return createSigningJob(input).sign(options, signer);
}

/** Asks the signer, and an authority for a timestamp over its signature, and puts the CMS into the prepared hole. */
export async function finishSignature(
  prepared: PreparedSignature,
  signer: Signer,
  timestamping?: Timestamping,
): Promise<Uint8Array> {
  const { signedAttributes } = prepared;
  const signature = await signer.sign(signedAttributes);
  const { certificates, algorithm } = signer;
  const parts = { signedAttributes, signature, certificates, algorithm };
  if (!timestamping) return embedContents(prepared, buildCms(parts));
  const digest = createHash('sha256').update(signature).digest();
  const token = await requestTimestamp(digest, timestamping);
  return embedContents(prepared, buildCms({ ...parts, signatureTimestamp: token.der }));
}

function ownCertificate({ certificates }: Signer): Uint8Array {
  const [own] = certificates;
  if (!own)
    throw new PdfRefusal('certificate', 'A signer needs at least its own certificate.', 'certificates');
  return own;
}
