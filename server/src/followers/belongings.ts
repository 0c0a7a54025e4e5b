import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  follower_links: through('workflows', 'workflow_id', {
    arrives: { is_moved: 'true' },
    // Made for a mail that waits.
    ends: () => 'true',
  }),
} as const satisfies Belongings;
