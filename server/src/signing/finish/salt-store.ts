import { sql } from 'kysely';
import type { Reads } from '../../database/database.ts';

/** The salts of answers that were given on another instance, encrypted, by their actions. */
export async function listMovedSalts(
  reads: Reads,
  actionIds: readonly number[],
): Promise<{ actionId: number; sealedSalt: string }[]> {
  const { rows } = await sql<{ actionId: number; sealedSalt: string }>`
    select action_id as "actionId", sealed_salt as "sealedSalt" from moved_salts
    where action_id = any(${actionIds}::bigint[])`.execute(reads);
  return rows;
}

/** SQL: whether the answers of an action, named `r`, were given on this instance. */
export const IS_SALTED_HERE = 'not exists (select from moved_salts m where m.action_id = r.id)';
