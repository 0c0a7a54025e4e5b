import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDiskBlobs } from '@paraph/storage';
import { SMTPServer } from 'smtp-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { findProblems } from '../../operator/src/doctor/find-problems.ts';
import type { Finding } from '../../operator/src/doctor/finding.ts';
import { checkInstanceKeys } from '../../server/src/audit/audit-keys.ts';
import { type Config, readConfig } from '../../server/src/config/config.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { readFileBytes } from '../../server/src/files/read-stored-file.ts';
import { insertFile, storeBytes } from '../../server/src/files/store-file.ts';
import { type Clock, systemClock } from '../../server/src/platform/clock.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { openKeyVault } from '../../server/src/platform/keys/key-vault.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import type { TestDatabase } from '../support/database.ts';
import { queryOnce } from '../support/database.ts';
import { findFreePort, listenLocally } from '../support/free-port.ts';
import { openHttpServer } from '../support/http-server.ts';
import { folderForThisTest, forThisTest } from '../support/instance-case.ts';
import { openOpenidProvider } from '../support/openid-provider.ts';
import { databaseForThisTest } from '../support/operator-case.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';
import { openTransactionPooler } from '../support/transaction-pooler.ts';

let dataDir: string;
let database: TestDatabase;

beforeEach(async () => {
  dataDir = await folderForThisTest();
  database = await databaseForThisTest();
});

async function examine(
  changes: Partial<Config> = {},
  clock: Clock = systemClock,
): Promise<(name: string) => Finding | undefined> {
  const config = { ...readConfig({}), dataDir, databaseUrl: database.connectionString, ...changes };
  const findings = await findProblems({ config, clock });
  return (name) => findings.findLast((finding) => finding.name === name);
}

const runSql = (sql: string) => queryOnce(database.options, sql);
const expectFinding = async (name: string, finding: object, changes: Partial<Config> = {}) =>
  expect((await examine(changes))(name)).toMatchObject(finding);
/** A finding of this state, in whose texts are these words. */
const says = (state: Finding['state'], words: { detail?: string; remedy?: string }) => ({
  state,
  ...Object.fromEntries(Object.entries(words).map(([key, text]) => [key, expect.stringContaining(text)])),
});

it('the doctor on a new instance finds well what is well, and the settings that would lose signatures, as the tests’ own database has them', async () => {
  const find = await examine();
  for (const name of ['schema', 'work', 'clock', 'pooler', 'proxies', 'renewals', 'sign-up', 'keys'])
    expect([name, find(name)?.state]).toEqual([name, 'well']);
  expect(find('database')).toMatchObject({ state: 'well', detail: expect.stringMatching(/^PostgreSQL \d/) });
  expect(find('numbers')).toMatchObject(says('well', { detail: 'This is cell 0' }));
  expect(find('database TLS')).toMatchObject(says('well', { detail: 'this machine' }));
  const room = /A process opens at most \d+, .* room for \d+ processes/;
  expect(find('connections')).toMatchObject({ state: 'well', detail: expect.stringMatching(room) });
  expect(find('timestamps')).toMatchObject(says('well', { detail: 'not time to others' }));
  expect(find('storage')?.detail).toContain('GiB are free');
  // Messages are kept, which is well, and said.
  expect(find('mail')).toMatchObject(says('warning', { remedy: 'SMTP_URL' }));
  expect(find('sign-in')).toBeUndefined();
  expect(find('durability')).toMatchObject(says('failed', { detail: 'fsync' }));
  expect(find('durability')?.remedy).toEqual(expect.any(String));
});

it('asks for an address for reports of abuse where any visitor can make an account', async () => {
  const open = await examine({ signUp: 'open' });
  expect(open('sign-up')).toMatchObject(says('warning', { remedy: 'PARAPH_ABUSE_CONTACT' }));
  const named = await examine({ signUp: 'open', abuseContact: 'abuse@example.com' });
  expect(named('sign-up')).toMatchObject(says('well', { detail: 'abuse@' }));
});

it('asks the provider by which members sign in', async () => {
  const oidc = { name: 'Mill Keys', issuer: 'http://127.0.0.1:9', clientId: 'paraph', clientSecret: 'x' };
  const down = says('failed', { detail: '127.0.0.1:9', remedy: 'PARAPH_OIDC_ISSUER' });
  await expectFinding('sign-in', down, { oidc });
  const { issuer } = await forThisTest(openOpenidProvider(() => Math.floor(Date.now() / 1000)));
  await expectFinding('sign-in', says('well', { detail: 'Mill Keys' }), { oidc: { ...oidc, issuer } });
});

describe('the doctor on the database', () => {
  it('counts the connections that processes need, and finds a pooler that gives sessions away', async () => {
    await expectFinding('connections', says('warning', { remedy: 'PARAPH_DATABASE_CONNECTIONS' }), {
      connections: 60,
    });
    const pooler = await forThisTest(openTransactionPooler(database.options));
    const gone = says('failed', { detail: 'DATABASE_URL leads', remedy: 'in DATABASE_SESSION_URL' });
    await expectFinding('pooler', gone, { databaseUrl: pooler.connectionString });
  });

  it('tries what requests need of a pooler, where sessions do not go through it', async () => {
    const find = async (changes: Partial<Config>) => {
      const pooler = await forThisTest(openTransactionPooler(database.options));
      const databaseUrl = pooler.connectionString;
      return examine({ databaseUrl, databaseSessionUrl: database.connectionString, ...changes });
    };
    const named = await find({});
    expect(named('pooler')).toMatchObject(says('failed', { remedy: 'PARAPH_PREPARED_STATEMENTS=no' }));
    const unnamed = await find({ preparesStatements: false });
    expect(unnamed('pooler')).toMatchObject(says('warning', { remedy: 'alter role' }));
    expect(unnamed('connections')).toMatchObject(says('well', { detail: 'opens at most 3,' }));
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await runSql(`alter database ${database.options.database} set ${limit} = '30s'`);
    expect((await find({ preparesStatements: false }))('pooler')).toMatchObject({ state: 'well' });
    const other = await databaseForThisTest();
    const apart = await find({ databaseSessionUrl: other.connectionString });
    expect(apart('pooler')).toMatchObject(says('failed', { detail: 'two databases' }));
    const pooled = (await forThisTest(openTransactionPooler(database.options))).connectionString;
    const lost = await find({ databaseSessionUrl: pooled });
    expect(lost('pooler')).toMatchObject(says('failed', { detail: 'DATABASE_SESSION_URL leads' }));
  });

  it('names a proxy that was not named', async () => {
    await runSql(`insert into unnamed_proxies values ('10.1.2.3', now(), now())`);
    await expectFinding('proxies', says('warning', { remedy: 'PARAPH_TRUSTED_PROXIES=10.1.2.3' }));
    await runSql(`insert into unnamed_proxies values ('203.0.113.7', now(), now())`);
    const { detail, remedy } = (await examine())('proxies') ?? {};
    expect(detail).toMatch(/10\.1\.2\.3.*203\.0\.113\.7|203\.0\.113\.7.*10\.1\.2\.3/);
    expect(remedy).not.toMatch(/PARAPH_TRUSTED_PROXIES=/);
    const named = await examine({ trustedProxies: ['10.0.0.0/8', '203.0.113.0/24'] });
    expect(named('proxies')).toMatchObject({ state: 'well' });
  });

  it('recognizes the keys of another instance', async () => {
    const [ours, others] = [join(dataDir, 'ours'), join(dataDir, 'others')];
    const vault = await openKeyVault(ours, systemIds);
    const opened = openDatabase(database.options);
    await checkInstanceKeys(opened.database, { vault, keysDir: ours });
    await opened.close();
    expect((await examine({ keysDir: ours }))('keys of the database')).toBeUndefined();
    await openKeyVault(others, systemIds);
    await expectFinding('keys of the database', says('failed', { detail: others }), { keysDir: others });
  });

  it('says when and where the last backup was made, and that a restore did not end', async () => {
    const { database: opened, close } = openDatabase(database.options);
    const states: (string | undefined)[] = [];
    const look = async () => {
      const finding = (await examine())('backup');
      states.push(finding?.state);
      return finding;
    };
    await look();
    await opened
      .insertInto('users')
      .values({ email: 'a@b.c', email_key: 'a@b.c', name: 'A', password_hash: '', created_at: new Date() })
      .execute();
    expect((await look())?.remedy).toContain('paraph backup --to');
    const backup = { place: '/mnt/backup', started_at: new Date(), unreadable: 0 };
    const since = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await opened
      .insertInto('backups')
      .values({ ...backup, snapshot: 'first', finished_at: since(49) })
      .execute();
    expect((await look())?.detail).toContain('2 days ago');
    await opened
      .insertInto('backups')
      .values({ ...backup, snapshot: 'second', finished_at: since(1) })
      .execute();
    // One that did not end is none.
    await opened
      .insertInto('backups')
      .values({ ...backup, snapshot: 'third' })
      .execute();
    expect((await look())?.detail).toContain('/mnt/backup');
    await opened.updateTable('backups').set({ unreadable: 3 }).execute();
    await look();
    const restore = { snapshot: 'first', source: '/mnt/backup', started_at: new Date() };
    await opened.insertInto('restores').values(restore).execute();
    expect((await look())?.remedy).toContain('Repeat the same command');
    await opened.updateTable('restores').set({ moved_to: 'db.example.com' }).execute();
    expect((await look())?.detail).toContain('moved to db.example.com');
    expect(states).toEqual(['well', 'warning', 'warning', 'well', 'warning', 'failed', 'failed']);
    await close();
  });

  it('reports seals that are not renewed', async () => {
    await runSql(`set session_replication_role = replica;
      insert into seals (document_id, workflow_id, state, renew_at)
      values (1, 1, 'sealed', now() - interval '8 days'), (2, 1, 'sealed', now() - interval '6 days')`);
    expect((await examine())('renewals')).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/^1 sealed document/),
      remedy: expect.stringContaining('log'),
    });
  });

  it('names a stored file that is damaged or missing, and finds it well once it is restored', async () => {
    const { database: open } = await forThisTest(openDatabase(database.options));
    const blobs = await openDiskBlobs(join(dataDir, 'blobs'), { ids: systemIds, clock: systemClock });
    const deps = { blobs, clock: systemClock, database: open, log: openLog('silent') };
    const blob = await storeBytes(deps, Buffer.from('a drawn signature'));
    const about = { format: 'png' as const, now: systemClock.now() };
    const id = await open.transaction().execute((tx) => insertFile(tx, blob, about));
    expect((await examine())('stored files')).toMatchObject({ state: 'well' });
    const path = blobs.pathOf(blob.key);
    for (const [finding, spoil] of [
      ['damaged', () => writeFile(path, 'a drawn signaturf')],
      ['missing', () => rm(path)],
    ] as const) {
      await spoil();
      await expect(readFileBytes(deps, id)).rejects.toThrow(finding);
      const damaged = (await examine())('stored files');
      expect(damaged).toMatchObject(says('failed', { remedy: 'backup' }));
      expect(damaged?.detail).toBe(`File ${id} is ${finding}: ${path}`);
    }
    await writeFile(path, 'a drawn signature');
    expect((await examine())('stored files')).toMatchObject({ state: 'well' });
    await runSql(`update files set checked_at = now() - interval '31 days'`);
    expect((await examine())('stored files')).toMatchObject({ state: 'warning' });
  });

  it('tells migrations that are not applied from ones of other versions', async () => {
    await runSql(`delete from kysely_migration where name = '0101-files'`);
    await expectFinding('schema', says('warning', { detail: '0101-files', remedy: 'paraph migrate' }));
    await runSql(`insert into kysely_migration values ('9999-later', '2099-01-01')`);
    await expectFinding('schema', says('failed', { detail: '9999-later' }));
    await runSql(`insert into kysely_migration values ('0088-unnamed-proxies', '2026-11-24')`);
    await expectFinding(
      'schema',
      says('failed', { detail: 'before the first release (0.2.0)', remedy: 'empty database' }),
    );
  });

  it('sees that the clocks differ', async () => {
    const lateClock = { now: () => new Date(systemClock.now().getTime() - 60_000) };
    expect((await examine({}, lateClock))('clock')).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/60\.\d s/),
    });
    const dayAhead = { now: () => new Date(systemClock.now().getTime() + 26 * 3_600_000 + 5_000) };
    expect((await examine({}, dayAhead))('clock')?.detail).toMatch(/26 h 0 min ahead of .* \/readyz refuses/);
  });

  it('says what to do when the server does not answer, and never repeats the password', async () => {
    const port = await findFreePort();
    const find = await examine({ databaseUrl: `postgres://me:hunter2@127.0.0.1:${port}/paraph` });
    expect(find('database')).toMatchObject(says('failed', { remedy: 'DATABASE_URL' }));
    expect(JSON.stringify(find('database'))).not.toContain('hunter2');
  });

  it('makes none where there is none yet', async () => {
    const find = await examine({ databaseUrl: null });
    expect(find('database')).toMatchObject(says('well', { detail: 'first start' }));
  });
});

describe('the doctor on storage and keys', () => {
  it('says that a folder cannot be written', async () => {
    await writeFile(join(dataDir, 'file'), '');
    await expectFinding('storage', says('failed', { remedy: 'PARAPH_DATA_DIR' }), {
      dataDir: join(dataDir, 'file'),
    });
  });

  it('sees a key that others can read, and one that is empty', async () => {
    const key = join(dataDir, 'keys', 'instance.key');
    await mkdir(join(dataDir, 'keys'));
    await writeFile(key, 'secret', { mode: 0o600 });
    expect((await examine())('keys')).toMatchObject({ state: 'well' });
    await chmod(key, 0o640);
    expect((await examine())('keys')).toMatchObject({ state: 'failed', remedy: `chmod 600 '${key}'` });
    await chmod(key, 0o600);
    await writeFile(key, '');
    await expectFinding('keys', says('failed', { remedy: 'backup' }));
  });
});

it('the doctor on timestamps asks authorities outside for everything that sealing needs', async () => {
  const server = await forThisTest(openTimestampServer());
  const { url, root } = server;
  const timestamps = { urls: [url], roots: [Buffer.from(root)], timeoutMs: 5_000 };
  await expectFinding('timestamps', says('well', { detail: 'Outside Time' }), { timestamps });
  for (const [mood, words] of [
    ['an hour ahead', 'too far from ours'],
    ['without its list', 'No source gave the revocation status'],
    ['down', 'broke off'],
  ] as const) {
    server.mood = mood;
    await expectFinding('timestamps', says('failed', { detail: words, remedy: 'PARAPH_TSA_URLS' }), {
      timestamps,
    });
  }
  server.mood = 'well';
  const strangers = { ...timestamps, roots: [] };
  expect((await examine({ timestamps: strangers }))('timestamps')).toMatchObject({ state: 'failed' });
});

it('the doctor on mail logs in at the mail server, and says when it is not let in', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, callback) =>
      password === 'right' ? callback(null, { user: 'me' }) : callback(new Error('No such login')),
  });
  const port = await listenLocally(server.server);
  await forThisTest({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  const url = (password: string) => `smtp://me:${password}@127.0.0.1:${port}`;
  expect((await examine({ smtpUrl: url('right') }))('mail')).toMatchObject({ state: 'well' });
  const refused = (await examine({ smtpUrl: url('hunter2') }))('mail');
  expect(refused).toMatchObject(says('failed', { remedy: 'SMTP_URL' }));
  expect(JSON.stringify(refused)).not.toContain('hunter2');
});

it('the doctor on the base URL asks it, and tells an answer from none', async () => {
  const { origin: baseUrl, close } = await openHttpServer(({ url }, response) =>
    response.writeHead(url === '/livez' ? 200 : 404).end(),
  );
  expect((await examine({ baseUrl }))('base URL')).toMatchObject({ state: 'well' });
  await close();
  await expectFinding('base URL', says('warning', { detail: 'does not answer' }), { baseUrl });
});
