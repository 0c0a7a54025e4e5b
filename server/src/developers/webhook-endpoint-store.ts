import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import type { WebhookEndpointRow } from '../database/rows.generated.ts';

export type StoredEndpoint = Selectable<WebhookEndpointRow>;

export async function insertEndpoint(tx: Tx, row: Insertable<WebhookEndpointRow>): Promise<StoredEndpoint> {
  return tx.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function listEndpointsOf(reads: Reads, organizationId: number): Promise<StoredEndpoint[]> {
  const { rows } = await sql<StoredEndpoint>`
    select * from webhook_endpoints
    where organization_id = ${organizationId} and deleted_at is null order by id`.execute(reads);
  return rows;
}

/** The enabled endpoints of an organization, and what each of them listens to; as a clause of a statement. */
export function listenersOf(organizationId: Expression<number>) {
  return selectClause('webhook_endpoints')
    .select(['webhook_endpoints.id as endpoint_id', 'url', 'events', 'listens_since'])
    .where('webhook_endpoints.organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true);
}

const TARGET = [
  ...(['url', 'enabled', 'verifies_certificate', 'secret_key'] as const),
  ...(['previous_secret_key', 'previous_secret_ends_at'] as const),
] as const;

/** What an endpoint is sent notifications by. */
export type TargetRow = Pick<StoredEndpoint, (typeof TARGET)[number]>;

/** An endpoint that is not deleted, as a clause of a statement. */
export function targetRowOf(id: Expression<number | null>) {
  return jsonObjectFrom(
    selectClause('webhook_endpoints')
      .select(TARGET)
      .where('webhook_endpoints.id', '=', id)
      .where('deleted_at', 'is', null),
  );
}

export async function lockEndpoint(tx: Tx, { organizationId, id }: { organizationId: number; id: number }) {
  const { rows } = await sql<StoredEndpoint>`
    select * from webhook_endpoints
    where id = ${id} and organization_id = ${organizationId} and deleted_at is null for update`.execute(tx);
  return rows[0] ?? null;
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

export async function hasListener(reads: Reads, filter: EndpointFilter): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select ${listenerExists(filter)} as exists`.execute(reads);
  return rows[0]?.exists === true;
}

/**
 * Whether an endpoint of the organization subscribes to one of these events, as a clause of a statement; one without a
 * list subscribes to all.
 */
export function listenerExists({ organizationId, events }: EndpointFilter) {
  return sql<boolean>`exists (
    select from webhook_endpoints where organization_id = ${organizationId} and deleted_at is null and enabled
      and (cardinality(events) = 0 or events && ${events}::text[])
  )`;
}
