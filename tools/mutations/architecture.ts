import type { FaultyFile } from './mutation.ts';

const rooms = ['tests/architecture/rooms.test.ts'];
const imports = ['tests/architecture/imports.test.ts'];
const workspaces = ['tests/architecture/workspaces.test.ts'];
const folders = ['tests/architecture/folders.test.ts'];
const globals = ['tests/architecture/time-and-chance.test.ts'];

/** Faults of the layout, which `npm run check` must notice: `npm run mutate -- architecture` plants them all. */
export const architectureFaults: readonly FaultyFile[] = [
  {
    file: 'operator/src/doctor/encryption.ts',
    tests: rooms,
    faults: {
      'doctor-asks-a-store': ["'@paraph/server/files/api.ts'", "'@paraph/server/files/blob-key-store.ts'"],
    },
  },
  {
    file: 'server/src/organization-moves/number-range-store.ts',
    tests: ['tests/architecture/migrations.test.ts'],
    faults: {
      'statement-names-the-usual-schema': ['schemaname = current_schema()', "schemaname = 'public'"],
    },
  },
  {
    file: 'operator/src/backup/frames.ts',
    tests: imports,
    faults: {
      'backup-asks-for-chance': [
        '/** A part is a sequence of frames',
        "import { randomBytes } from 'node:crypto';\n/** A part is a sequence of frames",
      ],
    },
  },
  {
    file: 'server/src/metrics/state-gauges.ts',
    tests: workspaces,
    faults: {
      'server-imports-the-operator': [
        "from '../backups/api.ts';",
        "from '../backups/api.ts';\nimport type { Destination } from '@paraph/operator/backup/destination.ts';",
      ],
    },
  },
  {
    file: 'server/src/trust-services/find-providers.ts',
    tests: workspaces,
    faults: {
      'sandbox-in-the-bundle-of-the-server': [
        "import type { Sandbox } from '@paraph/sandbox';",
        "import { openSandbox, type Sandbox } from '@paraph/sandbox';",
      ],
    },
  },
  {
    file: 'server/src/mail/mail-store.ts',
    tests: rooms,
    faults: {
      'sql-joins-the-table-of-another-room': [
        "from mails where state = 'queued'`",
        "from mails join workflows on true where state = 'queued'`",
      ],
    },
  },
  {
    file: 'operator/src/doctor/pooler.ts',
    tests: rooms,
    faults: {
      'text-for-the-driver-names-a-table': [
        'select pg_backend_pid() as pid',
        'select count(*) as pid from seals',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/draft-store.ts',
    tests: rooms,
    faults: {
      'status-changed-beside-the-transition-table': [
        '.set({ scheduled_start_at: null })',
        ".set({ scheduled_start_at: null, status: 'canceled' })",
      ],
      'status-hidden-in-a-variable': [
        '.set({ scheduled_start_at: null })',
        '.set(changesOf({ scheduled_start_at: null }))',
      ],
    },
  },
  {
    file: 'server/src/tags/README.md',
    tests: rooms,
    faults: { 'readme-without-its-table': ['Owns `tags`:', 'Owns them:'] },
  },
  {
    file: 'operator/src/doctor/finding.ts',
    tests: rooms,
    faults: {
      'types-close-a-circle-of-files': [
        "import type { Config } from '@paraph/server/config/config.ts';",
        "import type { Config } from '@paraph/server/config/config.ts';\nimport type { findProblems } from './find-problems.ts';",
      ],
    },
  },
  {
    file: 'server/src/tags/assign-tags.ts',
    tests: rooms,
    faults: {
      'lower-room-imports-a-higher-one': [
        "import type { Static } from 'typebox';",
        "import type { Static } from 'typebox';\nimport { enqueueSeals } from '../sealing/enqueue-seal.ts';",
      ],
    },
  },
  {
    file: 'storage/src/watched-blobs.ts',
    tests: workspaces,
    faults: {
      'storage-knows-the-server': [
        "import { StorageFault } from './faults.ts';",
        "import { StorageFault } from './faults.ts';\nimport type { Database } from '@paraph/server/database/database.ts';",
      ],
    },
  },
  {
    file: 'server/src/files/first-page.ts',
    tests: workspaces,
    faults: {
      'server-reads-an-upload-itself': [
        "import type { Deps } from '../deps.ts';",
        "import type { Deps } from '../deps.ts';\nimport { openViewer } from '../../../intake/src/reading/pdfium.ts';",
      ],
    },
  },
  {
    file: 'intake/src/pool/intake.ts',
    tests: folders,
    faults: {
      'pool-reads-an-upload-itself': [
        "import { repairPdf } from './sandbox.ts';",
        "import { openViewer } from '../reading/pdfium.ts';\nimport { repairPdf } from './sandbox.ts';",
      ],
    },
  },
  {
    file: 'server/src/database/columns.ts',
    tests: folders,
    faults: {
      'database-calls-another-machine': [
        'import { type ColumnType,',
        "export type { GuardedCall } from '../platform/outside/http-client.ts';\nimport { type ColumnType,",
      ],
    },
  },
  {
    file: 'server/src/platform/observe/log.ts',
    tests: folders,
    faults: {
      'log-calls-another-machine': [
        "import { type Logger, pino } from 'pino';",
        "import { type Logger, pino } from 'pino';\nexport { callGuarded as ask } from '../outside/http-client.ts';",
      ],
    },
  },
  {
    file: 'server/src/platform/zip.ts',
    tests: folders,
    faults: {
      'platform-knows-a-room': [
        'import { crc32,',
        "export type { Hold } from '../holds/api.ts';\nimport { crc32,",
      ],
    },
  },
  {
    file: 'server/src/database/slices.ts',
    tests: imports,
    faults: {
      'database-reads-the-disk': [
        "import type { Database, Tx } from './database.ts';",
        "import type { Database, Tx } from './database.ts';\nexport { readFileSync as read } from 'node:fs';",
      ],
    },
  },
  {
    file: 'server/src/platform/json.ts',
    tests: globals,
    faults: {
      'platform-asks-the-clock-anywhere': [
        'export function canonicalJson',
        'export const moment = () => new Date();\nexport function canonicalJson',
      ],
    },
  },
  {
    file: 'server/src/holds/api.ts',
    tests: imports,
    faults: {
      'use-case-reads-the-disk': [
        "import type { Tx } from '../database/database.ts';",
        "import { readFileSync as read } from 'node:fs';\nimport type { Tx } from '../database/database.ts';",
      ],
    },
  },
  {
    file: 'server/src/webhooks/classify-attempt.ts',
    tests: imports,
    faults: {
      'room-opens-a-connection': [
        "import { addSeconds } from '../platform/clock.ts';",
        "import { connect } from 'node:tls';\nimport { addSeconds } from '../platform/clock.ts';",
      ],
    },
  },
  {
    file: 'server/src/webhooks/delivery-jobs.ts',
    tests: imports,
    faults: {
      'room-starts-a-program': [
        "import type { Database, Tx } from '../database/database.ts';",
        "import type { Database, Tx } from '../database/database.ts';\nexport { spawn } from 'node:child_process';",
      ],
    },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: imports,
    faults: {
      'use-case-knows-the-framework': [
        "import type { Tx } from '../database/database.ts';",
        "import type { Tx } from '../database/database.ts';\nimport fastify from 'fastify';",
      ],
    },
  },
  {
    file: 'server/src/signing/qualified/bound-inputs.ts',
    tests: imports,
    faults: {
      'room-makes-random-bytes': [
        "import { createHash } from 'node:crypto';",
        "import { createHash, randomBytes as bytes } from 'node:crypto';",
      ],
    },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: ['tests/architecture/own-key.test.ts'],
    faults: {
      'room-makes-keys': [
        "import { createPublicKey, type KeyObject, verify } from 'node:crypto';",
        "import { createPublicKey, generateKeyPairSync as make, type KeyObject, verify } from 'node:crypto';",
      ],
    },
  },
  {
    file: 'domain/src/time-left.ts',
    tests: globals,
    faults: {
      'clock-under-another-name': [
        'const HOUR = 3_600;',
        'const HOUR = 3_600;\nexport const { now: moment } = Date;',
      ],
      'environment-under-another-name': [
        'const MINUTE = 60;',
        'const MINUTE = 60;\nexport const { env: settings } = process;',
      ],
    },
  },
  {
    file: 'server/src/webhooks/manage-deliveries.ts',
    tests: globals,
    faults: {
      'call-outside-without-an-import': [
        'export async function findDeliveryBody',
        'export const ask = fetch;\nexport async function findDeliveryBody',
      ],
    },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: ['tests/architecture/module-state.test.ts'],
    faults: {
      'module-remembers-in-silence': [
        '/** Enqueues the sealing of documents: one job per document, replacing a pending one. */\n',
        'const latest = new Map<number, Date>();\n\n',
      ],
    },
  },
  {
    file: 'server/src/mail/mail-store.ts',
    tests: ['tests/architecture/transactions.test.ts'],
    faults: {
      'transaction-calls-another-machine': [
        'export async function lockMail(tx: Tx, id: number): Promise<StoredMail | null> {\n',
        "import { postGuarded as ask } from '../platform/outside/http-client.ts';\n" +
          'export async function lockMail(tx: Tx, id: number): Promise<StoredMail | null> {\n  void ask;\n',
      ],
      'transaction-opens-the-bucket': [
        'export async function lockMail(tx: Tx, id: number): Promise<StoredMail | null> {\n',
        "import { openObjectStore as open } from '@paraph/storage';\n" +
          'export async function lockMail(tx: Tx, id: number): Promise<StoredMail | null> {\n  void open;\n',
      ],
    },
  },
  {
    file: 'server/src/mail/request-mail.ts',
    tests: ['tests/architecture/transactions.test.ts'],
    faults: {
      'transaction-waits-for-the-storage': [
        'const mail = await lockMail(tx, mailId);',
        'const mail = await lockMail(tx, mailId);\n    await deps.blobs.read(mailId);',
      ],
    },
  },
];
