import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  api_keys: through('organizations', 'organization_id', { whileFrozen: { columns: ['last_used_at'] } }),
  webhook_endpoints: through('organizations', 'organization_id'),
} as const satisfies Belongings;
