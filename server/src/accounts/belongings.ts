import { type Belongings, named, through } from '../database/belonging.ts';

const OF_A_BROWSER = 'Of a browser at the host of this instance: people sign in again.';

export const BELONGINGS = {
  users: named('A person may be a member of several organizations.'),
  sessions: through('users', 'user_id', { stays: OF_A_BROWSER }),
  session_locks: through('sessions', 'token_hash', { key: 'token_hash', stays: OF_A_BROWSER }),
  known_devices: through('users', 'user_id', { stays: OF_A_BROWSER }),
  account_links: through('users', 'user_id', {
    otherwise: 'Asked for with an address that has no account: it looks the same from outside.',
    stays: 'Valid for hours, and derived from a key of the instance: people ask for another one.',
  }),
  address_changes: through('users', 'user_id', {
    stays: 'Their links are derived from a key of the instance: people begin again.',
  }),
} as const satisfies Belongings;
