import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  // It acts for an account and on files that its row says; what it has made arrives.
  bulk_jobs: through('organizations', 'organization_id', { whileFrozen: { removal: true }, leaves: 'true' }),
  bulk_rows: through('bulk_jobs', 'job_id', { whileFrozen: { removal: true } }),
  bulk_files: through('bulk_jobs', 'job_id', { whileFrozen: { removal: true } }),
} as const satisfies Belongings;
