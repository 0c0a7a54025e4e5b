import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  // Made when a person asks for it; another instance makes its own.
  completion_certificates: through('workflows', 'workflow_id', { whileFrozen: 'all' }),
} as const satisfies Belongings;
