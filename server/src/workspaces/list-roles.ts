import { isPermission, type Role, SYSTEM_ROLES } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { requireMembership } from './organization-access.ts';
import { listCustomRoles, type StoredRole } from './role-store.ts';

/** The roles that can be given in an organization: those that every one has, then its own. */
export async function listRoles(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  organizationId?: number | undefined,
): Promise<Role[]> {
  const access = await requireMembership(deps.database, caller, organizationId);
  return allRoles(await listCustomRoles(deps.database, access.organizationId));
}

export function allRoles(custom: readonly StoredRole[]): Role[] {
  return [...Object.values(SYSTEM_ROLES), ...custom.map(toRole)];
}

export function toRole({ id, key, name, permissions }: StoredRole): Role {
  return { id, key, name, permissions: new Set(permissions.filter(isPermission)) };
}
