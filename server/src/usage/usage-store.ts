import { type Insertable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { OrganizationUsageRow } from '../database/rows.generated.ts';

const COUNTS = ['started', 'completed', 'signatures', 'sealed_files', 'stored_bytes', 'mails'] as const;

export type Usage = Record<(typeof COUNTS)[number], number>;

/** What one workspace used in one month. */
export type Month = Usage & { workspaceId: number; organizationId: number; month: string };

/** The last id of an event that was seen, and by when it is settled. */
export interface Horizon {
  event: number;
  transaction: string;
}

/** How far has been counted; one counts at a time. */
export async function lockProgress(tx: Tx): Promise<{ counted: number; seen: Horizon }> {
  await sql`insert into usage_marks (single) values (true) on conflict do nothing`.execute(tx);
  const row = await tx.selectFrom('usage_marks').selectAll().forUpdate().executeTakeFirstOrThrow();
  const { counted_event: counted, seen_event: event, seen_transaction: transaction } = row;
  return { counted, seen: { event, transaction: transaction ?? '0' } };
}

export async function saveSeen(tx: Tx, { event, transaction }: Horizon): Promise<void> {
  await tx.updateTable('usage_marks').set({ seen_event: event, seen_transaction: transaction }).execute();
}

export async function saveCounted(tx: Tx, { event, now }: { event: number; now: Date }): Promise<void> {
  await tx.updateTable('usage_marks').set({ counted_event: event, counted_at: now }).execute();
}

/** Events up to this one came from other instances, which counted them. */
export async function countAfter(tx: Tx, event: number): Promise<void> {
  await sql`insert into usage_marks (single) values (true) on conflict do nothing`.execute(tx);
  await sql`update usage_marks set counted_event = greatest(counted_event, ${event}),
    seen_event = greatest(seen_event, ${event})`.execute(tx);
}

export async function addUsage(tx: Tx, months: readonly Month[]): Promise<void> {
  if (months.length === 0) return;
  const rows = months.map(
    ({ workspaceId, organizationId, ...usage }): Insertable<OrganizationUsageRow> => ({
      ...usage,
      workspace_id: workspaceId,
      organization_id: organizationId,
    }),
  );
  await tx
    .insertInto('organization_usage')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'month'])
        .doUpdateSet((row) =>
          Object.fromEntries(
            COUNTS.map((name) => [
              name,
              sql`${row.ref(`organization_usage.${name}`)} + ${row.ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}

/** The newest month first. */
export async function listUsage(
  reads: Reads,
  { organizationId, from, to }: { organizationId: number; from: string; to: string },
) {
  return reads
    .selectFrom('organization_usage')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('month', 'desc')
    .orderBy('workspace_id')
    .execute();
}

/** Of all workspaces in a month. */
export async function readStarted(reads: Reads, organizationId: number, month: string): Promise<number> {
  const row = await reads
    .selectFrom('organization_usage')
    .select(({ fn }) => fn.sum<number>('started').as('started'))
    .where((of) => of.and({ organization_id: organizationId, month }))
    .executeTakeFirst();
  return Number(row?.started ?? 0);
}

/** Until when all is counted; null before the first time. */
export async function readCountedDate(reads: Reads): Promise<Date | null> {
  const row = await reads.selectFrom('usage_marks').select('counted_at').executeTakeFirst();
  return row?.counted_at ?? null;
}
