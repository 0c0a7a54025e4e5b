import { type Belongings, through } from '../database/belonging.ts';

const ENDS = { stays: 'Ends by itself, with a sign-in or soon after it.', whileFrozen: 'all' } as const;

export const BELONGINGS = {
  identity_providers: through('organizations', 'organization_id', {
    otherwise: 'A connection of the instance, for all organizations.',
    whileFrozen: { columns: ['worked_at'] },
  }),
  // A proven domain says who signs in to accounts of its addresses: it is proven here.
  connection_domains: through('identity_providers', 'connection_id', { arrives: { proven_at: 'null' } }),
  identities: through('identity_providers', 'connection_id', {
    whileFrozen: { columns: ['last_seen_at'] },
    ofNewcomers: 'user_id',
  }),
  saml_providers: through('identity_providers', 'connection_id', {
    whileFrozen: { columns: ['certificates', 'metadata_read_at', 'metadata_problem', 'answer_problem'] },
  }),
  connection_visits: through('identity_providers', 'connection_id', ENDS),
  connection_sessions: through('identity_providers', 'connection_id', ENDS),
  logout_tokens: through('identity_providers', 'connection_id', ENDS),
  saml_messages: through('identity_providers', 'connection_id', ENDS),
} as const satisfies Belongings;
