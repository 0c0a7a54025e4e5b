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

export interface EndpointFilter {
  organizationId: number;
  events: readonly string[];
}

export async function hasEndpointFor(reads: Reads, filter: EndpointFilter): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${endpointExists(filter)} as found`.execute(reads);
  return rows[0]?.found === true;
}

/**
 * Whether an endpoint of the organization subscribes to one of these events, as part of a statement; one without a
 * list subscribes to all.
 */
export function endpointExists({ organizationId, events }: EndpointFilter) {
  return sql<boolean>`exists (
    select from webhook_endpoints where organization_id = ${organizationId} and deleted_at is null and enabled
      and (cardinality(events) = 0 or events && ${[...events]}::text[])
  )`;
}
