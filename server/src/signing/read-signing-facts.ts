import type { Reads } from '../database/database.ts';
import type { FileFacts } from '../files/read-file-facts.ts';
import { listSignatureImagesByIds } from './answers/answer-store.ts';
import { findConsentText } from './session/consent-texts.ts';
import { listConsents } from './session/session-store.ts';

export interface StoredConsent {
  actionId: number;
  version: string;
  textSha256: string;
  /** The text itself; null if its version is unknown. */
  text: string | null;
}

export interface SignatureImageFacts {
  id: string;
  kind: 'signature' | 'initials';
  method: string;
  file: FileFacts | null;
}

/** Consents and signature images, for the evidence. The caller has authorized access. */
export async function readSigningFacts(
  reads: Reads,
  { actionIds, signatureImageIds }: { actionIds: readonly number[]; signatureImageIds: readonly string[] },
): Promise<{ consents: StoredConsent[]; signatureImages: SignatureImageFacts[] }> {
  const consents = await listConsents(reads, actionIds);
  const signatureImages = await listSignatureImagesByIds(reads, signatureImageIds);
  return {
    consents: consents.map((row) => ({
      actionId: row.action_id,
      version: row.version,
      textSha256: row.text_sha256.toString('hex'),
      text: findConsentText(row.version)?.text ?? null,
    })),
    signatureImages: signatureImages.map(({ id, kind, method, file }) => ({ id, kind, method, file })),
  };
}
