import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AgentUploadRow } from '../database/rows.generated.ts';

export type StoredUpload = Selectable<AgentUploadRow>;

export async function insertUpload(reads: Reads, upload: Insertable<AgentUploadRow>): Promise<void> {
  await reads.insertInto('agent_uploads').values(upload).execute();
}

/** By the secret of its address: one that still waits for its bytes. */
export async function findAwaited(reads: Reads, tokenHash: Buffer, now: Date): Promise<StoredUpload | null> {
  const row = await reads
    .selectFrom('agent_uploads')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('file_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** False where another one was faster. */
export async function saveUploadedFile(tx: Tx, id: string, fileId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agent_uploads')
    .set({ file_id: fileId })
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** One of this caller, by its id. */
export async function findUpload(
  reads: Reads,
  { id, caller, now }: { id: string; caller: string; now: Date },
): Promise<StoredUpload | null> {
  const row = await reads
    .selectFrom('agent_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('caller', '=', caller)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Answers the files that they named. */
export async function deleteUploads(tx: Tx, of: { before: Date } | { id: string }): Promise<number[]> {
  const query = tx.deleteFrom('agent_uploads').returning('file_id');
  const rows = await ('id' in of
    ? query.where('id', '=', of.id)
    : query.where('expires_at', '<', of.before)
  ).execute();
  return rows.flatMap(({ file_id: fileId }) => fileId ?? []);
}
