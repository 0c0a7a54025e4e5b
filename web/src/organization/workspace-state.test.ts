import { type Permission, type Role as Rule, SYSTEM_ROLES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { Member, Role } from '../api/wire.ts';
import {
  assignableRoles,
  closeTargets,
  defaultRole,
  groupWorkspaces,
  mayChange,
  mayRemove,
  membersOutside,
  openWorkspaces,
  roleName,
} from './workspace-state.ts';

const shown = (role: Rule): Role => ({ ...role, system: true, permissions: [...role.permissions] });
const ROLES: Role[] = [
  ...Object.values(SYSTEM_ROLES).map(shown),
  { id: 100, key: 'clerk', name: 'Clerk', system: false, permissions: ['create_workflow', 'manage_tags'] },
];
const rightsOf = (key: string) => ROLES.find((role) => role.key === key)?.permissions as Permission[];
const keys = (roles: readonly Role[]) => roles.map(({ key }) => key);

const EMPTY = {
  firstName: null,
  lastName: null,
  country: null,
  picture: { file: null, thumb: null, format: ' ', size: 0 },
};

const workspace = (permissions: Permission[], memberIds: number[] = []) => ({
  id: 7,
  name: 'Mill',
  description: null,
  tags: [],
  integrations: [],
  permissions,
  workspaceUsers: memberIds.map((memberId) => ({
    id: memberId + 50,
    memberId,
    email: `${memberId}@x.test`,
    role: 4,
    roleKey: 'viewer',
    profile: { id: null, email: `${memberId}@x.test`, name: null, ...EMPTY },
  })),
});

const organizationOf = (id: number, workspaceIds: number[]) => {
  return { id, name: `Mill ${id}`, memberId: id, administrator: true, workspaceIds, hasPicture: false };
};

it('giving roles offers those that may do no more than one’s own', () => {
  expect(keys(assignableRoles(rightsOf('owner'), ROLES))).toEqual([
    'owner',
    'administrator',
    'editor',
    'viewer',
    'clerk',
  ]);
  expect(keys(assignableRoles(rightsOf('administrator'), ROLES))).not.toContain('owner');
  expect(keys(assignableRoles(rightsOf('editor'), ROLES))).toEqual(['editor', 'viewer']);
});

it('giving roles begins with one that can work and not rule', () => {
  expect(defaultRole(ROLES)?.key).toBe('editor');
  expect(defaultRole(ROLES.slice(3, 4))?.key).toBe('viewer');
  expect(defaultRole([])).toBeUndefined();
});

it('giving roles leaves alone who may do more, and needs the right to', () => {
  const administrator = workspace(rightsOf('administrator'));
  expect(mayChange(administrator, { role: 3 }, ROLES)).toBe(true);
  expect(mayChange(administrator, { role: 1 }, ROLES)).toBe(false);
  expect(mayChange(workspace(rightsOf('editor')), { role: 4 }, ROLES)).toBe(false);
});

const about = { ownMemberId: 1, roles: ROLES };

it('taking people out lets all members leave, and those with the right remove others', () => {
  const editor = workspace(rightsOf('editor'));
  expect(mayRemove(editor, { role: 1, memberId: 1 }, about)).toBe(true);
  expect(mayRemove(editor, { role: 4, memberId: 2 }, about)).toBe(false);
  const administrator = workspace(rightsOf('administrator'));
  expect(mayRemove(administrator, { role: 4, memberId: 2 }, about)).toBe(true);
  expect(mayRemove(administrator, { role: 1, memberId: 2 }, about)).toBe(false);
});

describe('choosing people and places', () => {
  it('offers members who are not there yet', () => {
    const members = [1, 2, 3].map((id) => ({ id, email: `${id}@x.test` }) as Member);
    expect(membersOutside(members, workspace([], [2])).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('offers workspaces of the organization that may be filled', () => {
    const organization = organizationOf(1, [7]);
    const mine = workspace(rightsOf('owner'));
    const otherWorkspace = { ...workspace(rightsOf('owner')), id: 8 };
    expect(openWorkspaces(organization, [mine, otherWorkspace])).toEqual([mine]);
    expect(openWorkspaces(organization, [workspace(rightsOf('viewer'))])).toEqual([]);
  });

  it('moves what has ended to where one may send, in the same organization', () => {
    const organization = organizationOf(1, [7, 8, 9]);
    const named = (id: number, role: string) => ({ ...workspace(rightsOf(role)), id });
    const all = [named(7, 'owner'), named(8, 'viewer'), named(9, 'editor'), named(10, 'owner')];
    expect(closeTargets({ id: 7 }, organization, all).map(({ id }) => id)).toEqual([9]);
  });

  it('groups workspaces where there are several organizations', () => {
    const named = (id: number) => ({ ...workspace(rightsOf('owner')), id });
    const all = [named(7), named(8), named(9)];
    expect(groupWorkspaces(all, [organizationOf(1, [7, 8, 9])])).toEqual([
      { organization: null, workspaces: all },
    ]);
    expect(
      groupWorkspaces(all, [organizationOf(1, [8]), organizationOf(2, []), organizationOf(3, [7, 9])]).map(
        (group) => [group.organization?.name, group.workspaces.map(({ id }) => id)],
      ),
    ).toEqual([
      ['Mill 1', [8]],
      ['Mill 3', [7, 9]],
    ]);
  });

  it('names a role, or shows the key of one that is gone', () => {
    expect(roleName({ role: 100, roleKey: 'clerk' }, ROLES)).toBe('Clerk');
    expect(roleName({ role: 101, roleKey: 'gone' }, ROLES)).toBe('gone');
  });
});
