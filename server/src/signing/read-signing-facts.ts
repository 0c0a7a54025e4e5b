import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import type { Reads } from '../platform/database.ts';
import { findConsentText } from './consent-texts.ts';
import { findMarksByIds, listConsents } from './signing-store.ts';

export interface KeptConsent {
  actionId: number;
  version: string;
  textSha256: string;
  /** The text itself; null where this version of it is not known. */
  text: string | null;
}

export interface KeptMark {
  id: string;
  kind: 'signature' | 'initials';
  method: string;
  file: FileFacts | null;
}

/** What people agreed to and drew, for the evidence. The caller has checked the right to see it. */
export async function readSigningFacts(
  reads: Reads,
  { actionIds, markIds }: { actionIds: readonly number[]; markIds: readonly string[] },
): Promise<{ consents: KeptConsent[]; marks: KeptMark[] }> {
  const consents = await listConsents(reads, actionIds);
  const marks = await findMarksByIds(reads, markIds);
  const files = await readFileFacts(
    reads,
    marks.map((mark) => mark.file_id),
  );
  return {
    consents: consents.map((row) => ({
      actionId: row.action_id,
      version: row.version,
      textSha256: row.text_sha256.toString('hex'),
      text: findConsentText(row.version)?.text ?? null,
    })),
    marks: marks.map(({ id, kind, method, file_id: fileId }) => ({
      id,
      kind,
      method,
      file: files.get(fileId) ?? null,
    })),
  };
}
