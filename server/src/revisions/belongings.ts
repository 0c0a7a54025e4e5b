import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  // A day after the seal, of which they are the beginning, their bytes are dropped.
  revisions: through('documents', 'document_id', { whileFrozen: { columns: ['bytes'] } }),
} as const satisfies Belongings;
