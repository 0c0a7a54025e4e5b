import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  totp_secrets: through('users', 'user_id'),
  recovery_codes: through('users', 'user_id', {
    stays: 'Their hashes are keyed by the instance: people make new ones.',
  }),
  account_passkeys: through('users', 'user_id', {
    stays: 'A browser offers a passkey to the host for which it was made, and to no other.',
  }),
  factor_challenges: through('users', 'user_id', {
    otherwise: 'Of a sign-in by a passkey that has not said yet whose it is.',
    stays: 'Valid for minutes.',
  }),
  factor_dues: through('users', 'user_id', { stays: 'Follows from the policies of organizations.' }),
  factor_policies: through('organizations', 'organization_id'),
  factor_resets: through('organizations', 'organization_id', {
    stays: 'A reset that waits is asked for again.',
    whileFrozen: 'all',
  }),
} as const satisfies Belongings;
