import {
  invalid,
  isPermission,
  LIMITS,
  type Permission,
  Refusal,
  type Role,
  SYSTEM_ROLES,
  type Violations,
} from '@paraph/domain';
import { readName, readNames } from '../accounts/account-rules.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import {
  countUsersOfRole,
  deleteRoleRow,
  insertRole,
  listCustomRoles,
  lockCustomRoles,
  lockOrganization,
  type StoredRole,
  updateRoleRow,
} from './member-store.ts';
import { type OrganizationChoice, requireAdministrator, requireMembership } from './organization-access.ts';

export interface NewRole {
  name: string;
  permissions: readonly string[];
}

/** Makes a role for an organization. Its key follows from its name, and stays when the name changes. */
export async function createRole(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { organizationId, role }: OrganizationChoice & { role: NewRole },
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
    await record(tx, deps, { caller, name: 'role.made', before: null, after: stored });
    return toRole(stored);
  });
}

const TAKEN = 'There is a role of this name; take another one.';

interface RoleAddress extends OrganizationChoice {
  roleId: number;
}

/** Changes a role of the organization; effective immediately. */
export async function updateRole(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { change: { name, permissions }, ...command }: RoleAddress & { change: Partial<NewRole> },
): Promise<Role> {
  const { organizationId } = await requireAdministrator(deps.database, caller, command.organizationId);
  return deps.database.transaction().execute(async (tx) => {
    const role = await lockRole(tx, organizationId, command.roleId);
    const violations: Violations = {};
    const next = {
      name: name === undefined ? role.name : readName(name, 'name', violations),
      permissions: permissions ? readPermissions(permissions, violations) : role.permissions,
    };
    if (Object.keys(violations).length > 0) throw invalid(violations);
    await updateRoleRow(tx, role.id, next);
    await record(tx, deps, { caller, name: 'role.changed', before: role, after: { ...role, ...next } });
    return toRole({ ...role, ...next });
  });
}

export async function deleteRole(
  deps: Pick<Deps, 'clock' | 'database'>,
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
    await record(tx, deps, { caller, name: 'role.removed', before: role, after: null });
  });
}

type RoleAct = {
  caller: Caller;
  name: 'role.changed' | 'role.made' | 'role.removed';
  before: StoredRole | null;
  after: StoredRole | null;
};

async function record(tx: Tx, { clock }: Pick<Deps, 'clock'>, { caller, name, ...roles }: RoleAct) {
  const role = roles.after ?? roles.before;
  if (!role) return;
  const view = (each: StoredRole | null) => each && { name: each.name, permissions: each.permissions };
  await recordOrganizationEvent(tx, {
    ...{ organizationId: role.organization_id, actorId: caller.userId, name, now: clock.now() },
    ...{ detail: { roleId: role.id, role: role.name }, before: view(roles.before), after: view(roles.after) },
  });
}

async function lockRole(tx: Tx, organizationId: number, roleId: number): Promise<StoredRole> {
  const role = (await lockCustomRoles(tx, organizationId)).find(({ id }) => id === roleId);
  if (!role) throw new Refusal('NOT_FOUND', 'There is no such role that your organization made.');
  return role;
}

/** The roles that can be granted in an organization: the built-in ones, then its own. */
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

function toRole({ id, key, name, permissions }: StoredRole): Role {
  return { id, key, name, permissions: new Set(permissions.filter(isPermission)) };
}

function readPermissions(texts: readonly string[], violations: Violations): Permission[] {
  if (texts.length === 0) violations.permissions = 'Give at least one permission.';
  const sentence = 'There is no such permission; take one of the list.';
  return readNames(texts, { parameter: 'permissions', exists: isPermission, sentence }, violations);
}

/** A key out of a name: "Contracts: read only" is `contracts_read_only`. */
function keyOfName(name: string): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  // Digits only would be parsed as an id.
  return /^\d*$/.test(key) ? `role_${key}`.replace(/_$/, '') : key;
}
