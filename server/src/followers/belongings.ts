import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  follower_links: through('workflows', 'workflow_id'),
} as const satisfies Belongings;
