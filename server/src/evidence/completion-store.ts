import type { SigningLanguage } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';

/** For whom a certificate is: the sender, or the recipients with this language. */
export type CertificateEdition = 'sender' | SigningLanguage;

export interface CertificateAddress {
  workflowId: number;
  edition: CertificateEdition;
}

export async function findCompletionFileId(
  reads: Reads,
  { workflowId, edition }: CertificateAddress,
): Promise<number | null> {
  const row = await reads
    .selectFrom('completion_certificates')
    .select('file_id')
    .where('workflow_id', '=', workflowId)
    .where('edition', '=', edition)
    .executeTakeFirst();
  return row?.file_id ?? null;
}

/** The files of all editions, for the deletion of the workflow. */
export async function listCompletionFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const rows = await reads
    .selectFrom('completion_certificates')
    .select('file_id')
    .where('workflow_id', '=', workflowId)
    .execute();
  return rows.map(({ file_id: fileId }) => fileId);
}

export async function insertCompletion(
  tx: Tx,
  row: { workflow_id: number; edition: CertificateEdition; file_id: number; made_at: Date },
): Promise<void> {
  await tx.insertInto('completion_certificates').values(row).execute();
}
