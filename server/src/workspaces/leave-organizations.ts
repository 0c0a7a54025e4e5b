import type { Reads, Tx } from '../database/database.ts';
import { findStampPicture } from './api.ts';
import {
  deleteMember,
  hasJoinedMember,
  listMembershipsOf,
  listSoleOwnerships,
  listWorkspaceIdsOf,
  lockOrganization,
  type OwnMembership,
} from './member-store.ts';
import { hasPasswordLeft } from './password-administrator.ts';
import { deleteOrganization, listWorkspacesIn, lockWorkspaces } from './workspace-store.ts';

/** What becomes of an organization when a person erases their account. */
export interface Leaving {
  organizationId: number;
  organizationName: string;
  memberId: number;
  /** Whether no one else has joined: then it is closed. */
  isAlone: boolean;
  /** Of the organization if it is closed, else of the member. */
  workspaceIds: number[];
  /** Why the person cannot leave; empty where they can. */
  obstacles: string[];
}

/** Every organization of a person, the oldest membership first. */
export async function planLeaving(reads: Reads, userId: number): Promise<Leaving[]> {
  const memberships = await listMembershipsOf(reads, { userId, organizationId: null }, null);
  const plans: Leaving[] = [];
  for (const member of memberships) {
    const { organization_id: organizationId, organizationName, id: memberId } = member;
    const others = { isAdministrator: false, exceptId: memberId };
    const isAlone = !(await hasJoinedMember(reads, organizationId, others));
    const own = await listWorkspaceIdsOf(reads, memberId);
    const all = isAlone ? await listWorkspacesIn(reads, organizationId) : [];
    plans.push({
      organizationId,
      organizationName,
      memberId,
      isAlone,
      workspaceIds: isAlone ? all.map(({ id }) => id) : own,
      obstacles: isAlone ? [] : await obstaclesOf(reads, member),
    });
  }
  return plans;
}

async function obstaclesOf(reads: Reads, member: OwnMembership): Promise<string[]> {
  const name = `“${member.organizationName}”`;
  const others = { isAdministrator: true, exceptId: member.id };
  const isLast = member.administrator && !(await hasJoinedMember(reads, member.organization_id, others));
  const owned = await listSoleOwnerships(reads, member.id);
  const workspaces = owned.map((workspace) => `“${workspace.name}”`).join(', ');
  const asAdministrator = `You are the last administrator of ${name}. Make another member an administrator first.`;
  const asOwner = `You are the only owner of ${workspaces} in ${name}. Make another member an owner there first.`;
  const isLastWithPassword = !isLast && !(await hasPasswordLeft(reads, member.organization_id, member.id));
  const asPassword = `You are the last administrator of ${name} with a password and a second factor, who can sign in when its provider is down. Make another one first, or end that its connection is required.`;
  return [
    ...(isLast ? [asAdministrator] : []),
    ...(isLastWithPassword ? [asPassword] : []),
    ...(owned.length > 0 ? [asOwner] : []),
  ];
}

/** Until the end of the transaction, members and roles of these organizations stay as they are planned. */
export async function lockLeaving(tx: Tx, plans: readonly Leaving[]): Promise<void> {
  const ids = plans.map(({ organizationId }) => organizationId).sort((a, b) => a - b);
  for (const id of ids) await lockOrganization(tx, id);
  await lockWorkspaces(
    tx,
    plans.flatMap(({ workspaceIds }) => workspaceIds),
  );
}

/** Ends a membership, and with it the API keys that act as the member. */
export async function endMembership(tx: Tx, { memberId }: Leaving): Promise<void> {
  await deleteMember(tx, memberId);
}

/** Deletes an organization without workflows and templates; returns the files of its picture. */
export async function closeOrganization(tx: Tx, { organizationId }: Leaving): Promise<number[]> {
  const picture = await findStampPicture(tx, organizationId);
  await deleteOrganization(tx, organizationId);
  return picture === null ? [] : [picture];
}
