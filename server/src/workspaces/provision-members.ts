import { emailKey, type MappedRoles } from '@paraph/domain';
import { setSuspended } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import { type Granted, grantToMember } from './apply-grants.ts';
import { findAdministratorProblem } from './manage-members.ts';
import {
  deleteInvitationsOf,
  findMemberOfUser,
  findMembershipOf,
  hasNoOtherOrganization,
  listSoleOwnerships,
  listWorkspaceIdsOf,
  type StoredMember,
  updateMemberUser,
} from './member-store.ts';
import { insertMember, lockWorkspaces } from './workspace-store.ts';

// A provider gives people access and takes it. Who loses it stays a member whose account stands in another column: no
// statement that looks for members of an account finds them, and what they had, and their roles, are there when they
// return.

interface Person {
  organizationId: number;
  userId: number;
  email: string;
  connectionId: string;
}

/** Gives a person access, for the first time or again; the caller has locked the organization. */
export async function giveAccess(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  { organizationId, userId, email, connectionId }: Person,
): Promise<{ member: StoredMember; isReturned: boolean }> {
  const known = await findMemberOfUser(tx, { organizationId, userId });
  const before = known ?? (await findMembershipOf(tx, { organizationId, userId, emailKey: emailKey(email) }));
  const now = clock.now();
  const id =
    before?.id ??
    (await insertMember(tx, {
      ...{ unique_id: newKey(ids), organization_id: organizationId, user_id: userId, email },
      ...{ email_key: emailKey(email), created_at: now, administrator: false },
    }));
  if (before) await deleteInvitationsOf(tx, id);
  const present = { user_id: userId, deactivated_user_id: null, provisioned_by: connectionId };
  const isReturned = before !== null && before.deactivated_user_id !== null;
  // The account of a person who had no access anywhere works again.
  if (isReturned) await setSuspended(tx, userId, null);
  return { member: await updateMemberUser(tx, id, present), isReturned };
}

/**
 * Takes a person's access, and nothing else; the caller has locked the organization. Where they belong nowhere else, no
 * credential of the account works any more. Returns why they have to stay; null where they are out.
 */
export async function deactivateMember(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, organization_id: organizationId, user_id: userId }: StoredMember,
): Promise<string | null> {
  if (userId === null) return null;
  await lockWorkspaces(tx, await listWorkspaceIdsOf(tx, id));
  const owned = (await listSoleOwnerships(tx, id)).map(({ name }) => `“${name}”`).join(', ');
  if (owned !== '') return `Is the only owner of ${owned}; make another member an owner there first.`;
  await updateMemberUser(tx, id, { user_id: null, deactivated_user_id: userId });
  const problem = await findAdministratorProblem(tx, organizationId);
  if (problem !== null) return problem;
  if (await hasNoOtherOrganization(tx, { userId, organizationId }))
    await setSuspended(tx, userId, clock.now());
  return null;
}

/** What the groups of a person at the provider give them here, also while they have no access. */
export async function regrantMember(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  of: { organizationId: number; userId: number; mapped: MappedRoles; before: Granted; isDecisive: boolean },
): Promise<Granted & { changes: number }> {
  const member = await findMemberOfUser(tx, of);
  return member
    ? grantToMember(tx, deps, { ...of, member })
    : { administrator: false, workspaceIds: [], changes: 0 };
}
