import type { Hash } from 'node:crypto';
import type { SignatureHash } from '../certificates/signer.ts';
import { buildSignedAttributes } from '../cms/build-cms.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { PreparedSignature } from './prepare-signature.ts';

/** What `finishSignature` needs of a prepared signature. */
export type FinishableSignature = Pick<
  PreparedSignature,
  'contentsBytes' | 'incrementalUpdate' | 'placeholderOffset' | 'signedAttributes'
>;

/** What is known of the file that a prepared signature was made for. */
export interface ResumedFile {
  /** SHA-256 state over the whole file before the update, as `SigningJob.hashState` gives it. */
  readonly hashState: Hash;
  /** DER certificate of the signer. */
  readonly certificate: Uint8Array;
  /** As in the options of the prepared signature. */
  readonly contentHash?: Uint8Array;
  /** By the hash of the signer's key, where that is not SHA-256: by `coveredDigest`. */
  readonly messageDigest?: Uint8Array;
  /** That hash. */
  readonly hash?: SignatureHash;
}

/**
 * Takes up a prepared signature that was stored, to sign exactly those bytes: the file is neither read nor parsed.
 *
 * @throws PdfRefusal `contents` if the update is not the one of this digest, or was made for another file
 */
export function resumeSignature(
  stored: Pick<PreparedSignature, 'contentsBytes' | 'digest' | 'incrementalUpdate'>,
  { hashState, certificate, contentHash, messageDigest, hash }: ResumedFile,
): FinishableSignature {
  const { contentsBytes, digest, incrementalUpdate } = stored;
  const update = Buffer.from(
    incrementalUpdate.buffer,
    incrementalUpdate.byteOffset,
    incrementalUpdate.byteLength,
  );
  const placeholder = Buffer.from(`<${'0'.repeat(contentsBytes * 2)}>`, 'latin1');
  // A text that was typed could look like one: the digest tells.
  for (let at = update.indexOf(placeholder); at >= 0; at = update.indexOf(placeholder, at + 1)) {
    const covered = hashState
      .copy()
      .update(update.subarray(0, at))
      .update(update.subarray(at + placeholder.length))
      .digest();
    if (!covered.equals(digest)) continue;
    const attributes = { ...(contentHash ? { contentHash } : {}), ...(hash ? { hash } : {}) };
    const signedAttributes = buildSignedAttributes(messageDigest ?? covered, certificate, attributes);
    return { incrementalUpdate, contentsBytes, placeholderOffset: at + 1, signedAttributes };
  }
  throw new PdfRefusal('contents', 'The stored signature was prepared for another file, or changed since.');
}
