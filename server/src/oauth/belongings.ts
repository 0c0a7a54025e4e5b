import { type Belongings, named, through } from '../database/belonging.ts';

export const BELONGINGS = {
  integration_apps: named('Users of any organization allow an app; its operator registers it once.', {
    elsewhere: { owner_id: 'null' },
    sameBy: ['id', 'client_id', 'secret_hash'],
    // At that address everyone reads the same document.
    knownBy: "r.client_id = h.client_id and r.origin = 'document' and h.origin = 'document'",
  }),
  app_grants: through('users', 'user_id'),
  authorization_codes: through('app_grants', 'grant_id', { stays: 'Valid for minutes: the app asks again.' }),
  tokens: through('app_grants', 'grant_id'),
} as const satisfies Belongings;
