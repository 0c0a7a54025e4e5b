import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  public_links: through('organizations', 'organization_id'),
  submissions: through('public_links', 'link_id', { whileFrozen: { removal: true } }),
} as const satisfies Belongings;
