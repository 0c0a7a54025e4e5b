import { isPermission, PERMISSIONS, type Permission } from '@paraph/domain';

/** Operations that are permitted separately for own and for others' objects. */
type Table = { own: string; others: string; operations: readonly string[] };

export type PermissionGroup = {
  name: 'documents' | 'templates' | 'archive' | 'workspace' | 'tags';
  table?: Table;
  single: readonly Permission[];
};

const OPERATIONS = ['view', 'edit', 'move', 'delete'] as const;

/** The permissions grouped by subject. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  {
    name: 'documents',
    table: { own: 'created_workflow', others: 'others_workflow', operations: OPERATIONS },
    single: [
      'create_workflow',
      'create_workflow_out_of_workflow',
      'create_workflow_out_of_template',
      'create_seal',
    ],
  },
  {
    name: 'templates',
    table: { own: 'created_template', others: 'others_template', operations: OPERATIONS },
    single: ['create_template', 'create_template_out_of_template', 'create_template_out_of_workflow'],
  },
  {
    name: 'archive',
    table: { own: 'hold_archive', others: 'others_archive', operations: ['view', 'edit', 'move'] },
    single: [
      'create_archive',
      'view_archive_summary',
      'upload_archive_to_cloud',
      'delete_archive_for_me',
      'delete_archive_for_everyone',
    ],
  },
  {
    name: 'workspace',
    single: [
      'edit_workspace',
      'add_workspace_user',
      'edit_workspace_user',
      'remove_workspace_user',
      'delete_workspace',
    ],
  },
  { name: 'tags', single: ['manage_tags', 'tag_workflow', 'tag_template', 'tag_archive'] },
];

export type TableRow = { operation: string; own: Permission; others: Permission };

export function tableRows({ table }: PermissionGroup): TableRow[] {
  if (!table) return [];
  return table.operations.flatMap((operation) => {
    const [own, others] = [`${operation}_${table.own}`, `${operation}_${table.others}`];
    return isPermission(own) && isPermission(others) ? [{ operation, own, others }] : [];
  });
}

export function permissionsIn(group: PermissionGroup): Permission[] {
  return [...group.single, ...tableRows(group).flatMap(({ own, others }) => [own, others])];
}

/** Whether a role has all, some or none of a group. */
export function shareOf(group: PermissionGroup, chosen: readonly Permission[]): 'all' | 'some' | 'none' {
  const all = permissionsIn(group);
  const count = all.filter((permission) => chosen.includes(permission)).length;
  return count === 0 ? 'none' : count === all.length ? 'all' : 'some';
}

/**
 * Toggles one permission. Changing, moving and deleting need seeing: adding one of them adds seeing too, and
 * removing seeing removes them.
 */
export function togglePermission(chosen: readonly Permission[], permission: Permission): Permission[] {
  const kin = siblingsOf(permission);
  const see = kin[0];
  if (!chosen.includes(permission)) {
    return inOrder([...chosen, permission, ...(see ? [see] : [])]);
  }
  const gone = permission === see ? kin : [permission];
  return chosen.filter((each) => !gone.includes(each));
}

/** Adds all of a group, or removes all where all are chosen. */
export function toggleGroup(chosen: readonly Permission[], group: PermissionGroup): Permission[] {
  const all = permissionsIn(group);
  if (shareOf(group, chosen) === 'all') return chosen.filter((each) => !all.includes(each));
  return inOrder([...chosen, ...all]);
}

/** The permissions on the same objects, seeing first; empty for a permission without such a group. */
function siblingsOf(permission: Permission): Permission[] {
  for (const group of PERMISSION_GROUPS) {
    for (const side of ['own', 'others'] as const) {
      const kin = tableRows(group).map((row) => row[side]);
      if (kin.includes(permission)) return kin;
    }
  }
  return [];
}

/** In the order of the API, without duplicates. */
function inOrder(chosen: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => chosen.includes(permission));
}
