import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  certificates: through('workflows', 'workflow_id', {
    otherwise: 'Of the instance itself, or of an erased workflow, whose certificate may still be revoked.',
    whileFrozen: 'all',
  }),
} as const satisfies Belongings;
