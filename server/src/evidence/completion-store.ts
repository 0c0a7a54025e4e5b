import type { Reads, Tx } from '../platform/database.ts';

export async function findCompletionFileId(reads: Reads, workflowId: number): Promise<number | null> {
  const row = await reads
    .selectFrom('completion_certificates')
    .select('file_id')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return row?.file_id ?? null;
}

export async function insertCompletion(
  tx: Tx,
  row: { workflow_id: number; file_id: number; made_at: Date },
): Promise<void> {
  await tx.insertInto('completion_certificates').values(row).execute();
}
