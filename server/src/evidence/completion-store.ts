import type { SigningLanguage } from '@paraph/domain';
import { listOf } from '../database/columns.ts';
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
  const rows = reads.selectFrom('completion_certificates').where('workflow_id', '=', workflowId);
  const row = await rows.where('edition', '=', edition).select('file_id').executeTakeFirst();
  return row?.file_id ?? null;
}

/** The files of all editions, for the deletion of the workflow. */
export async function listCompletionFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const rows = reads.selectFrom('completion_certificates').where('workflow_id', '=', workflowId);
  return listOf(await rows.select('file_id').execute(), 'file_id');
}

export async function insertCompletion(
  tx: Tx,
  row: { workflow_id: number; edition: CertificateEdition; file_id: number; made_at: Date },
): Promise<void> {
  await tx.insertInto('completion_certificates').values(row).execute();
}
