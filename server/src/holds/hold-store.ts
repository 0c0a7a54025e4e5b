import type { LegalHold } from '@paraph/domain';
import { type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { LegalHoldRow } from '../platform/tables.ts';

type StoredHold = Selectable<LegalHoldRow>;

const toHold = ({ id, reason, workflow_id, workspace_id, email_key }: StoredHold): LegalHold => ({
  id,
  reason,
  workflowId: workflow_id,
  workspaceId: workspace_id,
  emailKey: email_key,
});

/**
 * Until the end of the transaction no hold of the organization is placed, and where one is being placed, waits for it.
 * Those who erase share it.
 */
export async function lockHoldsShared(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(
    hashtextextended(${`paraph legal holds ${organizationId}`}, 0))`.execute(tx);
}

export async function listActiveHolds(reads: Reads, organizationId: number): Promise<LegalHold[]> {
  const rows = await reads
    .selectFrom('legal_holds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lifted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(toHold);
}
