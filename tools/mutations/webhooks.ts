import type { FaultyFile } from './mutation.ts';

const endpoints = 'tests/api/organization-webhooks.test.ts';
const callbacks = 'tests/api/webhooks.test.ts';

const destinations = 'tests/api/destinations.test.ts';

/** Notifications: to whom, signed how, in which order. Copies of signed files at destinations. */
export const webhookFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/destinations/transfer-files.ts',
    tests: [destinations],
    faults: {
      'file-of-an-earlier-try-is-sent-again': ['if (earlier !== null && earlier', 'if (false && earlier'],
      'file-at-a-destination-is-not-compared': [
        "if (outcome === 'stored')",
        "if (outcome === 'taken') return save(path, source.sha256, true);\n    if (outcome === 'stored')",
      ],
    },
  },
  {
    file: 'server/src/destinations/webdav.ts',
    tests: [destinations],
    faults: {
      'file-of-others-is-overwritten': ["if (seen === 200) return 'taken';", ''],
    },
  },
  {
    file: 'server/src/destinations/manage-destination.ts',
    tests: [destinations],
    faults: {
      'secret-reaches-another-server': [
        'if (form.secret === undefined && !isSame)',
        'if (form.secret === undefined && !before)',
      ],
      'destination-leads-into-the-network': ['else if (problem !== null) violations.url = problem;', ''],
    },
  },
  {
    file: 'server/src/platform/outside/http-client.ts',
    tests: ['server/src/platform/outside/http-client.test.ts'],
    faults: {
      'lookup-answers-unchecked': [
        'findAddresses(new URL(url), { ...policy, url, body: null, headers: {} }).then(',
        'resolveBySystem(new URL(url).hostname).then(',
      ],
    },
  },
  {
    file: 'server/src/webhooks/webhook-store.ts',
    tests: [endpoints],
    faults: {
      'endpoint-receives-older-events': ['event.occurred_at >= target.listens_since', 'true'],
      'endpoint-receives-unwanted-events': [
        'and (cardinality(target.events) = 0 or event.name = any(target.events))',
        '',
      ],
    },
  },
  {
    file: 'server/src/webhooks/webhook-store.ts',
    tests: [callbacks],
    faults: {
      'jobs-of-one-event-collide': ['on conflict do nothing\n      returning id', 'returning id'],
    },
  },
  {
    file: 'server/src/audit/event-store.ts',
    tests: [callbacks],
    faults: {
      'later-event-is-delivered-first': [".where('events.id', '<=', upTo)", ".where('events.id', '=', upTo)"],
    },
  },
  {
    file: 'server/src/webhooks/sending-store.ts',
    tests: ['tests/api/webhooks-order.test.ts'],
    faults: {
      'sent-again-while-it-is-saved': [".forNoKeyUpdate('deliveries')", ''],
      'lease-is-taken-from-its-holder': ['where delivery_leases.leased_until <= clock_timestamp()', ''],
      'lease-of-a-killed-process-never-ends': [' and leased_until > clock_timestamp()', ''],
      'lease-is-not-released': ['and leased_by = $', 'and false and leased_by = $'],
      'lease-of-a-gone-workflow-stays': [
        ".where('leased_until', '<', now)",
        ".where('leased_until', '>', now)",
      ],
    },
  },
  {
    file: 'server/src/webhooks/sending-store.ts',
    tests: ['tests/api/statement-budgets.test.ts'],
    faults: {
      'saving-an-outcome-reads-all-deliveries': [' and deliveries.id = any(', ' and 0 <> any('],
      'saving-an-outcome-reads-all-that-were-pending': [
        'isPending()} and deliveries.attempts',
        "sql`state = 'pending'`} and deliveries.attempts",
      ],
    },
  },
  {
    file: 'server/src/webhooks/handle-webhook-event.ts',
    tests: [callbacks],
    faults: {
      'killed-run-has-sent-all': [
        'added ?? (await findDueDelivery(database, { workflowId, endpointId }, clock.now()))',
        'added',
      ],
    },
  },
  {
    file: 'server/src/sweep-records.ts',
    tests: [callbacks],
    faults: { 'delivery-without-job-is-lost': ['await enqueueOverdue(deps);', ''] },
  },
  {
    file: 'server/src/webhooks/deliver-notification.ts',
    tests: ['tests/api/webhooks-order.test.ts'],
    faults: {
      'delivery-added-while-saving-is-lost': [
        'const next = await findDueDelivery(deps.database, lease.orderingKey, now);',
        'const next: number | null = null;',
      ],
      'busy-host-is-tried-again-at-once': ['postponedTo.at);\n    return null;', 'postponedTo.at);'],
      'job-that-met-a-lease-is-lost': [
        'await postpone(deps, deliveryId, addSeconds(deps.clock.now(), started.leasedForSeconds));',
        '',
      ],
      'overtaken-outcome-counts': [
        "current.state !== 'pending' || current.attempts !== delivery.attempts",
        'false',
      ],
    },
  },
  {
    file: 'server/src/audit/follow-events.ts',
    tests: ['tests/api/webhooks-order.test.ts'],
    faults: { 'failed-listener-is-forgotten': ['failed.push(listener);', ''] },
  },
  {
    file: 'server/src/jobs/enqueue.ts',
    tests: ['tests/api/job-queues.test.ts'],
    faults: {
      'job-of-an-unknown-kind-is-lost': [
        'select * from job where exists (',
        'select * from job where not exists (',
      ],
      'known-job-is-added-twice': [
        'from job where not exists (select from job where task_id is null)',
        'from job where task_id is not null',
      ],
    },
  },
  {
    file: 'server/src/jobs/runner-pool.ts',
    tests: ['tests/api/job-queues.test.ts'],
    faults: {
      'job-lock-waits-for-the-disk': ['if (!LOCKS.test(name))', 'if (true)'],
    },
  },
  {
    file: 'server/src/jobs/runner-pool.ts',
    tests: ['tests/api/job-searches.test.ts'],
    faults: {
      'search-that-finds-none-is-sent': ['|| remaining.isNone())', ')'],
      'last-job-but-one-ends-the-search': ['job ? !job.hasMore :', 'job ? true :'],
      'full-lane-ends-the-search': [': !LOCKS_SOME.test(name)', ': true'],
    },
  },
  {
    file: 'server/src/developers/listeners.ts',
    tests: [endpoints],
    faults: {
      'old-secret-never-ends': ['&& clock.now() < endsAt', ''],
    },
  },
  {
    file: 'server/src/developers/webhook-endpoint-store.ts',
    tests: ['tests/generated/isolation.test.ts'],
    faults: {
      'endpoint-of-another-organization': [
        'where id = ${id} and organization_id = ${organizationId}',
        'where id = ${id} and ${organizationId} > 0',
      ],
    },
  },
  {
    file: 'server/src/developers/webhook-endpoint-store.ts',
    tests: [endpoints],
    faults: {
      'endpoint-receives-while-off': [".where('enabled', '=', true)", ''],
    },
  },
  {
    file: 'server/src/platform/outside/notification-signature.ts',
    tests: [callbacks],
    faults: {
      'signature-without-time': ["{nowSeconds}.`, body]).toString('hex')", "{''}`, body]).toString('hex')"],
      'signature-without-id': ['{webhookId}.$', "{''}$"],
    },
  },
  {
    file: 'server/src/webhooks/classify-attempt.ts',
    tests: ['server/src/webhooks/classify-attempt.test.ts'],
    faults: {
      'redirect-counts-as-delivered': ['status < 300', 'status < 400'],
      'gone-receiver-is-tried-again': ['result.status === 410 ||', ''],
      'receiver-delays-without-limit': [
        'Math.min(Math.max(0, seconds), Math.max(...RETRIES.notification))',
        'seconds',
      ],
    },
  },
  {
    file: 'server/src/webhooks/host-throttle.ts',
    tests: ['server/src/webhooks/host-throttle.test.ts'],
    faults: { 'hanging-hosts-take-all-places': [' < UNPROVEN_AT_ONCE', ' >= 0'] },
  },
];
