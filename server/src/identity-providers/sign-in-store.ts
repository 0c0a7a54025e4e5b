import { type Insertable, type Selectable, sql } from 'kysely';
import { deleteSession } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { ConnectionSessionRow, ConnectionVisitRow, IdentityRow } from '../database/rows.generated.ts';

export type StoredIdentity = Selectable<IdentityRow>;
export type StoredConnectionVisit = Selectable<ConnectionVisitRow>;

/** Locked until the end of the transaction, so that two sign-ins of a person change their roles one after the other. */
export async function lockIdentity(
  tx: Tx,
  { connectionId, subject }: { connectionId: string; subject: string },
) {
  const rows = tx.selectFrom('identities').selectAll().where('connection_id', '=', connectionId);
  return (await rows.where('subject', '=', subject).forUpdate().executeTakeFirst()) ?? null;
}

export async function insertIdentity(tx: Tx, row: Insertable<IdentityRow>): Promise<StoredIdentity> {
  return tx.insertInto('identities').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateIdentity(
  tx: Tx,
  { connection_id: id, subject }: StoredIdentity,
  change: Partial<
    Pick<Insertable<IdentityRow>, 'granted_administrator' | 'granted_workspaces' | 'last_seen_at'>
  >,
): Promise<void> {
  const rows = tx.updateTable('identities').set(change).where('connection_id', '=', id);
  await rows.where('subject', '=', subject).execute();
}

export async function deleteIdentitiesOf(tx: Tx, by: { connectionId: string } | { userId: number }) {
  const rows = tx.deleteFrom('identities');
  if ('userId' in by) await rows.where('user_id', '=', by.userId).execute();
  else await rows.where('connection_id', '=', by.connectionId).execute();
}

/** What is kept of who a person is at providers. */
export async function listIdentitiesOf(reads: Reads, userId: number) {
  return reads
    .selectFrom('identities')
    .innerJoin('identity_providers', 'identity_providers.id', 'identities.connection_id')
    .select(['identity_providers.name', 'identity_providers.issuer', 'identities.subject'])
    .select(['identities.created_at as createdAt', 'identities.last_seen_at as lastSeenAt'])
    .where('identities.user_id', '=', userId)
    .orderBy('identities.created_at')
    .execute();
}

/** Whether a user has signed in by a connection, and so confirmed that the account is who the provider means. */
export async function hasIdentity(
  reads: Reads,
  { connectionId, userId }: { connectionId: string; userId: number },
): Promise<boolean> {
  const rows = reads.selectFrom('identities').select('user_id').where('user_id', '=', userId);
  return (await rows.where('connection_id', '=', connectionId).executeTakeFirst()) !== undefined;
}

/** The sessions of a user that came by a connection. */
export async function endSessionsOfPerson(
  tx: Tx,
  of: { connectionId: string; userId: number },
): Promise<void> {
  const { rows } = await sql<{ tokenHash: Buffer }>`
    select token_hash as "tokenHash" from connection_sessions
    join identities on identities.connection_id = connection_sessions.connection_id
      and identities.subject = connection_sessions.subject
    where identities.connection_id = ${of.connectionId} and user_id = ${of.userId}`.execute(tx);
  for (const { tokenHash } of rows) await deleteSession(tx, tokenHash);
}

export async function insertVisit(reads: Reads, row: Insertable<ConnectionVisitRow>): Promise<void> {
  await reads.insertInto('connection_visits').values(row).execute();
}

/** Uses the state of a visit up, once; null where it is unknown, used, too old, or of another browser or connection. */
export async function consumeVisitState(
  reads: Reads,
  by: { stateHash: Buffer; browserHash: Buffer; connectionId: string; now: Date },
): Promise<StoredConnectionVisit | null> {
  const { rows } = await sql<StoredConnectionVisit>`
    update connection_visits set state_hash = null
    where state_hash = ${by.stateHash} and browser_hash = ${by.browserHash}
      and connection_id = ${by.connectionId} and expires_at > ${by.now}
    returning *`.execute(reads);
  return rows[0] ?? null;
}

/** The visit with a state, as long as that is not used up. */
export async function findVisitByState(
  reads: Reads,
  by: { stateHash: Buffer; connectionId: string; now: Date },
): Promise<StoredConnectionVisit | null> {
  const rows = reads.selectFrom('connection_visits').selectAll().where('state_hash', '=', by.stateHash);
  const of = rows.where('connection_id', '=', by.connectionId).where('expires_at', '>', by.now);
  return (await of.executeTakeFirst()) ?? null;
}

/** Gives a visit its next state; false where another request has used the present one up. */
export async function replaceVisitState(
  tx: Tx,
  { browser_hash: browserHash, state_hash: stateHash }: StoredConnectionVisit,
  next: { state_hash: Buffer; sealed: string },
): Promise<boolean> {
  const rows = tx.updateTable('connection_visits').set({ ...next, problem: null });
  const of = rows.where('browser_hash', '=', browserHash).where('state_hash', '=', stateHash);
  return (await of.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function findVisit(reads: Reads, { browserHash, now }: { browserHash: Buffer; now: Date }) {
  const { rows } = await sql<StoredConnectionVisit>`
    select * from connection_visits where browser_hash = ${browserHash} and expires_at > ${now}`.execute(
    reads,
  );
  return rows[0] ?? null;
}

export async function updateVisit(
  reads: Reads,
  browserHash: Buffer,
  change: Partial<Pick<StoredConnectionVisit, 'expires_at' | 'problem' | 'retry_at' | 'sealed' | 'user_id'>>,
): Promise<void> {
  await reads.updateTable('connection_visits').set(change).where('browser_hash', '=', browserHash).execute();
}

/** False where it is gone already. */
export async function deleteVisit(tx: Tx, browserHash: Buffer): Promise<boolean> {
  const gone = await tx
    .deleteFrom('connection_visits')
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

export async function insertConnectionSession(tx: Tx, row: Insertable<ConnectionSessionRow>): Promise<void> {
  await tx.insertInto('connection_sessions').values(row).execute();
}

export async function findConnectionSession(reads: Reads, tokenHash: Buffer) {
  const rows = reads.selectFrom('connection_sessions').selectAll().where('token_hash', '=', tokenHash);
  return (await rows.executeTakeFirst()) ?? null;
}

/** Those of a session at the provider, else all of a person there. */
export async function listConnectionSessions(
  reads: Reads,
  { connectionId, sid, subject }: { connectionId: string; sid: string | null; subject: string | null },
): Promise<Buffer[]> {
  const { rows } = await sql<{ tokenHash: Buffer }>`
    select token_hash as "tokenHash" from connection_sessions where connection_id = ${connectionId}
      and (sid = ${sid}::text or (${sid}::text is null and subject = ${subject}::text))
      and (${subject}::text is null or subject = ${subject}::text)`.execute(reads);
  return rows.map(({ tokenHash }) => tokenHash);
}

/** False where it was used before. */
export async function insertLogoutToken(
  tx: Tx,
  row: { connection_id: string; token_id: string; expires_at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('logout_tokens')
    .values(row)
    .onConflict((conflict) => conflict.columns(['connection_id', 'token_id']).doNothing())
    .returning('token_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False where it was used before. */
export async function insertSamlMessage(
  tx: Tx,
  row: { connection_id: string; message_id: string; expires_at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('saml_messages')
    .values(row)
    .onConflict((conflict) => conflict.columns(['connection_id', 'message_id']).doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteEndedVisits(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('connection_visits').where('expires_at', '<', before).execute();
  await tx.deleteFrom('logout_tokens').where('expires_at', '<', before).execute();
  await tx.deleteFrom('saml_messages').where('expires_at', '<', before).execute();
}
