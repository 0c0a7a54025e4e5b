import { type Belongings, ofInstance, through } from '../database/belonging.ts';

export const BELONGINGS = {
  // A sweep clears old snapshots; their hashes stay.
  events: through('workflows', 'workflow_id', {
    whileFrozen: { columns: ['snapshot'] },
    // What became of mails and notifications.
    ends: () => 'true',
  }),
  workflow_ledger: through('workflows', 'workflow_id', {
    otherwise: 'Of an erased workflow: whose it was is not kept.',
    whileFrozen: 'all',
    // Those of the ledger there.
    arrives: { checkpoint: 'null' },
  }),
  ledger_checkpoints: ofInstance('Each covers new rows of the ledger, whosever they are.'),
  workflow_tombstones: ofInstance('Of erased workflows: whose they were is not kept.'),
  account_tombstones: ofInstance('Of erased people, who belong to no organization.'),
  instance_keys: ofInstance('By these the keys of another instance are noticed.'),
} as const satisfies Belongings;
