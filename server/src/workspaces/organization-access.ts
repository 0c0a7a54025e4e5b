import { forbidden, Refusal } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { listMembershipsOf, type OwnMembership } from './member-store.ts';
import { listWorkspacesOf, type Who } from './workspace-store.ts';

/** Which organization a call is about; by default the one that `requireMembership` takes. */
export interface OrganizationChoice {
  organizationId?: number | undefined;
}

export interface OrganizationAccess {
  organizationId: number;
  organizationName: string;
  memberId: number;
  /** Whether they run it: invite members, make roles, keys and webhooks. */
  administrator: boolean;
}

/**
 * The organization of a call: the one that it names, else the oldest that the caller administers, else the oldest of
 * theirs. An API key only accesses its own.
 *
 * @throws Refusal `NOT_FOUND`, with the same message if it does not exist or the caller is not a member
 */
export async function requireMembership(reads: Reads, who: Who, organizationId: number | null = null) {
  const [member] = await listMembershipsOf(reads, who, organizationId);
  if (!member) throw new Refusal('NOT_FOUND', 'There is no such organization among yours.');
  return accessOf(member);
}

function accessOf(member: OwnMembership): OrganizationAccess {
  const { organization_id: organizationId, organizationName, id: memberId, administrator } = member;
  return { organizationId, organizationName, memberId, administrator };
}

/** Also requires that the caller is an administrator. */
export async function requireAdministrator(reads: Reads, who: Who, organizationId: number | null = null) {
  const access = await requireMembership(reads, who, organizationId);
  if (!access.administrator) {
    throw forbidden('Only administrators of the organization may do this; ask one of them.');
  }
  return access;
}

export type OwnOrganization = Awaited<ReturnType<typeof listOrganizations>>[number];

/** Where the caller belongs, what they run first, then the oldest; with their workspaces there, oldest first. */
export async function listOrganizations({ database }: Pick<Deps, 'database'>, caller: Caller) {
  const memberships = await listMembershipsOf(database, caller, null);
  const workspaces = await listWorkspacesOf(database, caller);
  return memberships.map((member) => ({
    ...accessOf(member),
    workspaceIds: workspaces
      .filter((workspace) => workspace.organization_id === member.organization_id)
      .map(({ id }) => id),
    /** Whether its stamps show one. */
    hasPicture: member.pictureFileId !== null,
  }));
}
