import { PERMISSIONS, SYSTEM_ROLES } from '@paraph/domain';
import { expect, it } from 'vitest';
import {
  PERMISSION_GROUPS,
  type PermissionGroup,
  permissionsIn,
  shareOf,
  tableRows,
  toggleGroup,
  togglePermission,
} from './role-state.ts';

const group = (name: string) => PERMISSION_GROUPS.find((each) => each.name === name) as PermissionGroup;

it('the groups hold every permission of the interface once', () => {
  const all = PERMISSION_GROUPS.flatMap(permissionsIn);
  expect([...all].sort()).toEqual([...PERMISSIONS].sort());
});

it('the groups set own things beside those of others', () => {
  expect(tableRows(group('archive'))[1]).toEqual({
    operation: 'edit',
    own: 'edit_hold_archive',
    others: 'edit_others_archive',
  });
  expect(tableRows(group('tags'))).toEqual([]);
});

it('the groups say how much of them a role has', () => {
  const editor = [...SYSTEM_ROLES.editor.permissions];
  expect(PERMISSION_GROUPS.map((each) => [each.name, shareOf(each, editor)])).toEqual([
    ['documents', 'some'],
    ['templates', 'some'],
    ['archive', 'some'],
    ['workspace', 'none'],
    ['tags', 'some'],
  ]);
  expect(shareOf(group('workspace'), [...SYSTEM_ROLES.owner.permissions])).toBe('all');
});

it('ticking brings along that one sees what one changes', () => {
  expect(togglePermission([], 'delete_others_workflow')).toEqual([
    'delete_others_workflow',
    'view_others_workflow',
  ]);
  expect(togglePermission(['create_workflow'], 'tag_workflow')).toEqual(['create_workflow', 'tag_workflow']);
});

it('ticking takes away with seeing what needs it, of the same things alone', () => {
  const chosen = togglePermission(togglePermission([], 'edit_created_template'), 'edit_others_template');
  expect(togglePermission(chosen, 'view_created_template')).toEqual([
    'edit_others_template',
    'view_others_template',
  ]);
  expect(togglePermission(chosen, 'edit_created_template')).toEqual([
    'view_created_template',
    'edit_others_template',
    'view_others_template',
  ]);
});

it('ticking chooses a whole group, and then nothing of it', () => {
  const all = toggleGroup(['create_workflow', 'tag_workflow'], group('tags'));
  expect(all).toEqual(['create_workflow', 'manage_tags', 'tag_workflow', 'tag_archive', 'tag_template']);
  expect(toggleGroup(all, group('tags'))).toEqual(['create_workflow']);
});
