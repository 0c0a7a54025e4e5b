import { sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';

/** Null where none was recorded: it counts from 1. */
export async function readCell(reads: Reads): Promise<number | null> {
  return (await reads.selectFrom('number_ranges').select('cell').executeTakeFirst())?.cell ?? null;
}

export async function insertCell(tx: Tx, cell: number): Promise<void> {
  await tx.insertInto('number_ranges').values({ cell }).execute();
}

const OURS = sql`schemaname = current_schema()`;

/** Has each sequence go on after this number at least. */
export async function raiseSequences(tx: Tx, after: number): Promise<void> {
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, ${after}::bigint) from pg_sequences
    where ${OURS} and coalesce(last_value, 0) < ${after}::bigint`.execute(tx);
}
