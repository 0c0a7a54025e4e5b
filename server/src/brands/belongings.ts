import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  brands: through('organizations', 'organization_id'),
  disclosures: through('organizations', 'organization_id'),
  link_hosts: through('organizations', 'organization_id', {
    whileFrozen: { columns: ['named_at', 'proven_at'] },
    // Whose a host is, its record has to say here as well.
    arrives: { named_at: 'null', proven_at: 'null' },
  }),
} as const satisfies Belongings;
