/**
 * What instances of several machines keep their data in; without one of these names, tests run on the embedded PostgreSQL
 * and files on a disk.
 */
export const STORES = {
  'pg15-s3': { postgresMajor: '15', isEncrypted: false },
  'pg16-s3': { postgresMajor: '16', isEncrypted: false },
  'pg17-s3-encrypted': { postgresMajor: '17', isEncrypted: true },
  'pg18-s3-encrypted': { postgresMajor: '18', isEncrypted: true },
};

/** Tests of what instances on these stores do not have; they are named at the end of each run. */
const EMBEDDED_ONLY = {
  'tests/faults/kills-with-keys.test.ts':
    'kills the embedded PostgreSQL with its server; machines.test.ts kills those of several machines',
  'tests/faults/postgres.test.ts': 'the process that supervises the embedded PostgreSQL',
  'tests/faults/server.test.ts': 'kills the embedded PostgreSQL, and stores no document',
};

/** What is tested on each of them, one after the other: the projects of Vitest, and parts of paths. */
export const PARTS = [
  {
    name: 'API',
    projects: ['api', 'tokens'],
    paths: ['tests/api/', 'tests/docs/', 'tests/generated/', 'tests/sdk/'],
  },
  { name: 'faults', projects: ['faults'], paths: ['tests/faults/'], leftOut: EMBEDDED_ONLY },
  {
    name: 'end to end',
    projects: ['e2e'],
    // The main jobs: what people come to the service for. The other browser tests are of pages, not of what is stored.
    paths: [
      // The first start, an account, a document sent, signed and downloaded.
      'tests/e2e/accounts',
      // A sender: drafts, reminders, another person, a duplicate.
      'tests/e2e/sending',
      'tests/e2e/templates',
      // A signer, by touch and by keyboard; declining and passing on; what the link shows at the end.
      'tests/e2e/signing',
      'tests/e2e/link-states',
      // Three signers and a reviewer, in turn; and with the keys of other levels.
      'tests/e2e/in-turn',
      'tests/e2e/levels',
      // A developer: a key, its first signature, webhooks (the guides in tests/docs have the calls).
      'tests/e2e/developers',
      // A reader who verifies what was signed.
      'tests/e2e/verify',
      // An administrator of an organization: its people, and how long it keeps what.
      'tests/e2e/organization',
      'tests/e2e/retention',
    ],
  },
];

/** All that has a database and neither a browser nor processes that are killed. */
export const ENGINES = [{ name: 'the whole API', projects: ['api', 'tokens'], paths: ['tests/'] }];

/**
 * Tests that keep documents in a store of their own on every run, and why. Their database is the chosen one. Nothing is
 * skipped: they are named at the end of each run.
 */
export const OWN_STORES = {
  'tests/api/encryption.test.ts':
    'a life on a disk and in a bucket, each encrypted and searched for plain bytes',
  'tests/api/object-storage.test.ts': 'a bucket that fails as told, with little room for copies',
  'tests/api/outages.test.ts': 'a bucket that is away as told, for seconds and for a day',
  'tests/api/reading-path.test.ts': 'the files that are read for a document on a disk',
  'tests/api/seal-check.test.ts': 'changes a file on the disk below the hands of the job that has it open',
};
