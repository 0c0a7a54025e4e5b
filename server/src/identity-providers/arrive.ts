import { isEmail, mapGroups, NO_MAPPING, type SigningLanguage } from '@paraph/domain';
import { deleteSession, findUserByAddress, findUserById, readUserNames } from '../accounts/api.ts';
import { insertArrivedUser } from '../accounts/create-account.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { linkMemberships, readMembershipsOf } from '../workspaces/api.ts';
import { applyGrants, isMemberOf } from '../workspaces/apply-grants.ts';
import { createPersonalOrganization } from '../workspaces/create-personal-organization.ts';
import { storedDomainOf } from './connection-form.ts';
import { isProvenDomain, type StoredIdentityProvider, updateConnection } from './identity-provider-store.ts';
import type { MemberSignIn } from './openid.ts';
import {
  insertIdentity,
  listConnectionSessions,
  lockIdentity,
  type StoredIdentity,
  updateIdentity,
} from './sign-in-store.ts';

/** Why a person who signed in at a provider is not let in; the page has a sentence for each. */
export type ArrivalProblem = 'no_address' | 'unverified' | 'no_account' | 'no_access';

export type Arrival =
  | { kind: 'in'; userId: number }
  /** The account is another’s unless its password says that it is theirs. */
  | { kind: 'unconfirmed'; userId: number }
  | { kind: 'refused'; problem: ArrivalProblem };

export interface Arriving {
  connection: StoredIdentityProvider;
  signIn: MemberSignIn;
  language: SigningLanguage | null;
  /** The account whose password was given just now. */
  confirmedUserId: number | null;
}

type ArrivalDeps = Pick<Deps, 'clock' | 'ids'>;

/**
 * Who a person at a provider is here: (connection, subject), which an address alone never becomes. Makes the account of
 * who comes first, and reads the groups anew each time.
 */
export async function arrive(tx: Tx, deps: ArrivalDeps, arriving: Arriving): Promise<Arrival> {
  const { connection, signIn } = arriving;
  const known = await lockIdentity(tx, { connectionId: connection.id, subject: signIn.subject });
  const recognized = known
    ? { kind: 'in' as const, userId: known.user_id }
    : await recognize(tx, deps, arriving);
  if (recognized.kind !== 'in') return recognized;
  const { userId } = recognized;
  if ((await findUserById(tx, userId))?.suspended_at) return { kind: 'refused', problem: 'no_access' };
  const now = deps.clock.now();
  const identity =
    known ??
    (await insertIdentity(tx, {
      ...{ connection_id: connection.id, subject: signIn.subject, user_id: userId },
      ...{ granted_workspaces: '[]', created_at: now, last_seen_at: now },
    }));
  await updateIdentity(tx, identity, { last_seen_at: now });
  if (connection.organization_id === null) await belongSomewhere(tx, deps, { userId, signIn });
  else if (!(await applyGroups(tx, deps, { arriving, identity, isFirst: known === null }))) {
    await endSessions(tx, identity);
    return { kind: 'refused', problem: 'no_access' };
  }
  if (connection.worked_at === null) await updateConnection(tx, connection.id, { worked_at: now });
  return recognized;
}

/** Of whom nothing is known but what the provider says. */
async function recognize(tx: Tx, deps: ArrivalDeps, arriving: Arriving): Promise<Arrival> {
  const { connection, signIn, language, confirmedUserId } = arriving;
  const refused = (problem: ArrivalProblem) => ({ kind: 'refused' as const, problem });
  const email = signIn.email?.trim() ?? '';
  const domain = storedDomainOf(email);
  if (!isEmail(email) || domain === null) return refused('no_address');
  const isProven = await isProvenDomain(tx, { connectionId: connection.id, domain });
  if (!isProven && !signIn.isEmailVerified) return refused('unverified');
  // Anyone may run a provider that says of any address that it is verified. So the word of one counts for domains that
  // its organization has shown to hold, and of the operator's for all.
  const vouches = isProven || connection.organization_id === null;
  const user = await findUserByAddress(tx, email);
  const isMember = (userId: number | null) =>
    connection.organization_id !== null &&
    isMemberOf(tx, { organizationId: connection.organization_id, userId, email: vouches ? email : '' });
  if (!isWelcome(arriving, await isMember(user?.id ?? null))) return refused('no_access');
  if (user) {
    if (!vouches && !(await isMember(user.id))) return refused('no_access');
    if (user.password_hash === null) return vouches ? { kind: 'in', userId: user.id } : refused('unverified');
    return { kind: confirmedUserId === user.id ? 'in' : 'unconfirmed', userId: user.id };
  }
  if (!vouches) return refused('no_account');
  const userId = await insertArrivedUser(tx, deps, { email, name: signIn.name, language });
  return userId === null ? refused('no_account') : { kind: 'in', userId };
}

/** Whether they have access already, or their groups give it. */
function isWelcome({ connection, signIn }: Arriving, isMember: boolean): boolean {
  if (connection.organization_id === null || isMember) return true;
  const { administrator, roles } = mapGroups(connection.mapping ?? NO_MAPPING, signIn.groups);
  return administrator || roles.length > 0;
}

async function applyGroups(
  tx: Tx,
  deps: ArrivalDeps,
  { arriving, identity, isFirst }: { arriving: Arriving; identity: StoredIdentity; isFirst: boolean },
): Promise<boolean> {
  const { connection, signIn } = arriving;
  const organizationId = connection.organization_id ?? 0;
  const userId = identity.user_id;
  const mapping = connection.mapping ?? NO_MAPPING;
  const granted = await applyGrants(tx, deps, {
    organizationId,
    person: { userId, email: await readAddress(tx, userId) },
    mapped: mapGroups(mapping, signIn.groups),
    before: { administrator: identity.granted_administrator, workspaceIds: identity.granted_workspaces },
    isDecisive: mapping.isDecisive,
  });
  await updateIdentity(tx, identity, {
    granted_administrator: granted?.administrator ?? false,
    granted_workspaces: JSON.stringify(granted?.workspaceIds ?? []),
  });
  const name = isFirst ? 'connection.member_arrived' : 'connection.roles_changed';
  const detail = { connection: connection.name ?? connection.issuer, userId };
  if (isFirst || granted === null || granted.changes > 0)
    await recordOrganizationEvent(tx, {
      organizationId,
      actorId: userId,
      name,
      detail,
      now: deps.clock.now(),
    });
  return granted !== null;
}

/** Who comes by the operator's provider has what invited them, else an organization of their own. */
async function belongSomewhere(
  tx: Tx,
  deps: ArrivalDeps,
  { userId, signIn }: { userId: number; signIn: Arriving['signIn'] },
): Promise<void> {
  const email = await readAddress(tx, userId);
  await linkMemberships(tx, { userId, email, now: deps.clock.now() });
  if ((await readMembershipsOf(tx, userId)).size > 0) return;
  const organizationName = signIn.name?.trim() || email;
  const newcomer = { userId, email, organizationName, emailIsProven: true, now: deps.clock.now() };
  await createPersonalOrganization(tx, deps, newcomer);
}

/** Who has lost what let them in is out at once. */
async function endSessions(tx: Tx, { connection_id: connectionId, subject }: StoredIdentity): Promise<void> {
  for (const tokenHash of await listConnectionSessions(tx, { connectionId, subject, sid: null }))
    await deleteSession(tx, tokenHash);
}

/** As the account has it, whatever the provider says now. */
async function readAddress(tx: Tx, userId: number): Promise<string> {
  return (await readUserNames(tx, [userId])).get(userId)?.email ?? '';
}
