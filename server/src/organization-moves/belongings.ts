import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  organization_freezes: through('organizations', 'organization_id', {
    stays: 'Says that it is frozen here.',
    whileFrozen: 'all',
  }),
} as const satisfies Belongings;
