import type { FaultyFile } from './mutation.ts';

const people = ['tests/api/provisioning.test.ts'];
const access = ['tests/api/provisioning-access.test.ts'];

/** What a provider that provisions must not get, and who must not get in any more. */
export const provisioningFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/provisioning/provision-users.ts',
    tests: people,
    faults: {
      'person-of-any-domain': [
        'if (domain !== null && (await isProvenDomain(tx, { connectionId, domain }))) return;',
        'if (domain !== null) return;',
      ],
      'provider-takes-an-account-by-its-address': ['if (isLinked) return user.id;', 'return user.id;'],
      'provider-moves-an-account-with-a-password': [
        'if (!(await isOwnAccount(tx, client, before.user_id)))',
        'if (before.user_id === 0)',
      ],
    },
  },
  {
    file: 'server/src/provisioning/set-active.ts',
    tests: access,
    faults: {
      'apps-outlive-the-access': ['await revokeAllAppsOf(tx, { userId, now });', ''],
      'last-owner-is-deactivated': ['if (problem !== null)', 'if (problem === "")'],
    },
  },
  {
    file: 'server/src/provisioning/provisioning-store.ts',
    tests: access,
    faults: {
      'ended-token-counts': [
        'where token_hash = ${of.hash} and (ends_at is null or ends_at > ${of.now})',
        'where token_hash = ${of.hash}',
      ],
      'token-ended-by-another-connection': [
        "tx.deleteFrom('scim_tokens').where('connection_id', '=', of.connectionId);",
        "tx.deleteFrom('scim_tokens');",
      ],
      'person-of-another-connection-joins-a-group': [
        'where connection_id = ${of.connectionId} and id = any(${[...of.ids]}::text[])',
        'where id = any(${[...of.ids]}::text[])',
      ],
    },
  },
  {
    file: 'server/src/provisioning/scim-client.ts',
    tests: people,
    faults: {
      'older-version-overwrites': [
        "wanted.includes('*') || wanted.includes(etagOf(row))",
        'wanted.length > 0',
      ],
    },
  },
  {
    file: 'server/src/accounts/sessions.ts',
    tests: access,
    faults: {
      'suspended-account-signs-in': [
        'if ((await findUserById(tx, userId))?.suspended_at)',
        'if (userId < 0)',
      ],
    },
  },
  {
    file: 'server/src/workspaces/apply-grants.ts',
    tests: people,
    faults: {
      'claim-overrides-what-was-provisioned': [
        'if (known?.provisioned_by) return { ...request.before, changes: 0 };',
        '',
      ],
    },
  },
  {
    file: 'server/src/workspaces/apply-grants.ts',
    tests: access,
    faults: {
      'group-lets-the-deactivated-in': ['if (known?.deactivated_user_id) return null;', ''],
    },
  },
];
