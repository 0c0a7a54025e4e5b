import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyText } from '@paraph/pades';
import { expect, test, vi } from 'vitest';
import { OPERATOR_COMMANDS } from '../../operator/src/operator-commands.ts';
import { openVault } from '../../operator/src/with-database.ts';
import { SETTINGS } from '../../server/src/config/settings.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { mainFile, nodeFlags, projectDir } from '../../tools/runtime.mjs';
import { createEmptyDatabase, queryOnce } from '../support/database.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import { folderForThisTest, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { openTestStore } from '../support/object-store.ts';
import { databaseForThisTest, problemsOf, runOperator, settingsOf } from '../support/operator-case.ts';
import { startTalker } from '../support/processes.ts';
import { ann } from '../support/quick-sender.ts';
import { makeSelfSigned } from '../support/self-signed.ts';
import { chooseStore, storageSettings } from '../support/storage-choice.ts';
import { type PrintedBlock, printedBlocks, printedTexts } from './printed.ts';

// What pages for operators print for a shell, PostgreSQL or `.env` is run as it is printed. Paths lie below a folder of
// the test, and hosts of examples are those of the test.

/** Pages whose commands another test runs as they are printed. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/tutorial.md': 'tests/e2e/tutorial.test.ts',
  'docs/operations/moving-an-organization.md': 'tests/api/organization-arrival.test.ts',
  'docs/operations/organization-archive.md': 'tests/api/organization-moves.test.ts',
};

const verbs = new Set(OPERATOR_COMMANDS.map(({ name }) => name));
const isOfOperators = (line: string) => verbs.has(/^(?:npx )?paraph (\S+)/.exec(line)?.[1] ?? '');
const printed = printedBlocks.flatMap(({ page, lines }) =>
  lines.filter(isOfOperators).map((line) => ({ page, line })),
);

/** What a page prints, in its order: each line once. */
function linesOf(page: string, pattern: RegExp): string[] {
  const found = printedBlocks.filter((block) => block.page === page).flatMap(({ lines }) => lines);
  return [...new Set(found.filter((line) => pattern.test(line)))];
}

const { instance, sendSigned } = await openInstanceCase();
const ran = new Set<string>();
let root: string;
let settings: Record<string, string>;

const below = (text: string) =>
  text.replaceAll(/(?<![\w.:/])(\/mnt\/|\/run\/|\/media\/|\/etc\/|\/usr\/lib\/|~\/)/g, (_, path: string) =>
    path === '~/' ? `${root}/home/` : `${root}${path}`,
  );

/** Runs a line as an operator does, with the settings of now; `typed` is what they type where they are asked. */
async function follow(line: string, fill: Readonly<Record<string, string>> = {}, typed: string[] = []) {
  ran.add(line);
  let text = below(line.replace(/^(npx )?paraph /, ''));
  for (const [there, here] of Object.entries(fill)) {
    expect(text).toContain(there);
    text = text.replaceAll(there, here);
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    const said = await runOperator(OPERATOR_COMMANDS, text.split(/ +/), {
      promptSecret: async () => typed.shift(),
    });
    expect([said.code, typed], `${line}: ${said.errors}${said.printed}`).toEqual([0, []]);
    return said.printed;
  } finally {
    vi.unstubAllEnvs();
  }
}

function shell(line: string): void {
  ran.add(line);
  execFileSync('bash', ['-euc', below(line)], { stdio: 'pipe', cwd: root });
}

async function secret(path: string, text = randomBytes(32).toString('hex')): Promise<string> {
  const file = below(path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

test('backups, moves and keys of documents: each command that a page prints does what it says', async () => {
  root = await folderForThisTest();
  for (const folder of ['mnt/backup', 'run/secrets', 'media/stick', 'home'])
    await mkdir(join(root, folder), { recursive: true });
  await sendSigned(ann);
  await instance.runJobs();
  settings = { ...settingsOf(instance), PARAPH_BASE_URL: instance.deps.config.baseUrl };

  const [store, other] = [await forThisTest(openTestStore()), await forThisTest(openTestStore())];
  const { PARAPH_S3_URL: bucket = '', PARAPH_S3_ACCESS_KEY: key = '' } = store.env;
  const passphrase = await secret('/run/secrets/backup-passphrase');
  await secret('~/backup-passphrase', await readFile(passphrase, 'utf8'));
  await secret('/run/secrets/backup-s3', await readFile(store.env.PARAPH_S3_SECRET_FILE ?? '', 'utf8'));
  const [toFolder = '', toBucket = ''] = linesOf('docs/backup.md', / backup /);
  expect(await follow(toFolder)).toContain('is complete: ');
  const asThere = {
    'https://s3.example.com/backups': bucket,
    'eu-central-1': store.env.PARAPH_S3_REGION ?? '',
    '--s3-access-key paraph-backup': `--s3-access-key ${key}`,
  };
  expect(await follow(toBucket, asThere)).toContain('is complete: ');
  for (const line of linesOf('docs/operations/README.md', / backup /))
    expect(await follow(line)).toContain('holds 2 backups');
  for (const line of linesOf('docs/backup.md', / verify-backup /))
    expect(await follow(line)).toMatch(/\d+ files/);

  // Into an empty instance, which then moves on.
  const kept = settings;
  const database = await databaseForThisTest(createEmptyDatabase());
  settings = {
    ...settings,
    ...storageSettings(),
    DATABASE_URL: database.connectionString,
    PARAPH_DATA_DIR: join(root, 'restored'),
  };
  for (const line of linesOf('docs/backup.md', / restore /))
    expect(await follow(line)).toContain('1 workflows with');
  const last = await databaseForThisTest(createEmptyDatabase());
  await secret('/run/secrets/s3', await readFile(other.env.PARAPH_S3_SECRET_FILE ?? '', 'utf8'));
  const file = linesOf('docs/backup.md', /^(DATABASE|PARAPH)_\w+=/)
    .map((line) =>
      below(line)
        .replace('postgres://paraph@db.example.com/paraph', last.connectionString)
        .replace('https://s3.example.com/contracts', other.env.PARAPH_S3_URL ?? '')
        .replace('PARAPH_S3_ACCESS_KEY=paraph', `PARAPH_S3_ACCESS_KEY=${key}`),
    )
    .join('\n');
  await writeFile(join(root, 'then.env'), `${file}\nPARAPH_S3_REGION=${store.env.PARAPH_S3_REGION}\n`);
  for (const line of linesOf('docs/backup.md', / move /))
    expect(await follow(line, { 'then.env': join(root, 'then.env') })).toContain('Start it with the new');
  expect(await queryOnce(last.options, 'select count(*)::int as n from workflows')).toEqual([{ n: 1 }]);

  settings = kept;
  for (const line of linesOf('docs/encryption.md', /^openssl/)) shell(line);
  await secret('/run/secrets/documents-2027.key');
  const [, two = ''] = linesOf('docs/encryption.md', /^PARAPH_ENCRYPTION_KEYS=/);
  const keys = [below(two.replace(/^\w+=/, '')), kept.PARAPH_ENCRYPTION_KEYS ?? ''].filter(Boolean);
  settings = { ...kept, PARAPH_ENCRYPTION_KEYS: keys.join(',') };
  for (const line of linesOf('docs/encryption.md', / rewrap/))
    expect(await follow(line)).toContain('No document needs another key');
}, 300_000);

test('quotas are set, lifted and given back to the instance', async () => {
  settings = { ...settingsOf(instance), PARAPH_BASE_URL: instance.deps.config.baseUrl };
  const [organization] = await queryOnce<{ id: number }>(
    instance.connectionString,
    'select id from organizations',
  );
  const [own = '', ...lifted] = linesOf('docs/operations/quotas.md', / set-quota /);
  const there = { '--organization 17': `--organization ${organization?.id}` };
  expect(await follow(own, there)).toContain('may use: envelopes 5000.');
  expect(lifted).toHaveLength(2);
  for (const line of lifted) expect(await follow(line, there)).toContain('may use: mails without a limit.');
});

test('a log is witnessed, keys get a passphrase and another one, and the root goes away and comes back', async () => {
  root = await folderForThisTest();
  for (const folder of ['run/secrets', 'media/stick']) await mkdir(join(root, folder), { recursive: true });
  settings = { ...settingsOf(instance), PARAPH_BASE_URL: instance.deps.config.baseUrl };
  const own = keyText((await openLogKey(instance.deps)).publicKey);
  const [add = '', show = '', remove = ''] = linesOf('docs/log.md', /paraph witness/);
  const named = { 'sign.example.com/log+a1b2c3d4+BASE64': own };
  await follow(add, named);
  expect(await follow(show)).toContain('/log: nothing yet');
  await follow(remove, { 'sign.example.com/log': own.split('+')[0] ?? '' });
  const page = 'docs/keeping-keys.md';
  for (const line of linesOf(page, /openssl rand/)) shell(line);
  const [line = ''] = linesOf(page, /^PARAPH_VAULT_PASSPHRASE_FILE=/);
  settings.PARAPH_VAULT_PASSPHRASE_FILE = below(line.replace(/^\w+=/, ''));
  const config = { ...instance.deps.config, vaultPassphraseFile: settings.PARAPH_VAULT_PASSPHRASE_FILE };
  expect((await openVault(config)).isEncrypted).toBe(true);
  const next = await secret('/run/secrets/paraph-passphrase-2');
  for (const each of linesOf(page, / change-passphrase /)) await follow(each);
  settings.PARAPH_VAULT_PASSPHRASE_FILE = next;
  const rootKey = join(instance.deps.config.dataDir, 'keys', 'root.key');
  const typed = 'correct horse battery staple';
  const [away = ''] = linesOf(page, / export-root /);
  await follow(away, {}, [typed, typed]);
  expect(existsSync(rootKey)).toBe(false);
  for (const each of linesOf(page, / import-root /)) await follow(each, {}, [typed]);
  expect(existsSync(rootKey)).toBe(true);
});

test('a process of more than one machine that does jobs of one kind alone starts as it is printed', async () => {
  root = await folderForThisTest();
  const { connectionString } = await databaseForThisTest();
  const [line = '', ...more] = linesOf('docs/operations/several-machines.md', /^npx paraph work --/);
  expect(more).toEqual([]);
  ran.add(line);
  const talker = startTalker([...nodeFlags, mainFile, ...line.replace('npx paraph ', '').split(/ +/)], {
    env: {
      ...{ PATH: process.env.PATH, PARAPH_PORT: '0', PARAPH_LOG_LEVEL: 'warn' },
      ...{ PARAPH_DATA_DIR: join(root, 'data'), DATABASE_URL: connectionString },
    },
  });
  await forThisTest({ close: () => talker.end('SIGKILL') });
  await talker.hear(({ message = '' }) => message.includes('is doing its jobs'));
  await talker.end('SIGTERM');
  expect(talker.child.exitCode).toBe(0);
});

/** Files that settings name, as a reader has them. */
const FILES: Readonly<Record<string, string>> = {
  'time-roots.pem': makeSelfSigned().cert,
  'paraph-pin': '1234',
};

test('the settings that pages print are settings, and are valid together', async () => {
  root = await folderForThisTest();
  const names = new Set(Object.values(SETTINGS).map(({ name }) => name as string));
  let found = 0;
  for (const { page, lines } of printedBlocks) {
    const env: Record<string, string> = {};
    for (const line of lines) {
      const [, name = '', value = ''] = /^((?:PARAPH|DATABASE|SMTP|OTEL)_\w+)="?([^"]*)"?$/.exec(line) ?? [];
      if (name === '' || name === 'PARAPH_API_KEY') continue;
      expect([...names], page).toContain(name);
      ran.add(line);
      env[name] = value;
      found += 1;
      for (const path of value.split(',').filter((each) => /^\/(run\/secrets|etc)\//.test(each)))
        await secret(path, FILES[path.split('/').pop() ?? ''] ?? randomBytes(32).toString('hex'));
    }
    const set = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, below(value)]));
    // Beside a pooler or a standby a page has the database that another one names.
    const database = { DATABASE_URL: 'postgresql://paraph@db.example.com/paraph' };
    expect([page, problemsOf({ ...(set.DATABASE_REPLICA_URL ? database : {}), ...set })]).toEqual([page, []]);
  }
  expect(found).toBeGreaterThan(25);
});

test('PostgreSQL takes the statements and settings that pages print', async () => {
  const postgres = await forThisTest(
    startExternalPostgres({ versionMajor: chooseStore()?.postgresMajor ?? '18', isDurable: false }),
  );
  const run = (text: string) => queryOnce({ ...postgres.options, database: 'postgres' }, text);
  await run('create schema paraph');
  await run('create extension pg_trgm');
  const statements = [
    // One a line; what begins another way is a statement of several lines.
    ...printedBlocks
      .filter(({ language }) => language === 'sql')
      .flatMap(({ lines }) => (lines.every((line) => line.endsWith(';')) ? lines : [lines.join('\n')])),
    ...[...printedTexts.values()].flatMap((text) =>
      [...text.matchAll(/`((?:alter|grant|create) [a-z_ =.';0-9]+)`/g)].map(
        ([, statement = '']) => statement,
      ),
    ),
  ];
  expect(statements.length).toBeGreaterThanOrEqual(5);
  for (const statement of statements) await run(statement);
  const [user] = await run(`select current_setting('search_path') as path,
    current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`);
  expect(user).toEqual({ path: 'paraph', statement: '30s', idle: '1min' });
  // Written to its file, where nothing reads them before the next start: no commit waits for a standby here.
  const lines = printedBlocks.filter(({ language }) => language === 'conf').flatMap((block) => block.lines);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of [...lines, 'random_page_cost = 1.1']) await run(`alter system set ${line}`);
  expect(printedTexts.get('docs/operations/several-machines.md')).toContain('`random_page_cost = 1.1`');
});

/** Which test runs the blocks of a language, or holds them to what is there; it fails for one that it does not know. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  nginx: 'tests/docs/proxies.test.ts',
  caddy: 'tests/docs/proxies.test.ts',
  yaml: 'tests/docs/clusters.test.ts',
  text: 'tests/api/organization-departure.test.ts',
  // All of them are run above.
  sql: 'tests/docs/operators.test.ts',
  conf: 'tests/docs/operators.test.ts',
};

/** The same by page, where a language is that of several programs. */
const BY_PAGE: Readonly<Record<string, string>> = {
  'ini docs/operations/deploying.md': 'tests/docs/deploying.test.ts',
  'ini docs/operations/poolers.md': 'tests/docs/poolers.test.ts',
  'ini docs/tutorial.md': 'tests/e2e/tutorial.test.ts',
  // Docker and Kubernetes.
  'sh docs/operations/containers.md': 'tests/docs/clusters.test.ts',
  'sh docs/operations/deploying.md': 'tests/docs/clusters.test.ts',
  'sh docs/keys-on-a-token.md': 'tests/api/token-keys.test.ts',
  // The secrets of the example, which its processes are started with.
  'sh docs/operations/several-machines.md': 'tests/faults/containers.test.ts',
};

/** Lines that are run elsewhere, of pages whose other ones are run above. */
const LINES_ELSEWHERE: readonly (readonly [line: RegExp, file: string])[] = [
  [/^paraph verify-log /, 'tests/api/witnessed-evidence.test.ts'],
  [/^npx paraph (serve --no-worker|work)$/, 'tests/faults/containers.test.ts'],
  // How the service is started, at first and after an update.
  [/^(git pull && npm ci && )?npm start$/, 'tests/e2e/tutorial.test.ts'],
];

function testOf({ language, page }: PrintedBlock): string | undefined {
  return (
    BY_PAGE[`${language} ${page}`] ??
    BY_LANGUAGE[language] ??
    (language === 'sh' ? ELSEWHERE[page] : undefined)
  );
}

const isRun = (line: string) => ran.has(line) || LINES_ELSEWHERE.some(([each]) => each.test(line));

test('no page prints what nothing runs', async () => {
  const unused = printedBlocks
    .filter((block) => testOf(block) === undefined)
    .flatMap(({ page, at, language, lines }) => {
      const left = language === 'sh' ? lines.filter((line) => !isRun(line)) : lines;
      return left.map((line) => `${page}:${at}: ${line}`);
    });
  expect(unused).toEqual([]);
  const unrun = printed.filter(({ page, line }) => ELSEWHERE[page] === undefined && !isRun(line));
  expect(unrun).toEqual([]);
  for (const file of new Set(printedBlocks.map(testOf))) {
    if (file === undefined) continue;
    const text = await readFile(join(projectDir, file), 'utf8');
    const pages = printedBlocks.filter((block) => testOf(block) === file).map(({ page }) => page);
    const isNamed = (page: string) => text.includes(page.split('/').pop() ?? '');
    const isOwn = file === 'tests/docs/operators.test.ts';
    expect([file, pages.filter((page) => !isOwn && !isNamed(page))]).toEqual([file, []]);
  }
  expect(ran.size).toBeGreaterThan(12);
});
