import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  mails: through('workflows', 'workflow_id', {
    otherwise:
      'About an account, an organization or the instance: it is sent within minutes, and kept as a record here.',
    whileFrozen: 'all',
    leaves: `r.state = 'queued'`,
    names: { event_id: 'events' },
  }),
  mail_settings: through('users', 'user_id'),
  summary_lines: through('workflows', 'workflow_id', {
    stays: 'Gathered for a mail of today.',
    whileFrozen: 'all',
  }),
} as const satisfies Belongings;
