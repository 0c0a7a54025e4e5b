import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  seals: through('workflows', 'workflow_id', { whileFrozen: { columns: ['compacted_at'] } }),
} as const satisfies Belongings;
