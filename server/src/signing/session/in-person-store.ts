import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';
import type { InPersonHandoverRow } from '../../database/rows.generated.ts';

export type StoredInPerson = Selectable<InPersonHandoverRow>;

/** A link has one of each way at a time: the newest. */
export async function replaceInPerson(tx: Tx, row: Insertable<InPersonHandoverRow>): Promise<void> {
  await tx
    .insertInto('in_person_handovers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['link_id', 'way']).doUpdateSet(row))
    .execute();
}

/** Null for a token that is unknown, used, replaced or over. */
export async function findInPerson(reads: Reads, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const { rows } = await sql<StoredInPerson>`
    select * from in_person_handovers where token_hash = ${tokenHash} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** False where another browser was faster. */
export async function consumeInPerson(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from in_person_handovers where token_hash = ${tokenHash}`.execute(tx);
  return numAffectedRows === 1n;
}
