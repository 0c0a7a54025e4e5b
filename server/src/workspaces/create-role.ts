import { invalid, LIMITS, type Role, SYSTEM_ROLES, type Violations } from '@paraph/domain';
import { readName } from '../accounts/account-rules.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { toRole } from './list-roles.ts';
import { lockOrganization } from './member-store.ts';
import { requireAdministrator } from './organization-access.ts';
import { keyOfName, readPermissions } from './role-rules.ts';
import { insertRole, listCustomRoles } from './role-store.ts';

export interface NewRole {
  name: string;
  permissions: readonly string[];
}

/**
 * Makes a role for an organization. Its key follows from its name, and stays when the name changes.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `NOT_FOUND`
 */
export async function createRole(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { organizationId, role }: { organizationId?: number | undefined; role: NewRole },
): Promise<Role> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const violations: Violations = {};
  const name = readName(role.name, 'name', violations);
  const permissions = readPermissions(role.permissions, violations);
  const key = keyOfName(name);
  if (Object.hasOwn(SYSTEM_ROLES, key)) violations.name ??= TAKEN;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, access.organizationId);
    const others = await listCustomRoles(tx, access.organizationId);
    if (others.length >= LIMITS.customRolesMax) {
      throw invalid({
        name: `An organization has at most ${LIMITS.customRolesMax} roles; delete one first.`,
      });
    }
    const stored = await insertRole(tx, {
      organization_id: access.organizationId,
      key,
      name,
      permissions,
      created_at: deps.clock.now(),
    });
    if (!stored) throw invalid({ name: TAKEN });
    return toRole(stored);
  });
}

const TAKEN = 'There is a role of this name; take another one.';
