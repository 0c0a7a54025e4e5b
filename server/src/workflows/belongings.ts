import { type Belongings, through } from '../database/belonging.ts';

const COUNTED = {
  stays: 'Counted anew by triggers where the workflows are inserted.',
  whileFrozen: 'all',
} as const;

export const BELONGINGS = {
  workflows: through('organizations', 'organization_id', {
    // It waits for its seal, or has got it meanwhile; or it could not be sealed.
    ends: (row, since) =>
      `${row}.status in ('approved', 'to_be_archived', 'blocked') or ${row}.ended_at >= ${since}`,
  }),
  documents: through('workflows', 'workflow_id', { whileFrozen: { columns: ['thumb_file_id'] } }),
  recipients: through('workflows', 'workflow_id', { whileFrozen: { columns: ['mail_problem'] } }),
  recipient_roles: through('workflows', 'workflow_id'),
  steps: through('workflows', 'workflow_id'),
  actions: through('workflows', 'workflow_id'),
  fields: through('workflows', 'workflow_id'),
  annexes: through('workflows', 'workflow_id'),
  followers: through('workflows', 'workflow_id', { whileFrozen: { columns: ['mail_problem'] } }),
  workflow_tags: through('workflows', 'workflow_id'),
  workflow_counts: through('workspaces', 'workspace_id', {
    ...COUNTED,
    otherwise: 'Zero, of a workspace that was closed.',
  }),
  workflow_count_changes: through('workspaces', 'workspace_id', {
    ...COUNTED,
    otherwise: 'Of a workspace that was closed, until it is folded.',
  }),
  workflow_search: through('workflows', 'workflow_id', COUNTED),
} as const satisfies Belongings;
