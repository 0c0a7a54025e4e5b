import { type Identification, invalid } from '@paraph/domain';

/** What is known of a proof when its record is written. */
interface Proven {
  method: Identification;
  contentHash: Buffer;
  provenAt: Date;
  /** What others can check later. */
  detail: Readonly<Record<string, unknown>>;
}

/**
 * The record of who signs, JSON in UTF-8 (docs/log.md): all that a check of the proof needs, and nothing that the trail
 * does not say. Without the name, which the certificate has, and the numbers of our rows, which say nothing to others.
 */
export function writeProofRecord({ method, contentHash, provenAt, detail }: Proven): Buffer {
  const { recipientId, recipientName, codeId, ...shown } = detail;
  const about = { method, provenTime: provenAt.toISOString(), contentHash: contentHash.toString('hex') };
  return Buffer.from(JSON.stringify({ ...about, ...shown }));
}

/**
 * The longest record of each method in bytes, without the address that a code was mailed to. Signatures have room for
 * it before the proof exists. Assertions by RSA keys have up to 2,100.
 */
const RECORD_BYTES_MAX: Readonly<Record<Identification, number>> = {
  'code-sms': 320,
  'code-mail': 256,
  passkey: 2_560,
  'identity-provider': 1_792,
};

/** Room for the record of a signer, in bytes. */
export function proofRecordRoom(method: Identification, email: string): number {
  const address = method === 'code-mail' ? Buffer.byteLength(JSON.stringify(email)) : 0;
  return RECORD_BYTES_MAX[method] + address;
}

/** @throws Refusal `VALIDATION_ERROR` for a proof that no signature has room for */
export function requireRecordRoom(proven: Proven): void {
  const room = proofRecordRoom(proven.method, String(proven.detail.to ?? ''));
  if (writeProofRecord(proven).length <= room) return;
  throw invalid({
    [proven.method === 'passkey' ? 'passkey' : 'signIn']:
      'What shows that it is you is longer than a signature has room for. Use another passkey or account.',
  });
}
