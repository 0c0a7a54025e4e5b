import { type Belongings, ofInstance, through } from '../database/belonging.ts';

export const BELONGINGS = {
  number_ranges: ofInstance('From which number on this instance counts.'),
  departures: through('organizations', 'organization_id', {
    otherwise: 'Of an organization that was erased here: what remains of it.',
    stays: 'Says where it has gone from here.',
    whileFrozen: 'all',
  }),
  settling_organizations: through('organizations', 'organization_id', {
    stays: 'Says that it is about to be frozen here.',
    whileFrozen: 'all',
  }),
  organization_freezes: through('organizations', 'organization_id', {
    stays: 'Says that it is frozen here.',
    whileFrozen: 'all',
  }),
} as const satisfies Belongings;
