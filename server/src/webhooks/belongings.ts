import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  deliveries: through('workflows', 'workflow_id', {
    whileFrozen: 'all',
    leaves: `r.state = 'pending'`,
    names: { event_id: 'events' },
  }),
  delivery_attempts: through('deliveries', 'delivery_id', { whileFrozen: 'all' }),
  delivery_leases: through('workflows', 'workflow_id', {
    otherwise: 'Of an erased workflow, until it ends.',
    stays: 'Of a job of this instance.',
    whileFrozen: 'all',
  }),
} as const satisfies Belongings;
