/** What a member may do in a workspace (interface.md §4). */
const OBJECTS = ['created_workflow', 'others_workflow'] as const;
export const PERMISSIONS = [
  'create_workflow',
  ...OBJECTS.flatMap(
    (object) => [`move_${object}`, `delete_${object}`, `edit_${object}`, `view_${object}`] as const,
  ),
  'create_template',
  'delete_created_template',
  'edit_created_template',
  'move_created_template',
  'view_created_template',
  'delete_others_template',
  'edit_others_template',
  'move_others_template',
  'view_others_template',
  'create_archive',
  'delete_archive_for_me',
  'delete_archive_for_everyone',
  'edit_hold_archive',
  'view_hold_archive',
  'move_hold_archive',
  'edit_others_archive',
  'view_others_archive',
  'move_others_archive',
  'delete_workspace',
  'edit_workspace',
  'add_workspace_user',
  'remove_workspace_user',
  'edit_workspace_user',
  'create_template_out_of_template',
  'create_template_out_of_workflow',
  'create_workflow_out_of_template',
  'create_workflow_out_of_workflow',
  'view_archive_summary',
  'upload_archive_to_cloud',
  'manage_tags',
  'tag_workflow',
  'tag_archive',
  'tag_template',
  'create_seal',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Role {
  id: number;
  key: string;
  name: string;
  permissions: ReadonlySet<Permission>;
}

const EDITOR: readonly Permission[] = PERMISSIONS.filter(
  (permission) =>
    permission.startsWith('create_') ||
    permission.startsWith('view_') ||
    permission.includes('_created_') ||
    permission.includes('_hold_') ||
    permission.startsWith('tag_') ||
    permission === 'delete_archive_for_me',
);
const VIEWER: readonly Permission[] = PERMISSIONS.filter((permission) => permission.startsWith('view_'));

/** The four roles every organization has; custom ones have ids from 100. */
export const SYSTEM_ROLES = {
  owner: { id: 1, key: 'owner', name: 'Owner', permissions: new Set(PERMISSIONS) },
  administrator: {
    id: 2,
    key: 'administrator',
    name: 'Administrator',
    permissions: new Set(PERMISSIONS.filter((permission) => permission !== 'delete_workspace')),
  },
  editor: { id: 3, key: 'editor', name: 'Editor', permissions: new Set(EDITOR) },
  viewer: { id: 4, key: 'viewer', name: 'Viewer', permissions: new Set(VIEWER) },
} as const satisfies Record<string, Role>;

/** Prevents privilege escalation: a role can be granted only by a user who has all its permissions. */
export function mayGiveRole(access: UserAccess, role: Pick<Role, 'permissions'>): boolean {
  return [...role.permissions].every((permission) => access.permissions.has(permission));
}

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}

export function systemRole(id: number): Role | null {
  return Object.values(SYSTEM_ROLES).find((role) => role.id === id) ?? null;
}

/** A caller's access in one workspace. */
export interface UserAccess {
  userId: number;
  permissions: ReadonlySet<Permission>;
}

/** Operations on an existing workflow or template; the required permission depends on its creator. */
export type WorkflowOperation = 'view' | 'edit' | 'move' | 'delete';

/** The only permission check for workflows. */
export function mayWorkflow(
  access: UserAccess,
  operation: WorkflowOperation,
  workflow: { creatorId: number },
): boolean {
  const isCreator = workflow.creatorId === access.userId;
  return access.permissions.has(isCreator ? `${operation}_created_workflow` : `${operation}_others_workflow`);
}

/** The only permission check for templates. */
export function mayTemplate(
  access: UserAccess,
  operation: WorkflowOperation,
  template: { creatorId: number },
): boolean {
  const isCreator = template.creatorId === access.userId;
  return access.permissions.has(isCreator ? `${operation}_created_template` : `${operation}_others_template`);
}

/** The only permission check for the workspace itself. */
export function may(access: UserAccess, permission: Permission): boolean {
  return access.permissions.has(permission);
}
