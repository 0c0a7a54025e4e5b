import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  legal_holds: through('organizations', 'organization_id'),
} as const satisfies Belongings;
