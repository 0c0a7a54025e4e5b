import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = { revisions: through('documents', 'document_id') } as const satisfies Belongings;
