import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  trust_providers: through('organizations', 'organization_id'),
  seal_credentials: through('organizations', 'organization_id', {
    whileFrozen: { columns: ['warned_at', 'told_at', 'problem', 'is_blocked'] },
  }),
  provided_seals: through('documents', 'document_id'),
} as const satisfies Belongings;
