import { type Belongings, through } from '../database/belonging.ts';

const SHORT = { stays: 'Valid for ten minutes, for one content.', whileFrozen: { removal: true } } as const;

export const BELONGINGS = {
  proofs: through('workflows', 'workflow_id', SHORT),
  signing_codes: through('workflows', 'workflow_id', {
    ...SHORT,
    // Whether it was sent: else it is sent again.
    whileFrozen: { columns: ['delivery', 'attempts', 'problem', 'encrypted_code'], removal: true },
  }),
} as const satisfies Belongings;
