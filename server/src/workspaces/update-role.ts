import { invalid, Refusal, type Role, type Violations } from '@paraph/domain';
import { readName } from '../accounts/account-rules.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';
import { toRole } from './list-roles.ts';
import { requireAdministrator } from './organization-access.ts';
import { readPermissions } from './role-rules.ts';
import {
  countUsersOfRole,
  deleteRoleRow,
  lockCustomRoles,
  type StoredRole,
  updateRoleRow,
} from './role-store.ts';

export interface RoleAddress {
  organizationId?: number | undefined;
  roleId: number;
}

/**
 * Changes a role of the organization's own; whoever has it may do what it says from now on.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `NOT_FOUND`
 */
export async function updateRole(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  command: RoleAddress & {
    change: { name?: string | undefined; permissions?: readonly string[] | undefined };
  },
): Promise<Role> {
  const { organizationId } = await requireAdministrator(deps.database, caller, command.organizationId);
  const { change } = command;
  const violations: Violations = {};
  const name = change.name === undefined ? undefined : readName(change.name, 'name', violations);
  const permissions =
    change.permissions === undefined ? undefined : readPermissions(change.permissions, violations);
  return deps.database.transaction().execute(async (tx) => {
    const role = await lockRole(tx, organizationId, command.roleId);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    const next = { name: name ?? role.name, permissions: permissions ?? role.permissions };
    await updateRoleRow(tx, role.id, next);
    return toRole({ ...role, ...next });
  });
}

/**
 * Deletes a role that nobody has.
 *
 * @throws Refusal `VALIDATION_ERROR` while somebody has it, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `NOT_FOUND`
 */
export async function deleteRole(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  command: RoleAddress,
): Promise<void> {
  const { organizationId } = await requireAdministrator(deps.database, caller, command.organizationId);
  await deps.database.transaction().execute(async (tx) => {
    const role = await lockRole(tx, organizationId, command.roleId);
    const workspaceUsers = await countUsersOfRole(tx, role.id);
    if (workspaceUsers > 0) {
      const who = workspaceUsers === 1 ? 'One workspace user has' : `${workspaceUsers} workspace users have`;
      throw invalid({ roleId: `${who} this role; give them another one first.` });
    }
    await deleteRoleRow(tx, role.id);
  });
}

async function lockRole(tx: Tx, organizationId: number, roleId: number): Promise<StoredRole> {
  const role = (await lockCustomRoles(tx, organizationId)).find(({ id }) => id === roleId);
  if (!role) throw new Refusal('NOT_FOUND', 'There is no such role that your organization made.');
  return role;
}
