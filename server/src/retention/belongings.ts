import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  retention_policies: through('organizations', 'organization_id', { names: { template_id: 'templates' } }),
  retention_changes: through('organizations', 'organization_id', {
    names: { workspace_id: 'workspaces', workflow_id: 'workflows', template_id: 'templates' },
  }),
  retention_runs: through('organizations', 'organization_id', {
    whileFrozen: 'all',
    names: { workspace_id: 'workspaces' },
  }),
  retention_run_items: through('retention_runs', 'run_id', {
    whileFrozen: 'all',
    names: { workflow_id: 'workflows', workspace_id: 'workspaces' },
  }),
} as const satisfies Belongings;
