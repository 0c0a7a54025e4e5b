import { type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AgentAllowanceRow } from '../database/rows.generated.ts';

export type StoredAllowance = Pick<
  Selectable<AgentAllowanceRow>,
  'changed_at' | 'daily_cap' | 'domains' | 'set_by' | 'used' | 'used_on'
> & {
  /** The version of each template as it was listed. */
  versions: Map<number, number>;
};

/** Null without one: then agents send nothing by themselves. */
export async function findAllowance(reads: Reads, organizationId: number): Promise<StoredAllowance | null> {
  const row = await reads
    .selectFrom('agent_allowances')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) return null;
  const listed = await reads
    .selectFrom('agent_allowance_templates')
    .select(['template_id', 'version'])
    .where('organization_id', '=', organizationId)
    .orderBy('template_id')
    .execute();
  return { ...row, versions: new Map(listed.map(({ template_id: id, version }) => [id, version])) };
}

interface NewAllowance {
  organizationId: number;
  templates: readonly { id: number; version: number }[];
  domains: readonly string[];
  dailyCap: number;
  setBy: number;
  now: Date;
}

/** What was sent on this day counts on. */
export async function saveAllowance(tx: Tx, allowance: NewAllowance): Promise<void> {
  const { organizationId, templates, domains, dailyCap, setBy, now } = allowance;
  const values = { domains: [...domains], daily_cap: dailyCap, set_by: setBy, changed_at: now };
  await tx
    .insertInto('agent_allowances')
    .values({ organization_id: organizationId, ...values })
    .onConflict((rows) => rows.column('organization_id').doUpdateSet(values))
    .execute();
  await tx.deleteFrom('agent_allowance_templates').where('organization_id', '=', organizationId).execute();
  if (templates.length === 0) return;
  const rows = templates.map(({ id, version }) => {
    return { organization_id: organizationId, template_id: id, version };
  });
  await tx.insertInto('agent_allowance_templates').values(rows).execute();
}

/**
 * Counts one more of a day; false where the cap is reached. The row is locked until the end of the transaction: sends
 * of one organization wait for one another here, and for who changes the allowance.
 */
export async function countUse(
  tx: Tx,
  { organizationId, day }: { organizationId: number; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    update agent_allowances set used = case when used_on = ${day} then used else 0 end + 1, used_on = ${day}
    where organization_id = ${organizationId} and case when used_on = ${day} then used else 0 end < daily_cap
    returning organization_id`.execute(tx);
  return rows.length === 1;
}

/** What was sent on a day. */
export function usedOn({ used, used_on: usedDay }: StoredAllowance, day: string): number {
  return usedDay === day ? used : 0;
}

/** The day that counts: of UTC, for all alike. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
