import type { FaultyFile } from './mutation.ts';

const standard = 'tests/api/oauth-standard.test.ts';
const tokens = 'tests/api/oauth-tokens.test.ts';

/** Authorization, codes and tokens. */
export const oauthFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/oauth/authorize.ts',
    tests: ['tests/api/oauth-authorize.test.ts', standard],
    faults: {
      'redirect-uri-by-prefix': [
        'return registered.includes(uri)',
        'return registered.some((each) => uri.startsWith(each))',
      ],
      'challenge-may-be-plain': ["method === 'S256' &&", ''],
      'public-client-without-challenge': [
        'secret_hash !== null || has(',
        'secret_hash !== undefined || has(',
      ],
      'scope-beyond-registration': [
        'isScope(scope) && includesScope(app?.scopes ?? [], scope)',
        'isScope(scope)',
      ],
    },
  },
  {
    file: 'server/src/oauth/app-rules.ts',
    tests: ['tests/api/oauth-authorize.test.ts'],
    faults: {
      'redirect-uri-over-http': ["protocol === 'http:' && !isLoopbackHost(hostname)", 'false'],
    },
  },
  {
    file: 'server/src/oauth/exchange-code.ts',
    tests: [tokens, standard],
    faults: {
      'code-used-twice': ['code.used_at !== null', 'false'],
      'code-replay-keeps-tokens': ['await revokeGrant(tx, code.grant_id, now);', ''],
      'code-never-expires': ['now >= code.expires_at', 'false'],
      'code-of-another-client': ['code.app_id !== exchange.app.id', 'false'],
      'code-at-another-redirect-uri': ['code.redirect_uri !== exchange.redirectUri', 'false'],
      'verifier-not-compared': ['isWellFormed && matches', 'isWellFormed'],
      'verifier-left-out': ["if (verifier === null) return 'The", "if (verifier === '') return 'The"],
      'verifier-downgrade': [
        'if (challenge === null) {',
        "if (challenge === null) return null;\n  if (challenge === '') {",
      ],
    },
  },
  {
    file: 'server/src/oauth/token-store.ts',
    tests: [tokens, standard],
    faults: {
      'code-row-not-locked': [' for update of authorization_codes', ''],
      'refresh-token-row-not-locked': [' for update of tokens', ''],
      'access-token-never-expires': [".where('tokens.expires_at', '>', now)", ''],
      'access-token-of-ended-grant-works': [".where('app_grants.revoked_at', 'is', null)", ''],
      'refresh-token-as-access-token': [".where('tokens.kind', '=', 'access')", ''],
    },
  },
  {
    file: 'server/src/oauth/access-tokens.ts',
    tests: [tokens],
    faults: {
      'token-keeps-scope-its-app-lost': ['includesScope(access.appScopes, scope)', 'scope'],
    },
  },
  {
    file: 'server/src/oauth/token-endpoint.ts',
    tests: [tokens, standard],
    faults: {
      'client-secret-not-compared': ['if (app && isTheirs) return app;', 'if (app) return app;'],
    },
  },
  {
    file: 'server/src/oauth/refresh-access.ts',
    tests: [standard, tokens],
    faults: {
      'refresh-token-of-another-client': ['token.app_id === request.app.id', 'true'],
      'refresh-token-never-expires': ['now >= token.expires_at', 'false'],
      'refresh-asks-for-more': ['scopes.length < wanted.length', 'false'],
      'refresh-replay-without-end': ['inGrace && next', 'next'],
      'refresh-replay-keeps-grant': ['await revokeGrant(tx, token.grant_id, now);', ''],
    },
  },
];
