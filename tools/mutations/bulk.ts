import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/bulk.test.ts'];

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
      'returned-mails-of-before-count': [
        "and state = 'sent' and row > ${after}\n      order by row desc",
        "and state = 'sent'\n      order by row desc",
      ],
    },
  },
  {
    file: 'server/src/bulk/send-rows.ts',
    tests: API,
    faults: {
      'rows-crowd-out-the-mails-of-others': ['isCrowded ? CROWDED.rows : Math.min', 'Math.min'],
      'crowded-rows-go-on-at-once': ['isCrowded ? CROWDED.seconds : 0', '0'],
      'who-may-not-send-goes-on-sending': ["    requirePermission(workspace, 'create_workflow');\n", ''],
      'many-returned-mails-go-on': ['sent < RETURNED.of || returned <= RETURNED.max', 'true'],
      'rate-is-not-kept': ['rate === null ? 0 :', 'rate !== 0 ? 0 :'],
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
    file: 'server/src/bulk/change-job.ts',
    tests: API,
    faults: {
      'rows-with-problems-are-left-out-unasked': ['counts.invalid > 0 && !skipInvalid', 'false'],
      'start-does-not-wait-for-its-date': ['startsAt === null ? {} :', 'startsAt !== null ? {} :'],
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
