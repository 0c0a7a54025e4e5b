import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { WebhookEndpointRow } from '../platform/tables.ts';

export type StoredEndpoint = Selectable<WebhookEndpointRow>;

export async function insertEndpoint(tx: Tx, row: Insertable<WebhookEndpointRow>): Promise<StoredEndpoint> {
  return tx.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function listEndpointsOf(reads: Reads, organizationId: number): Promise<StoredEndpoint[]> {
  return reads
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function findEndpointById(reads: Reads, id: number): Promise<StoredEndpoint | null> {
  const row = await reads
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockEndpoint(
  tx: Tx,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<StoredEndpoint | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateEndpointRow(
  tx: Tx,
  id: number,
  change: Partial<Omit<StoredEndpoint, 'id' | 'organization_id' | 'created_at'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute();
}

/** Whether an endpoint of the organization subscribes to one of these events; one without a list subscribes to all. */
export async function hasEndpointFor(
  reads: Reads,
  { organizationId, events }: { organizationId: number; events: readonly string[] },
): Promise<boolean> {
  const row = await reads
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where((eb) =>
      eb.or([eb(sql<number>`cardinality(events)`, '=', 0), sql<boolean>`events && ${[...events]}::text[]`]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
