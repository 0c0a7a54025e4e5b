import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  // A job chains what was recorded before, and removes the oldest.
  organization_events: through('organizations', 'organization_id', {
    whileFrozen: { columns: ['sequence', 'hash', 'mac'], removal: true },
  }),
  organization_chains: through('organizations', 'organization_id', { whileFrozen: 'all' }),
  record_collectors: through('organizations', 'organization_id', {
    whileFrozen: {
      columns: [
        ...(['position', 'attempts', 'next_attempt_at', 'status'] as const),
        ...(['cause', 'delivered_at', 'leased_until'] as const),
      ],
    },
  }),
} as const satisfies Belongings;
