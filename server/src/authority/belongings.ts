import { type Belongings, ofInstance, through } from '../database/belonging.ts';

export const BELONGINGS = {
  origins: ofInstance('The instances that its operator has named.'),
  certificates: through('workflows', 'workflow_id', {
    otherwise: 'Of the instance itself, or of an erased workflow, whose certificate may still be revoked.',
    whileFrozen: 'all',
    // Which of the instances that the operator names has issued it, is found out anew.
    arrives: { outside_issuers: 'null' },
  }),
} as const satisfies Belongings;
