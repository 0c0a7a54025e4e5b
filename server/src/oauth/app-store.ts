import type { Scope } from '@paraph/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AppGrantRow, IntegrationAppRow } from '../database/rows.generated.ts';
import { isDocumentUrl } from './client-document.ts';

export type StoredApp = Selectable<IntegrationAppRow>;
export type StoredGrant = Selectable<AppGrantRow>;

export async function insertApp(tx: Tx, app: Insertable<IntegrationAppRow>): Promise<StoredApp> {
  return tx.insertInto('integration_apps').values(app).returningAll().executeTakeFirstOrThrow();
}

export async function findAppByClientId(reads: Reads, clientId: string): Promise<StoredApp | null> {
  if (!/^[0-9a-z-]{1,32}$/.test(clientId) && !isDocumentUrl(clientId)) return null;
  const { rows } = await sql<StoredApp>`
    select * from integration_apps where client_id = ${clientId} and deleted_at is null`.execute(reads);
  return rows[0] ?? null;
}

/** What the document of a client id says now: of an app that nobody has registered, and which has no secret. */
export async function saveDocumentApp(
  reads: Reads,
  app: Omit<Insertable<IntegrationAppRow>, 'origin' | 'owner_id' | 'secret_hash'>,
): Promise<void> {
  const { name, redirect_uris, scopes, read_until, etag } = app;
  await reads
    .insertInto('integration_apps')
    .values({ ...app, origin: 'document', owner_id: null, secret_hash: null })
    .onConflict((rows) =>
      rows.column('client_id').doUpdateSet({ name, redirect_uris, scopes, read_until, etag }),
    )
    .execute();
}

/** Forgets apps that nobody has registered and nobody allows; one that was allowed before ends, and stays. */
export async function deleteUnusedApps(tx: Tx, unusedSince: Date): Promise<void> {
  const unused = sql`origin <> 'made' and created_at < ${unusedSince}
    and coalesce(greatest(last_used_at, read_until), created_at) < ${unusedSince}`;
  await sql`
    delete from integration_apps where ${unused}
      and not exists (select from app_grants where app_id = integration_apps.id)`.execute(tx);
  await sql`
    update integration_apps set deleted_at = coalesce(last_used_at, created_at)
    where ${unused} and origin = 'registered' and deleted_at is null
      and not exists (select from app_grants join tokens on tokens.grant_id = app_grants.id
        where app_id = integration_apps.id and revoked_at is null)`.execute(tx);
}

/** Those that some users let act as agents: for one resource, with tokens. */
export async function listAgentAppsOf(
  reads: Reads,
  { userIds, resource }: { userIds: readonly number[]; resource: string },
): Promise<AgentApp[]> {
  const { rows } = await sql<AgentApp>`
    select apps.id, apps.name, apps.client_id, apps.origin, array_agg(distinct grants.user_id) as "userIds",
      max(grants.last_used_at) as "lastUsedAt"
    from integration_apps as apps join app_grants as grants on grants.app_id = apps.id
    where grants.user_id = any(${[...userIds]}::bigint[]) and grants.resource = ${resource}
      and grants.revoked_at is null and apps.deleted_at is null
      and exists (select from tokens where tokens.grant_id = grants.id)
    group by apps.id order by apps.id`.execute(reads);
  return rows;
}

export interface AgentApp extends Pick<StoredApp, 'client_id' | 'name' | 'origin'> {
  id: number;
  userIds: number[];
  lastUsedAt: Date | null;
}

export async function listAppsOf(reads: Reads, ownerId: number): Promise<StoredApp[]> {
  const { rows } = await sql<StoredApp>`
    select * from integration_apps where owner_id = ${ownerId} and deleted_at is null order by id`.execute(
    reads,
  );
  return rows;
}

export async function countAppsOf(reads: Reads, ownerId: number): Promise<number> {
  return (await listAppsOf(reads, ownerId)).length;
}

/** Gives the apps of a user to another one; their secrets and what users allowed them stay. */
export async function handOverApps(tx: Tx, { from, to }: Record<'from' | 'to', number>): Promise<void> {
  await sql`
    update integration_apps set owner_id = ${to} where owner_id = ${from} and deleted_at is null`.execute(tx);
}

/** Null for an app of another user, as if it did not exist. */
export async function updateAppOf(
  tx: Tx,
  { ownerId, appId }: { ownerId: number; appId: number },
  change: Partial<
    Pick<StoredApp, 'name' | 'redirect_uris' | 'embed_origins' | 'scopes' | 'secret_hash' | 'deleted_at'>
  >,
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
export async function listGrantsOf(reads: Reads, userId: number) {
  const { rows } = await sql<StoredGrant & Pick<StoredApp, 'client_id' | 'name' | 'origin' | 'owner_id'>>`
    select app_grants.*, client_id, name, origin, owner_id from app_grants
    join integration_apps on integration_apps.id = app_grants.app_id
    where user_id = ${userId} and revoked_at is null and deleted_at is null
      and exists (select from tokens where tokens.grant_id = app_grants.id)
    order by app_grants.id`.execute(reads);
  return rows;
}

/** Ends a grant, and with it every code and token that follows from it. */
export async function revokeGrant(tx: Tx, grantId: number, now: Date): Promise<void> {
  await sql`
    update app_grants set revoked_at = ${now} where id = ${grantId} and revoked_at is null`.execute(tx);
}

/** Of one app, or of all. */
export async function revokeGrantsOf(
  tx: Tx,
  { userId, appId, now }: { userId: number; appId: number | null; now: Date },
): Promise<{ name: string; scopes: Scope[] }[]> {
  const { rows } = await sql<{ name: string; scopes: Scope[] }>`
    update app_grants set revoked_at = ${now} from integration_apps
    where user_id = ${userId} and (${appId}::bigint is null or app_id = ${appId}) and revoked_at is null
      and integration_apps.id = app_id
    returning integration_apps.name, app_grants.scopes`.execute(tx);
  return rows;
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
  await sql`
    update integration_apps set name = ${name}, redirect_uris = '{}', deleted_at = coalesce(deleted_at, ${now})
    where owner_id = ${ownerId}`.execute(tx);
}
