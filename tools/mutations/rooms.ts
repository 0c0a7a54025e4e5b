import type { FaultyFile } from './mutation.ts';

const tags = ['tests/api/tags.test.ts'];
const isolation = 'tests/generated/isolation.test.ts';
const copies = [
  'tests/api/templates-copies.test.ts',
  'tests/api/templates-cloner.test.ts',
  'tests/api/templates-rights.test.ts',
];
const authority = ['tests/api/authority.test.ts'];
const log = ['tests/api/transparency-log.test.ts'];
const trust = [
  'tests/api/levels.test.ts',
  'tests/api/trust-providers.test.ts',
  'tests/api/qualified-signing.test.ts',
];
const identity = ['tests/api/identity-providers.test.ts'];
const sandbox = ['sandbox/src/sandbox.test.ts'];

/** What the smaller rooms guard by themselves. */
export const roomFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/csv.ts',
    tests: ['domain/src/csv.test.ts'],
    faults: { 'cell-that-a-spreadsheet-calculates': ['FORMULA.test(value) ?', 'false ?'] },
  },
  {
    file: 'server/src/workflows/drafts/act-on-workflows.ts',
    tests: ['tests/api/filing.test.ts'],
    faults: {
      'what-people-wait-for-is-filed-away': ['if (isFiled && !isFinal(workflow.status))', 'if (false)'],
      'tagging-takes-other-tags': ['[...others, ...tags]', '[...tags]'],
      'filter-of-acts-is-cut-off': ['most: LIMITS.actsMax + 1 }', 'most: LIMITS.actsMax }'],
      'acts-without-ids-or-filter': [
        '(ids === undefined) === (filter === undefined)',
        'ids !== undefined && filter !== undefined',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-page-store.ts',
    tests: ['tests/api/filing.test.ts'],
    faults: { 'filed-away-listed': ['sql`filed_at is null`', 'sql`true`'] },
  },
  {
    file: 'server/src/workflows/envelopes/copy-workflow.ts',
    tests: ['tests/api/duplicate-workflow.test.ts'],
    faults: {
      'copy-without-its-right': ["requirePermission(workspace, 'create_workflow_out_of_workflow');", ''],
      'correction-carries-answers': ['row.sent_value }', 'row.value }'],
      'correction-of-what-has-not-ended': ['if (!isCorrectable(status))', 'if (false)'],
      'correction-named-by-one-side': [
        'await recordWorkflowEvents(tx, deps, { workflowId: workflow.id, events });',
        'void events;',
      ],
    },
  },
  {
    file: 'tools/describe-rows.ts',
    tests: ['tests/support/row-types.test.ts'],
    faults: {
      'row-without-null': ['if (isNullable) return', 'if (!isNullable) return'],
      'row-without-its-closed-list': ["isClosed ? words.join(' | ') : KINDS[type]", 'KINDS[type]'],
      'row-without-a-column-that-is-there': ['a.attnum > 0', 'a.attnum > 1'],
      'row-of-another-kind': ["'timestamp with time zone': 'Date'", "'timestamp with time zone': 'number'"],
      'insert-without-what-the-table-needs': ['return hasDefault ?', 'return !isNullable ?'],
    },
  },
  {
    file: 'server/src/tags/assign-tags.ts',
    tests: tags,
    faults: {
      'tag-of-another-workspace-assigned': [
        'filter((tag) => tag.workspace_id === workspaceId).map(({ id }) => id),',
        'map(({ id }) => id),',
      ],
      'any-number-of-tags': ['wanted.length > LIMITS.tagsOfOneMax', 'wanted.length < 0'],
      'tag-given-twice-is-assigned-twice': [
        'const wanted = [...new Set(tagIds)];',
        'const wanted = [...tagIds];',
      ],
    },
  },
  {
    file: 'server/src/tags/manage-tags.ts',
    tests: [isolation],
    faults: {
      'tags-managed-without-permission': [
        "requirePermission(await getWorkspaceAccess(reads, caller, workspaceId), 'manage_tags');",
        'await getWorkspaceAccess(reads, caller, workspaceId); void requirePermission;',
      ],
    },
  },
  {
    file: 'server/src/tags/manage-tags.ts',
    tests: tags,
    faults: {
      'tag-names-differ-in-case-alone': ["name.normalize('NFC').toLowerCase()", "name.normalize('NFC')"],
      'tag-renamed-to-a-taken-name': ['if (isTaken) violations.name ??= NAME_TAKEN;', 'void isTaken;'],
    },
  },
  {
    file: 'server/src/templates/read-template.ts',
    tests: [isolation, 'tests/api/templates-rights.test.ts'],
    faults: {
      'template-file-for-any-account': [
        "if (!access || !mayTemplate(access, 'view', { creatorId })) throw noFile();",
        'void access; void mayTemplate; void creatorId;',
      ],
      'template-file-without-a-credential': ['requireLinkProof(request);', 'void requireLinkProof;'],
    },
  },
  {
    file: 'server/src/templates/create-template.ts',
    tests: copies,
    faults: {
      'copy-leaves-its-organization': [
        'if (access.organizationId === organizationId) return;',
        'if (access.organizationId > 0) return;',
      ],
      'copied-without-permission': [
        "requirePermission(sourceAccess, 'create_template_out_of_template');",
        'void requirePermission;',
      ],
    },
  },
  {
    file: 'server/src/templates/clone-template.ts',
    tests: copies,
    faults: {
      'cloned-without-the-scope-of-templates': [
        "requireScope(caller, 'templates:read');",
        'void requireScope;',
      ],
      'clone-leaves-its-organization': [
        'if (workspace.organizationId !== organizationId) {',
        'if (workspace.organizationId < 0) {',
      ],
    },
  },
  {
    file: 'server/src/templates/update-template.ts',
    tests: [isolation],
    faults: {
      'template-tagged-without-permission': [
        "requirePermission(access, 'tag_template');",
        'void requirePermission; void access;',
      ],
    },
  },
  {
    file: 'server/src/authority/publish-revocations.ts',
    tests: authority,
    faults: {
      'certificate-that-was-never-issued-is-good': [
        "if (!stored) return { status: 'unknown' };",
        "if (!stored) return { status: 'good' };",
      ],
    },
  },
  {
    file: 'server/src/authority/publish-revocations.ts',
    tests: authority,
    faults: {
      'list-without-what-was-revoked': [
        'await listRevoked(deps.database, expiredSince) : []',
        '(await listRevoked(deps.database, expiredSince)).slice(0, 0) : []',
      ],
      'unused-certificate-leaves-the-list-too-soon': ['now.getTime() - ENDED_MS', 'now.getTime()'],
      'lists-have-one-number': ['number: toSeconds(now),', 'number: toSeconds(now) * 0 + 1,'],
    },
  },
  {
    file: 'server/src/authority/revoke-certificate.ts',
    tests: [...authority, 'tests/cli/revoke-certificate.test.ts'],
    faults: {
      'revoked-again-at-another-time': [
        'if (before) return { serial, subject, revokedAt: before, isNew: false };',
        '',
      ],
      'revocation-is-not-recorded': ['if (workflowId === null) return;', 'if (workflowId !== 0) return;'],
    },
  },
  {
    file: 'server/src/authority/certify-key.ts',
    tests: [...authority, 'tests/api/own-key.test.ts'],
    faults: {
      'certificate-for-a-year': [
        'const OUTSIDE_KEY_LIFE_MS = 15 * MINUTE_MS;',
        'const OUTSIDE_KEY_LIFE_MS = DESTROYED_KEY_LIFE_MS;',
      ],
      'holder-numbers-are-all-alike': [
        ".derive('certificate-holder', email.toLowerCase())",
        ".derive('certificate-holder', '')",
      ],
    },
  },
  {
    file: 'server/src/transparency-log/integrate-leaves.ts',
    tests: log,
    faults: {
      'times-of-leaves-decrease': [
        'head.last_added_at && head.last_added_at > now ? head.last_added_at : now',
        'now',
      ],
    },
  },
  {
    file: 'server/src/transparency-log/read-inclusion.ts',
    tests: log,
    faults: {
      'leaf-proved-in-a-smaller-log': [
        'if (!leaf || leaf.position >= size || size > state.size) return null;',
        'if (!leaf || size > state.size) return null;',
      ],
      'proof-for-a-log-that-is-not-there-yet': [
        'leaf.position >= size || size > state.size) return null;',
        'leaf.position >= size) return null;',
      ],
      'inclusion-before-the-leaf-has-a-place': [
        'find: () => Promise<Leaf | null>): Promise<LogInclusion | null> {\n  await integrateLeaves(deps);',
        'find: () => Promise<Leaf | null>): Promise<LogInclusion | null> {',
      ],
    },
  },
  {
    file: 'server/src/trust-services/manage-providers.ts',
    tests: trust,
    faults: {
      'secret-sent-to-another-address': [
        'if (leadsElsewhere(before, change) && change.clientSecret === undefined)',
        'if (leadsElsewhere(before, change) && change.clientSecret === null)',
      ],
      'provider-at-any-address': [
        'const problem = change[name] ? checkUrl(trimUrl(change[name]), policy) : null;',
        'const problem = change[name] ? null : checkUrl(name, policy);',
      ],
      'provider-without-anchors': [
        'const problem = change.anchors === undefined ? null : checkAnchors(change.anchors);',
        'const problem = change.anchors === undefined ? checkAnchors(change.name ?? "") : null;',
      ],
      'level-offered-after-the-last-provider': [
        'left.some(({ enabled }) => enabled) }',
        'left.length >= 0 }',
      ],
      'any-number-of-providers': ['others.length >= LIMITS.trustProvidersMax', 'others.length < 0'],
    },
  },
  {
    file: 'server/src/identity-providers/manage-identity-provider.ts',
    tests: identity,
    faults: {
      'identity-secret-sent-to-another-issuer': [
        'const isSameClient = before?.issuer === issuer && before.client_id === clientId;',
        'const isSameClient = before !== null;',
      ],
    },
  },
  {
    file: 'server/src/identity-providers/connection-form.ts',
    tests: identity,
    faults: {
      'issuer-at-any-address': [
        'else if (problem !== null) violations.issuer = problem;',
        'else if (problem === "") violations.issuer = problem;',
      ],
      'issuer-with-the-path-of-its-document': [
        'else if (/[?#]|\\/\\.well-known\\//.test(form.issuer))',
        "else if (form.issuer === '?')",
      ],
    },
  },
  {
    file: 'server/src/identity-providers/openid.ts',
    tests: identity,
    faults: {
      'nonce-of-another-sign-in': ['expectedNonce: nonce,', ''],
      'sign-in-of-last-week': ['if (isFresh) return signedInAt;', 'if (isFresh !== null) return signedInAt;'],
    },
  },
  {
    file: 'server/src/platform/outside/http-client.ts',
    tests: identity,
    faults: {
      'identity-answer-of-any-length': ['if (!answer.isWhole) throw', 'if (answer === null) throw'],
    },
  },
  {
    file: 'server/src/passkeys/webauthn.ts',
    tests: ['tests/api/passkeys.test.ts'],
    faults: {
      'passkey-without-looking-at-the-person': [
        'requireUserVerification: true,',
        'requireUserVerification: false,',
      ],
      'passkey-of-another-page': [
        'expectedOrigin: origin,',
        "expectedOrigin: [origin, 'http://localhost:3001', 'https://evil.example'],",
      ],
    },
  },
  {
    file: 'server/src/design/design-sessions.ts',
    tests: ['tests/api/sessions.test.ts'],
    faults: {
      'designer-for-those-who-may-look': [
        "mayWrite && access !== null && mayWorkflow(access, 'edit', { creatorId: workflow.creator_id });",
        "access !== null || mayWorkflow(access as never, 'edit', { creatorId: workflow.creator_id });",
      ],
    },
  },
  {
    file: 'sandbox/src/signing.ts',
    tests: sandbox,
    faults: {
      'sandbox-signs-other-hashes': [
        "return credential.scal === 1 || hashes.every((hash) => bound.includes(hash.toString('base64')));",
        'return bound.length >= 0;',
      ],
      'sandbox-signs-by-any-code': [
        "credential.kind !== 'seal' && !equalSecrets(typed('OTP'), SANDBOX_OTP)",
        "typed('OTP') === SANDBOX_PIN",
      ],
      'sandbox-signs-with-the-key-of-another': [
        'if (credential.holder.id !== consent.holderId)',
        "if (consent.holderId === '')",
      ],
    },
  },
  {
    file: 'sandbox/src/grants.ts',
    tests: sandbox,
    faults: {
      'sandbox-grant-used-twice': [
        'return grant && (await deleteGrant(ports, sha256(secret))) ? grant : null;',
        'return grant && deleteGrant ? grant : null;',
      ],
    },
  },
];
