import type { Scope } from '@paraph/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { callingUserOf } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { AuthorizationCodeRow, TokenRow } from '../database/rows.generated.ts';

type GrantFacts = {
  app_id: number;
  user_id: number;
  grant_revoked_at: Date | null;
  resource: string | null;
};
export type StoredCode = Selectable<AuthorizationCodeRow> & GrantFacts & { scopes: Scope[] };
export type StoredToken = Selectable<TokenRow> & GrantFacts;

export async function insertCode(tx: Tx, code: Insertable<AuthorizationCodeRow>): Promise<void> {
  await tx.insertInto('authorization_codes').values(code).execute();
}

/** Locks the code: a concurrent request waits and then finds it used. */
export async function lockCode(tx: Tx, codeHash: Buffer): Promise<StoredCode | null> {
  const { rows } = await sql<StoredCode>`
    select authorization_codes.*, app_id, user_id, scopes, resource, revoked_at as grant_revoked_at
    from authorization_codes join app_grants on app_grants.id = grant_id
    where code_hash = ${codeHash} for update of authorization_codes`.execute(tx);
  return rows[0] ?? null;
}

export async function markCodeUsed(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
  await sql`update authorization_codes set used_at = ${now} where code_hash = ${codeHash}`.execute(tx);
}

export async function insertToken(tx: Tx, token: Insertable<TokenRow>): Promise<void> {
  await tx.insertInto('tokens').values(token).execute();
}

export async function lockToken(tx: Tx, tokenHash: Buffer): Promise<StoredToken | null> {
  const { rows } = await sql<StoredToken>`
    select tokens.*, app_id, user_id, resource, revoked_at as grant_revoked_at
    from tokens join app_grants on app_grants.id = grant_id
    where token_hash = ${tokenHash} for update of tokens`.execute(tx);
  return rows[0] ?? null;
}

export async function markTokenRotated(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('tokens').set({ rotated_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** An access token with an active grant and app: with its scopes, and the present scopes of the app. */
export const selectAccess = prepareStatement('token', (statements, tokenHash: Buffer, now: Date) =>
  statements
    .selectFrom('tokens')
    .innerJoin('app_grants', 'app_grants.id', 'tokens.grant_id')
    .innerJoin('integration_apps', 'integration_apps.id', 'app_grants.app_id')
    .select(['tokens.grant_id as grantId', 'app_grants.app_id as appId', 'app_grants.user_id as userId'])
    .select(['integration_apps.client_id as clientId', 'integration_apps.name as appName'])
    .select(['integration_apps.scopes as appScopes', 'tokens.scopes as scopes'])
    .select(['app_grants.last_used_at as lastUsedAt', 'app_grants.resource as resource'])
    .select(({ ref }) => callingUserOf(ref('app_grants.user_id')).as('user'))
    .where('tokens.token_hash', '=', tokenHash)
    .where('tokens.kind', '=', 'access')
    .where('tokens.expires_at', '>', now)
    .where('app_grants.revoked_at', 'is', null)
    .where('integration_apps.deleted_at', 'is', null),
);

export async function deleteEndedTokens(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('tokens').where('expires_at', '<', before).execute();
  await tx.deleteFrom('authorization_codes').where('expires_at', '<', before).execute();
}
