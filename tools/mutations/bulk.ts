import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/bulk.test.ts'];
const PACE = ['tests/api/bulk-pace.test.ts'];

export const bulkFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/bulk/bulk-store.ts',
    tests: API,
    faults: {
      'row-is-made-twice': [
        "and row = ${row} and state = 'valid'`.execute(tx)",
        'and row = ${row}`.execute(tx)',
      ],
      'job-is-erased-before-its-workflows': [
        'and workflow_id is not null)\n    order by',
        'and false)\n    order by',
      ],
      'id-of-two-rows': [
        'compared.first < compared.row`.execute(\n    tx,\n  );\n}',
        'false`.execute(\n    tx,\n  );\n}',
      ],
      'jobs-of-templates-that-are-not-seen': ['${isVisible(sql`bulk_jobs.template_id`, seen)}', 'true'],
      'returned-mails-of-before-count': [
        "and state = 'sent' and row > ${after}\n      order by row desc",
        "and state = 'sent'\n      order by row desc",
      ],
    },
  },
  {
    file: 'server/src/bulk/send-rows.ts',
    tests: ['tests/api/bulk-pace.test.ts'],
    faults: {
      'rows-crowd-out-the-mails-of-others': ['rate, await countRoom(deps, ports))', 'rate)'],
      'crowded-rows-go-on-at-once': ['size === 0 ? CROWDED_SECONDS', 'size === 0 ? 0'],
      'rows-of-others-are-not-counted-with-the-pace': [
        'Math.min(config.mailsPerMinute ?? WAITING_MAILS_MAX, WAITING_MAILS_MAX)',
        'WAITING_MAILS_MAX',
      ],
      'stuck-mails-stop-all-tables': ['-STUCK_SECONDS', '-100 * STUCK_SECONDS'],
    },
  },
  {
    file: 'server/src/bulk/send-rows.ts',
    tests: API,
    faults: {
      'who-may-not-send-goes-on-sending': ["    requirePermission(workspace, 'create_workflow');\n", ''],
      'many-returned-mails-go-on': ['sent < RETURNED.of || returned <= RETURNED.max', 'true'],
      'rate-is-not-kept': ['wait === 0 ?', 'wait >= 0 ?'],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/place-fields.ts',
    tests: API,
    faults: { 'added-page-is-shared': ['if (!replacement) known.set', 'known.set'] },
  },
  {
    file: 'server/src/workflows/envelopes/create-planned-envelope.ts',
    tests: API,
    faults: {
      'added-page-is-not-sent': ['documents: withPages(documents, missing)', 'documents'],
      'missing-signature-has-no-field': ['rows: { ...rows, fields },', 'rows,'],
    },
  },
  {
    file: 'server/src/mail/send-mail.ts',
    tests: PACE,
    faults: {
      'mails-go-without-their-turn': ['if (isAwaited || turn <= now) return true;', 'if (turn) return true;'],
      'codes-wait-for-their-turn': ['if (isAwaited || turn <= now)', 'if (turn <= now)'],
    },
  },
  {
    file: 'server/src/jobs/pace.ts',
    tests: PACE,
    faults: { 'every-turn-is-now': ['greatest(pace.next_at, ${now})', '${now}'] },
  },
  {
    file: 'server/src/bulk/change-job.ts',
    tests: API,
    faults: {
      'rows-with-problems-are-left-out-unasked': ['counts.invalid > 0 && !skipInvalid', 'false'],
      'start-does-not-wait-for-its-date': [
        'started_at: now });\n        return enqueueSending(tx, job.id, job.starts_at ?? undefined);',
        'started_at: now });\n        return enqueueSending(tx, job.id);',
      ],
      'canceled-rows-are-sent': ['        await cancelRows(tx, job.id);\n', ''],
    },
  },
  {
    file: 'server/src/bulk/read-table.ts',
    tests: API,
    faults: {
      'nul-in-a-table': ["plain.includes('\\0') || ", ''],
      'cells-beyond-the-headings': ["cells.slice(columns).some((cell) => cell.trim() !== '')", 'false'],
    },
  },
  {
    file: 'server/src/files/store-file.ts',
    tests: API,
    faults: {
      'shared-bytes-have-no-owner': ['...(blob.partOf === undefined ? {} : { part_of: blob.partOf }),', ''],
    },
  },
];
