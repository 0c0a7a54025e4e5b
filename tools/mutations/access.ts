import type { FaultyFile } from './mutation.ts';

const accounts = 'tests/api/accounts.test.ts';
const passwords = 'tests/api/accounts-own.test.ts';
const unproved = 'tests/api/unproved-accounts.test.ts';
const users = 'tests/api/workspace-life.test.ts';
const isolation = 'tests/generated/isolation.test.ts';

/** Sessions, passwords, invitations, and who may do what where. */
export const accessFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/accounts/sessions.ts',
    tests: [accounts],
    faults: {
      'session-never-ends': ['now >= session.expires_at', 'false'],
      'session-idle-for-ever': ['|| now >= idleEnds', ''],
    },
  },
  {
    file: 'server/src/accounts/sessions.ts',
    tests: [accounts],
    faults: {
      'session-of-former-sign-in-stays': ['if (session.replaces !== null)', "if (session.replaces === '')"],
    },
  },
  {
    file: 'server/src/accounts/session-cookie.ts',
    tests: [accounts],
    faults: {
      'session-cookie-read-by-scripts': ['httpOnly: true', 'httpOnly: false'],
    },
  },
  {
    file: 'server/src/accounts/sign-in.ts',
    tests: [accounts],
    faults: { 'password-not-compared': ['isOwners ? owner', 'owner ? owner'] },
  },
  {
    file: 'server/src/accounts/sender.ts',
    tests: [unproved],
    faults: {
      'sends-before-its-address-is-proved': ['if (isProved)', 'if (isProved || userId > 0)'],
      'mails-of-new-account-not-counted': [
        "rate: 'newAccountMails', hits: mails",
        "rate: 'newAccountMails', hits: mails && 0",
      ],
      'workflows-of-new-account-not-counted': [
        "rate: 'newAccountEnvelopes', hits: envelopes",
        "rate: 'newAccountEnvelopes', hits: envelopes && 0",
      ],
    },
  },
  {
    file: 'server/src/developers/api-keys.ts',
    tests: [unproved],
    faults: { 'key-of-an-unproved-account': ['await requireSender(deps, caller);', 'void requireSender;'] },
  },
  {
    file: 'server/src/workspaces/invite-members.ts',
    tests: [unproved],
    faults: {
      'members-invited-by-an-unproved-account': [
        'await requireSender(deps, caller);',
        '({ userId: caller.userId, limitedUntil: null }) as never;',
      ],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/callback.ts',
    tests: [unproved],
    faults: {
      'callback-of-an-unproved-account': [
        'if (url) await requireSender(deps, caller);',
        "if (url === '') await requireSender(deps, caller);",
      ],
    },
  },
  {
    file: 'server/src/oauth/manage-apps.ts',
    tests: [unproved],
    faults: { 'app-of-an-unproved-account': ['await requireSender(deps, caller);', 'void requireSender;'] },
  },
  {
    file: 'server/src/http/new-account-limits.ts',
    tests: [unproved],
    faults: {
      'new-account-without-limits': ['if (limitedUntil === null ||', 'if (limitedUntil !== 0 ||'],
      'uploads-of-new-account-not-counted': ['Math.ceil(bytes / MIB)', '0'],
      'limits-of-new-account-never-end': ['toSeconds(deps.clock.now()) >= limitedUntil', 'limitedUntil < 0'],
    },
  },
  {
    file: 'server/src/accounts/account-rules.ts',
    tests: [accounts],
    faults: {
      'common-passwords-of-new-accounts': [
        'validatePassword(config, { password: account.password, words }, violations);',
        'void validatePassword;',
      ],
    },
  },
  {
    file: 'server/src/accounts/change-password.ts',
    tests: [passwords],
    faults: {
      'common-passwords-at-a-change': [
        'validatePassword(deps.config, { password, words }, violations);',
        'void validatePassword;',
      ],
    },
  },
  {
    file: 'server/src/accounts/password-reset.ts',
    tests: [passwords],
    faults: {
      'common-passwords-at-a-reset': [
        'validatePassword(deps.config, { password, words }, violations);',
        'void validatePassword;',
      ],
      'words-of-the-organization-at-a-reset': [
        '...(await ports.listOrganizationNames(tx, user.id))',
        '...[]',
      ],
    },
  },
  {
    file: 'server/src/accounts/account-routes.ts',
    tests: [accounts],
    faults: {
      'site-data-stay-after-sign-out': ['reply.header(\'clear-site-data\', \'"cache", "storage"\');', ''],
    },
  },
  {
    file: 'operator/src/doctor/database.ts',
    tests: ['tests/cli/doctor-outside.test.ts'],
    faults: {
      'database-without-tls-is-well': ['if (isEncrypted) return', 'if (name) return'],
      'database-of-this-machine-needs-tls': ['|| server === client', ''],
    },
  },
  {
    file: 'operator/src/commands/serve.ts',
    tests: ['tests/faults/server.test.ts'],
    faults: {
      'uploads-of-the-dead-stay-at-a-start': ['await removeDeadUploads(deps);', 'void removeDeadUploads;'],
    },
  },
  {
    file: 'server/src/http/multipart.ts',
    tests: ['tests/api/transport.test.ts'],
    faults: { 'uploads-of-the-living-removed': ['|| living.has(uploader)', ''] },
  },
  {
    file: 'server/src/accounts/prove-address.ts',
    tests: [unproved],
    faults: {
      'address-proved-by-the-link-of-another': ['user?.id !== caller.userId', '!user'],
      'mails-to-an-address-without-limit': [
        "await countHit(deps, 'addressProof'",
        "void (deps, 'addressProof'",
      ],
    },
  },
  {
    file: 'server/src/accounts/api.ts',
    tests: [unproved],
    faults: { 'address-taken-from-its-owner': ['if (owner && owner.id !== userId) return false;', ''] },
  },
  {
    file: 'server/src/accounts/create-account.ts',
    tests: [unproved],
    faults: {
      'sign-up-tells-which-addresses-exist': ['return provenAt === null', 'return provenAt === undefined'],
    },
  },
  {
    file: 'server/src/accounts/sign-in-attempts.ts',
    tests: ['tests/api/accounts-attempts.test.ts', accounts],
    faults: { 'password-guesses-without-limit': ['if (!state.isReached) continue;', 'if (state) continue;'] },
  },
  {
    file: 'server/src/accounts/change-password.ts',
    tests: [passwords],
    faults: {
      'password-changed-without-current-one': [
        '!(await isPassword(currentPassword, user.password_hash))) {',
        'false) {',
      ],
    },
  },
  {
    file: 'server/src/accounts/password-reset.ts',
    tests: [passwords, 'tests/api/accounts-reset-access.test.ts', 'tests/api/accounts-attempts.test.ts'],
    faults: {
      'reset-keeps-sessions': ['await deleteSessionsOf(tx, user.id);', ''],
    },
  },
  {
    file: 'server/src/accounts/account-store.ts',
    tests: [passwords, accounts],
    faults: {
      'account-link-used-twice': ['and used_at is null and expires_at', 'and expires_at'],
      'account-link-never-expires': [
        'and used_at is null and expires_at >',
        "and used_at is null and timestamptz 'infinity' >",
      ],
    },
  },
  {
    file: 'server/src/platform/ids.ts',
    tests: ['server/src/platform/ids.test.ts'],
    faults: {
      'secrets-compared-in-varying-time': [
        'timingSafeEqual(sha256(a), sha256(b))',
        'sha256(a).equals(sha256(b))',
      ],
      'tokens-are-short': ['ids.bytes(32)', 'ids.bytes(8)'],
    },
  },
  {
    file: 'server/src/workspaces/workspace-store.ts',
    tests: [
      'tests/api/workspaces.test.ts',
      isolation,
      'tests/api/workflow-lists.test.ts',
      'tests/api/api-keys.test.ts',
    ],
    faults: {
      'key-beyond-its-organization': [
        "and ${isNullOr('workspaces.organization_id', organizationId)}",
        'and ${organizationId}::bigint is not distinct from ${organizationId}',
      ],
      'default-workspace-beyond-the-organization': [
        ".where(isNullOr('workspaces.organization_id', organizationId))\n      .orderBy",
        '.orderBy',
      ],
    },
  },
  {
    file: 'server/src/workspaces/member-store.ts',
    tests: ['tests/api/organization.test.ts'],
    faults: { 'invitation-never-expires': ['and expires_at >', "and timestamptz 'infinity' >"] },
  },
  {
    file: 'server/src/workspaces/accept-invitation.ts',
    tests: ['tests/api/organization.test.ts'],
    faults: {
      'invitation-for-another-address': ['caller.userId !== userId', 'false'],
    },
  },
  {
    file: 'server/src/workspaces/manage-members.ts',
    tests: ['tests/api/organization.test.ts'],
    faults: {
      'organization-without-administrator': [
        'if (problem !== null) throw invalid({ administrator: problem });',
        'await null;',
      ],
    },
  },
  {
    file: 'server/src/workspaces/workspace-users.ts',
    tests: [users],
    faults: {
      'role-given-beyond-own': ['!mayGiveRole(access, role) ||', ''],
      'role-taken-beyond-own': ['(before && !mayGiveRole(access, before))', 'false'],
      'workspace-without-owner': ['throw invalid({ users: LAST_OWNER });', 'await null;'],
    },
  },
  {
    file: 'server/src/developers/api-keys.ts',
    tests: ['tests/api/api-keys.test.ts'],
    faults: {
      'key-for-others-by-non-administrator': ['&& !access.administrator', '&& false'],
      'key-for-member-of-another-organization': [
        'member?.organizationId !== access.organizationId',
        'member === undefined',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-page-store.ts',
    tests: ['tests/api/workflow-lists.test.ts', 'tests/api/prepared-statements.test.ts'],
    faults: {
      'page-planned-for-the-largest-place': ['order by workspace_id, id desc', 'order by id desc'],
      'page-of-all-for-those-who-may-not': ['&& workspace.own && workspace.others', ''],
      'page-of-others-without-right': ['if (!others) conditions', 'if (others && !own) conditions'],
      'page-of-own-without-right': ['if (!own) conditions', 'if (own && !others) conditions'],
    },
  },
  {
    file: 'server/src/workflows/store/sorted-page-store.ts',
    tests: ['tests/api/workflow-sorts.test.ts'],
    faults: {
      'sorted-page-in-one-direction': [
        'isDescending ? sql`${key} desc, id desc`',
        'false ? sql`${key} desc, id desc`',
      ],
      'sorted-page-begins-anew': ['if (after === null) return [];', 'return [];'],
      'sorted-search-of-the-first-alone': ['|| !isNarrowed(filter)) return', '|| true) return'],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-reading-store.ts',
    tests: ['tests/api/prepared-statements.test.ts'],
    faults: {
      'form-of-a-document-in-every-list': ["has('intake') ? documents", "!has('access') ? documents"],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-record.ts',
    tests: ['tests/api/envelope-family.test.ts', 'tests/api/tags.test.ts'],
    faults: {
      'size-of-the-upload-for-ever': [': latest.get(id)) ??', ': undefined) ??'],
      'tags-of-other-workflows': ['tags: tags.filter(({ id }) => ids.has(id))', 'tags'],
    },
  },
  {
    file: 'server/src/workflows/store/new-workflow-store.ts',
    tests: ['tests/api/prepared-statements.test.ts', 'tests/api/leavers.test.ts'],
    faults: {
      'inserted-in-another-order': [
        '(await send(tx, rows)).sort(byId)',
        '(await send(tx, rows)).toSorted(byId).reverse()',
      ],
      'created-by-an-erased-account': ['creator_id: livingUser(creatorId)', 'creator_id: creatorId'],
    },
  },
  {
    file: 'server/src/platform/json.ts',
    tests: ['server/src/platform/json.test.ts'],
    faults: { 'half-a-pair-in-json': ['inner.toWellFormed()', 'inner'] },
  },
  {
    file: 'server/src/workflows/reading/list-workflows.ts',
    tests: ['tests/api/envelope-family.test.ts'],
    faults: {
      'workflow-that-was-moved-is-listed': [
        'workflows: workflows.filter((each) => maySeeBy(accessList, each))',
        'workflows',
      ],
    },
  },
  {
    file: 'server/src/workflows/reading/read-workflow.ts',
    tests: [isolation, 'tests/api/workflow-changes.test.ts', 'tests/api/workflow-lists.test.ts'],
    faults: {
      'workflow-in-another-workspace': ['summary?.workspace_id !== workspaceId', '!summary'],
      'workflow-read-in-another-workspace': ['record?.workflow.workspace_id !== workspaceId', '!record'],
      'workflow-seen-without-right': ["!mayWorkflow(access, 'view', { creatorId })", 'false'],
      'workflow-changed-without-right': ['!mayWorkflow(access, operation, { creatorId })', 'false'],
      'envelope-seen-without-right': [
        "access !== null && mayWorkflow(access, 'view', { creatorId })",
        'access !== null',
      ],
    },
  },
  {
    file: 'domain/src/permission.ts',
    tests: ['tests/api/workspace-life.test.ts', 'tests/api/templates-rights.test.ts'],
    faults: {
      'role-with-one-own-permission-is-given': ['[...role.permissions].every', '[...role.permissions].some'],
    },
  },
  {
    file: 'domain/src/scope.ts',
    tests: ['tests/api/oauth-tokens.test.ts', 'tests/api/templates-rights.test.ts'],
    faults: {
      'read-scope-writes': ["needed.replace(/:read$/, ':write')", "needed.replace(/:write$/, ':read')"],
    },
  },
  {
    file: 'server/src/design/design-sessions.ts',
    tests: ['tests/api/sessions.test.ts'],
    faults: {
      'design-session-never-ends': ['clock.now() >= session.expires_at', 'false'],
      'design-session-by-any-cookie': ['equalSecrets(sha256(secret), hash)', 'true'],
    },
  },
  {
    file: 'server/src/design/read-way-back.ts',
    tests: ['server/src/design/read-way-back.test.ts'],
    faults: { 'way-back-over-http': ["isOwn || url.protocol === 'https:'", "isOwn || url.protocol !== ''"] },
  },
  {
    file: 'server/src/files/serve-file.ts',
    tests: ['tests/api/files-store.test.ts', 'tests/api/quick-envelopes.test.ts'],
    faults: {
      'file-link-never-expires': ['&& toSeconds(deps.clock.now()) < expires', ''],
      'file-link-for-another-path': ['} ${path', "} ${''"],
    },
  },
];
