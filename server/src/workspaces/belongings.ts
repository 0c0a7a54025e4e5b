import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  organizations: { kind: 'organization' },
  members: through('organizations', 'organization_id'),
  workspaces: through('organizations', 'organization_id'),
  workspace_users: through('workspaces', 'workspace_id', { names: { role_id: 'custom_roles' } }),
  custom_roles: through('organizations', 'organization_id'),
  invitations: through('members', 'member_id', { whileFrozen: { removal: true } }),
} as const satisfies Belongings;
