import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  brands: through('organizations', 'organization_id'),
  disclosures: through('organizations', 'organization_id'),
  link_hosts: through('organizations', 'organization_id', {
    whileFrozen: { columns: ['named_at', 'proven_at'] },
  }),
} as const satisfies Belongings;
