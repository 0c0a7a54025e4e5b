import { type KeyObject, sign } from 'node:crypto';
import { type ByteSource, truncatedSource } from '../byte-source.ts';
import { buildCms } from '../cms/build-cms.ts';
import type { Limits } from '../limits.ts';
import { embedContents } from '../sign/contents-placeholder.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { type HarmedSignature, harmedSignatures } from './harmed-signatures.ts';
import { validate } from './validate.ts';

export interface Rehearsal {
  /** The file with its empty signature fields. */
  readonly prepared: ByteSource;
  /** Its length before they were added. */
  readonly originalSize: number;
  /** The fields to sign, in turn. */
  readonly fieldNames: readonly string[];
  /** P-256, with its certificate; both are thrown away. */
  readonly key: KeyObject;
  readonly certificate: Uint8Array;
  readonly limits: Limits;
}

/** In place of timestamps: how earlier signatures fare depends on what is appended, not on who stamped it. */
const EMPTY_DER = Buffer.from('3000', 'hex');

/**
 * Signs and archives a prepared file in memory and lists the earlier signatures that would not survive it: each field
 * gets a signature, then follow a document timestamp, validation data and another timestamp.
 *
 * @throws PdfRefusal when the file cannot be signed, or its signatures cannot be judged
 */
export function rehearseSigning(rehearsal: Rehearsal): HarmedSignature[] {
  const { prepared, originalSize, fieldNames, key, certificate, limits } = rehearsal;
  const before = validate(truncatedSource(prepared, originalSize), { anchors: [], limits });
  const job = createSigningJob(prepared, limits);
  for (const fieldName of fieldNames) {
    const options = { fieldName, name: fieldName, appearance: null, signingTime: new Date(0) };
    const contents = job.prepare(options, certificate);
    const { signedAttributes } = contents;
    const signature = sign('sha256', signedAttributes, key);
    const algorithm = 'ecdsa-sha256' as const;
    const cms = buildCms({ signedAttributes, signature, certificates: [certificate], algorithm });
    job.append(embedContents(contents, cms));
  }
  const stamp = (): void => job.append(embedContents(job.prepareTimestamp(), EMPTY_DER));
  stamp();
  job.addValidationData({ certificates: [certificate], crls: [EMPTY_DER], ocsps: [EMPTY_DER] });
  stamp();
  return harmedSignatures(before, validate(job.source, { anchors: [], limits }));
}
