import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  contacts: through('workspaces', 'workspace_id'),
  contact_settings: through('organizations', 'organization_id'),
} as const satisfies Belongings;
