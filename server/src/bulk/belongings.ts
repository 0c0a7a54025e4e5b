import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  bulk_jobs: through('organizations', 'organization_id', { whileFrozen: 'removal' }),
  bulk_rows: through('bulk_jobs', 'job_id', { whileFrozen: 'removal' }),
  bulk_files: through('bulk_jobs', 'job_id', { whileFrozen: 'removal' }),
} as const satisfies Belongings;
