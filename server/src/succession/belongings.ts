import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  hand_overs: through('organizations', 'organization_id'),
} as const satisfies Belongings;
