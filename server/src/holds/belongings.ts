import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  legal_holds: through('organizations', 'organization_id', {
    names: { workflow_id: 'workflows', workspace_id: 'workspaces' },
  }),
} as const satisfies Belongings;
