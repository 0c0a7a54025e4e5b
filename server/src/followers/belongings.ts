import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  follower_links: through('workflows', 'workflow_id', { arrives: { is_moved: 'true' } }),
} as const satisfies Belongings;
