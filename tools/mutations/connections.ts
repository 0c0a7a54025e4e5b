import type { FaultyFile } from './mutation.ts';

const connections = ['tests/api/connections.test.ts'];
const required = ['tests/api/connections-required.test.ts'];

/** What sign-in by a connection guards. */
export const connectionFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/identity-providers/arrive.ts',
    tests: connections,
    faults: {
      'unverified-address-counts': [
        "if (!isProven && !signIn.isEmailVerified) return refused('unverified');",
        '',
      ],
      'every-provider-vouches': ['isProven || connection.organization_id === null;', 'true;'],
      'address-alone-takes-an-account': ["confirmedUserId === user.id ? 'in' : 'unconfirmed'", "'in'"],
      'everyone-is-welcome': ['return administrator || roles.length > 0;', 'return true;'],
      'sessions-outlive-the-access': ['await endSessions(tx, identity);', ''],
    },
  },
  {
    file: 'server/src/identity-providers/sign-in-visit.ts',
    tests: connections,
    faults: {
      'password-replaces-the-second-factor': ['if (user.second_factor_at !== null)', 'if (false)'],
      'down-meanwhile-is-not-said': ['error instanceof Fault && error.retryable', 'false'],
    },
  },
  {
    file: 'server/src/identity-providers/sign-in-store.ts',
    tests: [...connections, 'tests/api/connections-saml.test.ts'],
    faults: {
      'return-counts-in-another-browser': [' and browser_hash = ${by.browserHash}', ''],
      'return-counts-for-another-connection': ['connection_id = ${by.connectionId} and', ''],
      'late-return-counts': [' and expires_at > ${by.now}\n    returning *', '\n    returning *'],
    },
  },
  {
    file: 'server/src/identity-providers/sign-in-visit.ts',
    tests: connections,
    faults: {
      'sign-in-leads-to-another-site': [
        "return isOwn ? text : '/documents';",
        "return text ?? '/documents';",
      ],
    },
  },
  {
    file: 'server/src/workspaces/apply-grants.ts',
    tests: connections,
    faults: {
      'silence-of-the-provider-takes-roles': ['if (!role && !mapped.isKnown) continue;', ''],
      'groups-take-what-was-given-by-hand': ['!own || isFromGroups || isDecisive;', 'true;'],
    },
  },
  {
    file: 'server/src/identity-providers/sign-in-connections.ts',
    tests: required,
    faults: {
      'required-connection-lets-passwords-in': [
        'if (!connection?.is_enforced ||',
        'if (!connection || connection.is_enforced ||',
      ],
      'required-connection-locks-all-out': ['keeper?.userId === userId ? null', 'false ? null'],
    },
  },
  {
    file: 'server/src/workspaces/password-administrator.ts',
    tests: required,
    faults: {
      'last-password-goes': ['if (!organization?.requires_connection) return true;', 'return true;'],
      'password-without-a-factor-is-enough': ['?.hasFactor === true;', '?.email !== undefined;'],
      'who-keeps-the-password-needs-no-factor': [
        '?.userId === userId) return true;',
        '?.userId === userId) return false;',
      ],
    },
  },
  {
    file: 'server/src/identity-providers/manage-connections.ts',
    tests: required,
    faults: {
      'required-before-it-worked': ['connection.worked_at === null', 'false'],
      'required-before-there-is-a-factor': ['!keeper.hasFactor', 'false'],
    },
  },
  {
    file: 'server/src/second-factors/change-factors.ts',
    tests: required,
    faults: { 'last-factor-goes': ['if (kept !== null) throw', 'if (false) throw'] },
  },
  {
    file: 'server/src/second-factors/reset-factors.ts',
    tests: required,
    faults: {
      'reset-takes-the-last-factor': ['if (kept !== null) throw', 'if (false) throw'],
      'reset-of-before-takes-the-last-factor': ['if (kept !== null) await', 'if (false) await'],
    },
  },
  {
    file: 'server/src/identity-providers/end-provider-session.ts',
    tests: required,
    faults: {
      'logout-token-counts-twice': ["if (!isNew) throw refused('it was used before');", ''],
      'logout-token-of-another-client': ['audience: provider.clientId,', ''],
      'old-logout-token-counts': ['maxTokenAge: TOKEN_SECONDS,', ''],
      'id-token-ends-sessions': [
        "if (nonce !== undefined) throw refused('it has a nonce, as an ID token has');",
        '',
      ],
    },
  },
];
