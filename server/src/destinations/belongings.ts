import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  destinations: through('workspaces', 'workspace_id'),
  transfers: through('workflows', 'workflow_id', { whileFrozen: 'all' }),
} as const satisfies Belongings;
