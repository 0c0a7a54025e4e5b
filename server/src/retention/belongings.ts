import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  retention_policies: through('organizations', 'organization_id'),
  retention_changes: through('organizations', 'organization_id'),
  retention_runs: through('organizations', 'organization_id', { whileFrozen: 'all' }),
  retention_run_items: through('retention_runs', 'run_id', { whileFrozen: 'all' }),
} as const satisfies Belongings;
