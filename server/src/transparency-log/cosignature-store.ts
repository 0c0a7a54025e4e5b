import { type Selectable, sql } from 'kysely';
import { listOf } from '../database/columns.ts';
import type { Reads } from '../database/database.ts';
import type { TransparencyCosignatureRow, TransparencyWitnessStateRow } from '../database/rows.generated.ts';

// What witnesses answered for the checkpoints of our log.

export type WitnessState = Selectable<TransparencyWitnessStateRow>;
type Cosignature = Selectable<TransparencyCosignatureRow>;

/** The lines of the witnesses for the checkpoint of this size, to be appended to it. */
export async function findCosignatures(reads: Reads, size: number): Promise<string> {
  const rows = reads.selectFrom('transparency_cosignatures').select('line').where('size', '=', size);
  return listOf(await rows.orderBy('witness').execute(), 'line').join('');
}

/** How many of the next cosignatures after a leaf are compared. */
const COMPARED_MAX = 100;

/** The size of the checkpoint after a leaf that most witnesses signed, the earliest of such; null if none did yet. */
export async function findSeenSize(reads: Reads, position: number): Promise<number | null> {
  const { rows } = await sql<Pick<Cosignature, 'size'>>`
    select size from (
      select size from transparency_cosignatures where size > ${position} order by size limit ${COMPARED_MAX}
    ) as next
    group by size order by count(*) desc, size limit 1`.execute(reads);
  return rows[0]?.size ?? null;
}

export async function listWitnessStates(reads: Reads): Promise<WitnessState[]> {
  return reads.selectFrom('transparency_witness_states').selectAll().execute();
}

/** Stores a cosignature, and that the witness has answered well. */
export async function saveCosignature(reads: Reads, key: string, cosignature: Cosignature): Promise<void> {
  const { size, witness, line, seen_at: seenAt } = cosignature;
  await sql`
    with added as (
      insert into transparency_cosignatures (size, witness, line, seen_at)
      values (${size}, ${witness}, ${line}, ${seenAt}) on conflict do nothing
    )
    insert into transparency_witness_states (key, size, seen_at) values (${key}, ${size}, ${seenAt})
    on conflict (key) do update set size = excluded.size, seen_at = excluded.seen_at,
      failing_since = null, problem = null, refused_since = null, notified_at = null`.execute(reads);
}

/** Stores why a witness did not sign; `isRefused`: it says that our log does not continue what it saw. */
export async function saveProblem(
  reads: Reads,
  { key, problem, isRefused, now }: { key: string; problem: string; isRefused: boolean; now: Date },
): Promise<void> {
  const row = { key, problem, failing_since: now, refused_since: isRefused ? now : null };
  await reads
    .insertInto('transparency_witness_states')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ fn, ref: column }) => ({
        problem,
        failing_since: fn.coalesce(
          'transparency_witness_states.failing_since',
          column('excluded.failing_since'),
        ),
        refused_since: fn.coalesce(
          'transparency_witness_states.refused_since',
          column('excluded.refused_since'),
        ),
      })),
    )
    .execute();
}

/** The witnesses that refuse our log of which the operator was not told yet. */
export async function takeRefusalsToReport(reads: Reads, now: Date): Promise<WitnessState[]> {
  const change = reads.updateTable('transparency_witness_states').set({ notified_at: now });
  return change
    .where('refused_since', 'is not', null)
    .where('notified_at', 'is', null)
    .returningAll()
    .execute();
}
