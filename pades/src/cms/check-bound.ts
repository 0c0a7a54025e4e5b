import { oids } from '../asn1/oids.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';
import type { Problem } from './problem.ts';
import type { ReadCms } from './read-cms.ts';
import { proofRecordOf } from './signature-proofs.ts';

/**
 * What a certificate that was issued for one act demands: that its key signed a document of this act, and that the
 * signature holds the record of who signs. A certificate without such rules has no problem.
 */
export function checkBound(cms: ReadCms): Problem[] {
  const problems: Problem[] = [];
  const { signer, attributes } = cms;
  const { digests, proofHash } = signer?.boundTo ?? {};
  const signed = attributes.get(oids.messageDigest)?.[0]?.content;
  const isAmong = (digest: Uint8Array): boolean => signed !== undefined && isSame(digest, signed);
  if (digests && !digests.some(isAmong))
    problems.push({ code: 'other-document', text: 'The certificate was issued for another document.' });
  const record = proofRecordOf(cms);
  if (!record && !proofHash) return problems;
  const isNamed = record && proofHash && isSame(hashOf(record), proofHash);
  if (!isNamed)
    problems.push({
      code: 'other-record',
      text: 'The record of who signed is not the one that the certificate names.',
    });
  else if (recordText(record) === null)
    problems.push({ code: 'malformed', text: 'The record of who signed cannot be read.' });
  return problems;
}

/** The record of who signed, JSON, as far as the certificate vouches for it; else null. */
export function vouchedRecord(cms: ReadCms): string | null {
  try {
    const record = checkBound(cms).length === 0 ? proofRecordOf(cms) : null;
    return record && recordText(record);
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

function recordText(record: Uint8Array): string | null {
  const text = Buffer.from(record).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : null;
  } catch {
    return null;
  }
}

function hashOf(bytes: Uint8Array): Uint8Array {
  return primitives.createHash('sha256').update(bytes).digest();
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
