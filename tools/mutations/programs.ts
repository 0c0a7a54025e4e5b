import type { FaultyFile } from './mutation.ts';

const calls = 'tests/sdk/calls.test.ts';
const webhooks = 'tests/api/webhooks.test.ts';
const quick = 'tests/api/quick-envelope-files.test.ts';
const changes = 'tests/api/workflow-changes.test.ts';
const creating = 'tests/cli/create-commands.test.ts';

/** What programs are told, and what they send in one call. */
export const programFaults: readonly FaultyFile[] = [
  {
    file: 'sdk/src/transport.ts',
    tests: [calls],
    faults: {
      'failed-outcome-looks-like-success': [
        'if (outcomeStatuses) requireDone',
        'if (false && outcomeStatuses) requireDone',
      ],
      'failed-outcome-without-its-type': ["statuses[outcome.error?.code ?? '']", 'undefined'],
      'ignored-keys-not-said': ['warnOfIgnored(response, { method, url, ignored });', ''],
      'ignored-keys-said-in-production': [" || process.env.NODE_ENV === 'production'", ''],
    },
  },
  {
    file: 'sdk/src/verify-notification.ts',
    tests: ['tests/sdk/notifications.test.ts'],
    faults: {
      'event-of-a-header-without-signature': [
        "(envelope as Partial<NotifiedEnvelope>).event?.name ?? read('paraph-event')",
        "read('paraph-event')",
      ],
      'secret-not-as-libraries-take-it': ['return secret.startsWith(', 'return secret || secret.startsWith('],
    },
  },
  {
    file: 'server/src/workflows/reading/workflow-view.ts',
    tests: [webhooks],
    faults: {
      'notification-without-the-action': [
        "typeof actionId === 'number' ? { actionId } : {}",
        '{ ...(actionId === 0 ? { actionId } : {}) }',
      ],
      'notification-without-the-end-of-actions': [
        'endDate: secondsOf(actedAt.get(action.id))',
        'endDate: null',
      ],
      'notification-without-the-end': ['endDate: secondsOf(viewed.workflow.ended_at)', 'endDate: null'],
    },
  },
  {
    file: 'server/src/http/server.ts',
    tests: ['tests/api/interface-transport.test.ts'],
    faults: {
      'ignored-keys-not-in-the-answer': [
        "if (keys !== null) reply.header('Paraph-Ignored', keys);",
        "if (keys === undefined) reply.header('Paraph-Ignored', keys);",
      ],
    },
  },
  {
    file: 'server/src/http/unknown-keys.ts',
    tests: ['server/src/http/unknown-keys.test.ts'],
    faults: {
      'ignored-keys-of-any-length': ['if (longer.length > HEADER_BYTES_MAX) break;', ''],
      'ignored-keys-below-what-may-be-null': ['if (only) yield* findUnknownKeys(only, value, path);', ''],
    },
  },
  {
    file: 'server/src/workflows/envelopes/create-planned-envelope.ts',
    tests: [quick],
    faults: {
      'quick-fields-without-their-ids': ['id: requests[index]?.id ?? -1 - index', 'id: -1 - index'],
    },
  },
  {
    file: 'domain/src/quick-fields.ts',
    tests: [quick],
    faults: {
      'quick-field-of-a-reviewer': [
        "role.recipient === recipient && role.type === 'sign'",
        'role.recipient === recipient',
      ],
      'quick-field-in-the-first-step': ['signing.find((role) => role.step === step)', 'first'],
      'quick-field-of-an-unknown-document': ['if (!document) {', 'if (document === null) {'],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/change-status.ts',
    tests: [changes],
    faults: {
      'moved-time-stays': ['await moveTimes(tx, workflowId, seconds);', 'void moveTimes;'],
      'moved-deadline-ends-nothing': [
        'if (moved.workflow.expires_at > deps.clock.now()) return moved;',
        'if (moved) return moved;',
      ],
      'time-of-an-ended-workflow-moved': [
        "if (workflow.status !== 'not_started' && workflow.status !== 'started') {",
        'if (workflow === null) {',
      ],
      'time-moved-by-strangers': [
        `await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return deps.database.transaction().execute(async (tx) => {
    const { workflow, ledger }`,
        `void [authorizeWorkflow, workspaceId];
  return deps.database.transaction().execute(async (tx) => {
    const { workflow, ledger }`,
      ],
    },
  },
  {
    file: 'operator/src/commands/create-key.ts',
    tests: [creating],
    faults: {
      'created-key-may-do-all': [
        'scopes: scopes.split(/\\s+/)',
        "scopes: SCOPE_NAMES.join(' ').split(/\\s+/)",
      ],
      'created-key-in-the-first-organization': [
        'organizationId, key }',
        'organizationId: organizationId && undefined, key }',
      ],
    },
  },
  {
    file: 'operator/src/command-line.ts',
    tests: ['operator/src/command-line.test.ts'],
    faults: { 'server-without-version': ["verb === '--version'", "verb === '-v'"] },
  },
  {
    file: 'cli/src/command-line.ts',
    tests: ['tests/cli/client.test.ts'],
    faults: { 'client-without-version': ["verb === '--version'", "verb === '-v'"] },
  },
];
