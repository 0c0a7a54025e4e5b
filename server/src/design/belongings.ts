import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  design_sessions: through('workflows', 'workflow_id', {
    stays: 'Ends by itself: a program asks for another one.',
    whileFrozen: { removal: true },
  }),
} as const satisfies Belongings;
