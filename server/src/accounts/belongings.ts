import { type Belongings, named, through } from '../database/belonging.ts';

const OF_A_BROWSER = 'Of a browser at the host of this instance: people sign in again.';

export const BELONGINGS = {
  users: named(
    'A person may be a member of several organizations: they are copied, and go on here as well.',
    {
      elsewhere: { instance_owner: 'false', claimed_key: 'null', limited_until: 'null' },
      ofMembers: [
        ...(['password_hash', 'picture_file_id', 'first_name', 'last_name', 'country', 'language'] as const),
        ...(['time_zone', 'color_scheme', 'second_factor_at', 'second_factor_due_at'] as const),
      ],
    },
  ),
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
