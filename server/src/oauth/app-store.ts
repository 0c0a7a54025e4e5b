import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AppGrantRow, IntegrationAppRow } from '../database/tables.ts';

export type StoredApp = Selectable<IntegrationAppRow>;
export type StoredGrant = Selectable<AppGrantRow>;

export async function insertApp(tx: Tx, app: Insertable<IntegrationAppRow>): Promise<StoredApp> {
  return tx.insertInto('integration_apps').values(app).returningAll().executeTakeFirstOrThrow();
}

export async function findAppByClientId(reads: Reads, clientId: string): Promise<StoredApp | null> {
  if (!/^[0-9a-z-]{1,32}$/.test(clientId)) return null;
  const row = await reads
    .selectFrom('integration_apps')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function listAppsOf(reads: Reads, ownerId: number): Promise<StoredApp[]> {
  return reads
    .selectFrom('integration_apps')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Null for an app of another user, as if it did not exist. */
export async function updateAppOf(
  tx: Tx,
  { ownerId, appId }: { ownerId: number; appId: number },
  change: Partial<Pick<StoredApp, 'name' | 'redirect_uris' | 'scopes' | 'secret_hash' | 'deleted_at'>>,
): Promise<StoredApp | null> {
  const row = await tx
    .updateTable('integration_apps')
    // Something must be set for the row to be answered; the owner stays who it is.
    .set({ owner_id: ownerId, ...change })
    .where('id', '=', appId)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertGrant(tx: Tx, grant: Insertable<AppGrantRow>): Promise<number> {
  return (await tx.insertInto('app_grants').values(grant).returning('id').executeTakeFirstOrThrow()).id;
}

/** Active grants of a user with tokens, and their apps. */
export async function listGrantsOf(
  reads: Reads,
  userId: number,
): Promise<{ grant: StoredGrant; app: Pick<StoredApp, 'id' | 'client_id' | 'name' | 'owner_id'> }[]> {
  const rows = await reads
    .selectFrom('app_grants')
    .innerJoin('integration_apps', 'integration_apps.id', 'app_grants.app_id')
    .selectAll('app_grants')
    .select(['integration_apps.client_id', 'integration_apps.name', 'integration_apps.owner_id'])
    .where('app_grants.user_id', '=', userId)
    .where('app_grants.revoked_at', 'is', null)
    .where('integration_apps.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('tokens').select('tokens.kind').whereRef('tokens.grant_id', '=', 'app_grants.id'),
      ),
    )
    .orderBy('app_grants.id')
    .execute();
  return rows.map(({ client_id, name, owner_id, ...grant }) => ({
    grant,
    app: { id: grant.app_id, client_id, name, owner_id },
  }));
}

/** Ends a grant, and with it every code and token that follows from it. */
export async function revokeGrant(tx: Tx, grantId: number, now: Date): Promise<void> {
  await tx
    .updateTable('app_grants')
    .set({ revoked_at: now })
    .where('id', '=', grantId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes the grants of a user to an app; returns their number. */
export async function revokeGrantsOf(
  tx: Tx,
  { userId, appId, now }: { userId: number; appId: number; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('app_grants')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function markUsed(
  reads: Reads,
  { appId, grantId, now }: { appId: number; grantId: number; now: Date },
): Promise<void> {
  await reads.updateTable('app_grants').set({ last_used_at: now }).where('id', '=', grantId).execute();
  await reads.updateTable('integration_apps').set({ last_used_at: now }).where('id', '=', appId).execute();
}

/** With the codes and tokens that follow from them. */
export async function deleteGrantsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('app_grants').where('user_id', '=', userId).execute();
}

/** The rows stay, because grants of others refer to them; their tokens end. Deleted ones lose their names, too. */
export async function eraseAppsOf(tx: Tx, ownerId: number, { name, now }: { name: string; now: Date }) {
  await tx
    .updateTable('integration_apps')
    .set(({ fn, val }) => ({
      name,
      redirect_uris: [],
      deleted_at: fn.coalesce('deleted_at', val(now)),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
}
