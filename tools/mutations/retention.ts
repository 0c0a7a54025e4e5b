import type { FaultyFile } from './mutation.ts';

const erasing = 'tests/api/erasing.test.ts';
const account = 'tests/api/leavers.test.ts';
const changes = 'tests/api/retention-changes.test.ts';
const locks = 'tests/api/erasing-locks.test.ts';

/** What keeps workflows from being erased: policies, holds, and the locks between holds and runs. */
export const retentionFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/retention.ts',
    tests: ['domain/src/retention.test.ts'],
    faults: {
      'erased-before-it-is-due': ['|| dueAt > now', ''],
      'period-of-the-organization-counts-first': [
        "['workflow', 'template', 'workspace', 'organization']",
        "['organization', 'workspace', 'template', 'workflow']",
      ],
      'scheduled-draft-is-erased': ['|| isWaiting', ''],
      'hold-on-a-person-keeps-nothing': ['subject.emailKeys.includes(emailKey)', 'false'],
    },
  },
  {
    file: 'server/src/retention/run-retention.ts',
    tests: [locks, erasing],
    faults: {
      'hold-placed-meanwhile-is-overlooked': ['await lockHoldsShared(tx, run.organization_id);', ''],
      'held-workflow-is-erased': ["outcome === 'held' || record === null", 'record === null'],
      'dry-run-erases': ["run.kind === 'dry' ? null : await lockWorkflow", 'await lockWorkflow'],
      'run-begins-twice': ['(await findOpenRun(tx, { organizationId, kind })) ??', ''],
    },
  },
  {
    file: 'server/src/retention/run-store.ts',
    tests: [locks],
    faults: { 'run-counts-twice': ['and workspace_id =', 'and -1 <>'] },
  },
  {
    file: 'server/src/retention/legal-holds.ts',
    tests: [locks, erasing],
    faults: {
      'hold-does-not-wait': ['await lockHolds(tx, organizationId);\n    if (target', 'if (target'],
      'hold-on-a-workflow-of-others': [
        'await requireWorkflowOf(tx, organizationId, target.workflow_id)',
        '{}',
      ],
      'hold-on-a-workspace-of-others': [
        'await requireWorkspace(tx, organizationId, target.workspace_id);',
        '',
      ],
      'holds-without-limit': ['.length >= LIMITS.holdsMax', '.length < 0'],
    },
  },
  {
    file: 'server/src/holds/hold-store.ts',
    tests: [erasing],
    faults: {
      'lifted-hold-keeps-on': [".where('lifted_at', 'is', null)\n    .orderBy('id')", ".orderBy('id')"],
    },
  },
  {
    file: 'server/src/holds/api.ts',
    tests: [locks, erasing],
    faults: {
      'held-workflow-is-deleted-by-hand': ["if (hold) throw refusedBy(hold, 'this workflow');", ''],
      'held-workspace-is-closed': ["if (hold) throw refusedBy(hold, 'all of this workspace');", ''],
      'deleting-does-not-wait-for-a-hold': [
        'await lockHoldsShared(tx, organizationId);\n  const holds = await listActiveHolds(tx, organizationId);\n  if (holds.length === 0) return;',
        'const holds = await listActiveHolds(tx, organizationId);\n  if (holds.length === 0) return;',
      ],
    },
  },
  {
    file: 'server/src/retention/policies.ts',
    tests: [erasing, locks],
    faults: {
      'policy-for-a-workspace-of-others': ['!workspaces.some(({ id }) => id === workspaceId)', 'false'],
      'changes-of-a-policy-cross': ['await lockPolicies(tx, organizationId);', ''],
    },
  },
  {
    file: 'server/src/retention/workflow-policy.ts',
    tests: [changes, erasing],
    faults: {
      'policy-for-a-workflow-of-others': ['workflow?.organizationId !== organizationId', '!workflow'],
      'retention-is-shown-to-all-members': ["if (rights === 'none') await", "if (rights === 'all') await"],
      'reason-of-a-hold-is-shown-to-viewers': ["rights === 'view' ? ON_HOLD : hold.reason", 'hold.reason'],
    },
  },
  {
    file: 'server/src/retention/policies.ts',
    tests: [changes],
    faults: {
      'change-that-changes-nothing-is-recorded': [
        'if (JSON.stringify(before) === JSON.stringify(after)) return null;',
        '',
      ],
    },
  },
  {
    file: 'server/src/retention/policies.ts',
    tests: [changes],
    faults: {
      'policy-for-a-template-of-others': [
        '!workspaces.some(({ id }) => id === template?.workspaceId)',
        '!template',
      ],
    },
  },
  {
    file: 'server/src/retention/decide-workflows.ts',
    tests: [changes],
    faults: {
      'period-of-a-template-counts-for-all': [
        'templates.get(templateIds.get(id) ?? 0)',
        '[...templates.values()][0]',
      ],
    },
  },
  {
    file: 'domain/src/retention.ts',
    tests: [changes],
    faults: {
      'workspace-before-its-template': [
        "['workflow', 'template', 'workspace', 'organization']",
        "['workflow', 'workspace', 'template', 'organization']",
      ],
    },
  },
  {
    file: 'server/src/retention/policy-store.ts',
    tests: [changes],
    faults: {
      'changes-of-other-organizations': [
        "selectFrom('retention_changes').where('organization_id', '=', organizationId)",
        "selectFrom('retention_changes')",
      ],
    },
  },
  {
    file: 'server/src/accounts/account-store.ts',
    tests: [account],
    faults: { 'erased-account-creates': ['and erased_at is null for key share', 'for key share'] },
  },
  {
    file: 'server/src/personal-data/erase-account.ts',
    tests: [account],
    faults: {
      'erasure-begins-anew-after-a-crash': ['after: erasure.after_id', 'after: 0'],
      'erasure-ends-with-its-first-slice': ['ids.length < SLICE', 'ids.length <= SLICE'],
    },
  },
  {
    file: 'server/src/accounts/set-up.ts',
    tests: ['tests/api/account-erasure.test.ts'],
    faults: {
      'stranger-hands-the-instance-over': ['!owner?.instance_owner', '!owner'],
      'instance-to-an-unverified-address': [' || heir.email_proven_at === null', ''],
    },
  },
];
