import type { AgentMode } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';

/** Without a row, agents may do nothing. */
export async function findAgentMode(reads: Reads, organizationId: number): Promise<AgentMode> {
  const row = await reads
    .selectFrom('agent_settings')
    .select('mode')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.mode ?? 'off';
}

export async function saveAgentMode(
  tx: Tx,
  { organizationId, mode, now }: { organizationId: number; mode: AgentMode; now: Date },
): Promise<void> {
  await tx
    .insertInto('agent_settings')
    .values({ organization_id: organizationId, mode, changed_at: now })
    .onConflict((rows) => rows.column('organization_id').doUpdateSet({ mode, changed_at: now }))
    .execute();
}
