import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { findConnectionRow, type StoredIdentityProvider } from '../identity-providers/api.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import { lockOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import {
  countProvisioned,
  deleteScimToken,
  endScimTokens,
  insertScimToken,
  listScimTokens,
} from './provisioning-store.ts';

type TokenDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>;
type Whose = OrganizationChoice & { connectionId: string };

/** Prefix by which secret scanners recognize leaked tokens. */
const PREFIX = 'paraph_scim_';

export async function readProvisioning(deps: TokenDeps, caller: Caller, whose: Whose) {
  const connection = await authorize(deps.database, caller, whose);
  const of = { connectionId: connection.id, now: deps.clock.now() };
  const tokens = await listScimTokens(deps.database, of);
  return { tokens, counts: await countProvisioned(deps.database, connection.id) };
}

/** Makes a token, which is in this answer alone; former ones go on for a day, so that it can be entered there. */
export async function makeScimToken(deps: TokenDeps, caller: Caller, whose: Whose) {
  const connection = await authorize(deps.database, caller, whose);
  if (!connection.for_members)
    throw invalid({ connectionId: 'The connection is not for members; let members sign in by it first.' });
  const token = `${PREFIX}${newToken(deps.ids)}`;
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, connection.organization_id ?? 0);
    await endScimTokens(tx, {
      connectionId: connection.id,
      at: addSeconds(now, LIMITS.scimTokenOverlapSeconds),
    });
    const row = await insertScimToken(tx, {
      ...{ id: newKey(deps.ids), connection_id: connection.id, token_hash: sha256(token) },
      ...{ hint: token.slice(-4), created_at: now },
    });
    await record(tx, deps, { caller, connection, name: 'connection.token_made' });
    return { row, token };
  });
}

/** Ends a token at once. */
export async function endScimToken(
  deps: TokenDeps,
  caller: Caller,
  { scimTokenId, ...whose }: Whose & { scimTokenId: string },
): Promise<void> {
  const connection = await authorize(deps.database, caller, whose);
  await deps.database.transaction().execute(async (tx) => {
    if (!(await deleteScimToken(tx, { connectionId: connection.id, id: scimTokenId })))
      throw new Refusal('NOT_FOUND', 'There is no such token of this connection.');
    await record(tx, deps, { caller, connection, name: 'connection.token_ended' });
  });
}

async function authorize(reads: Reads, caller: Caller, { connectionId, organizationId }: Whose) {
  const access = await requireAdministrator(reads, caller, organizationId);
  const connection = await findConnectionRow(reads, connectionId);
  if (connection?.organization_id === access.organizationId) return connection;
  throw new Refusal('NOT_FOUND', 'There is no such connection of this organization.');
}

async function record(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  act: {
    caller: Caller;
    connection: StoredIdentityProvider;
    name: 'connection.token_made' | 'connection.token_ended';
  },
): Promise<void> {
  const { caller, connection, name } = act;
  const organizationId = connection.organization_id ?? 0;
  const detail = { connection: connection.name ?? connection.issuer };
  await recordOrganizationEvent(tx, {
    organizationId,
    actorId: caller.userId,
    name,
    detail,
    now: clock.now(),
  });
}
