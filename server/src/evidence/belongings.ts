import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  completion_certificates: through('workflows', 'workflow_id'),
} as const satisfies Belongings;
