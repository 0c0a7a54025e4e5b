import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs } from '@paraph/storage';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { forThisTest } from '../support/instance-case.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';
import { openTransactionPooler } from '../support/transaction-pooler.ts';

let dataDir: string;
let database: TestDatabase;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-doctor-'));
  database = await createTestDatabase();
});

afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function examine(
  changes: Partial<Config> = {},
  clock: Clock = systemClock,
): Promise<(name: string) => Finding | undefined> {
  const config = { ...readConfig({}), dataDir, databaseUrl: database.connectionString, ...changes };
  const findings = await findProblems({ config, clock });
  return (name) => findings.findLast((finding) => finding.name === name);
}

/** A free port of this machine. */
async function findClosedPort(): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function runSql(sql: string): Promise<void> {
  const client = new pg.Client(database.options);
  await client.connect();
  await client.query(sql);
  await client.end();
}

it('asks for an address for reports of abuse where any visitor can make an account', async () => {
  expect((await examine())('sign-up')).toMatchObject({ state: 'well' });
  const open = await examine({ signUp: 'open' });
  expect(open('sign-up')).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('PARAPH_ABUSE_CONTACT'),
  });
  const named = await examine({ signUp: 'open', abuseContact: 'abuse@example.com' });
  expect(named('sign-up')).toMatchObject({ state: 'well', detail: expect.stringContaining('abuse@') });
});

describe('the doctor on the database', () => {
  it('finds version, schema and clock well in a migrated one', async () => {
    const find = await examine();
    expect(find('database')).toMatchObject({
      state: 'well',
      detail: expect.stringMatching(/^PostgreSQL \d/),
    });
    expect(find('schema')).toMatchObject({ state: 'well' });
    expect(find('database TLS')).toMatchObject({
      state: 'well',
      detail: expect.stringContaining('this machine'),
    });
    expect(find('work')).toMatchObject({ state: 'well' });
    expect(find('clock')).toMatchObject({ state: 'well' });
  });

  it('counts the connections that processes need, and finds a pooler that gives sessions away', async () => {
    const find = await examine();
    expect(find('pooler')).toMatchObject({ state: 'well' });
    expect(find('connections')).toMatchObject({
      state: 'well',
      detail: expect.stringMatching(/A process opens at most \d+, .* room for \d+ processes/),
    });
    expect((await examine({ connections: 60 }))('connections')).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('PARAPH_DATABASE_CONNECTIONS'),
    });
    const pooler = await openTransactionPooler(database.options);
    expect((await examine({ databaseUrl: pooler.connectionString }))('pooler')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('transaction mode'),
    });
    await pooler.close();
  });

  it('names a proxy that was not named', async () => {
    expect((await examine())('proxies')).toMatchObject({ state: 'well' });
    await runSql(`insert into unnamed_proxies values ('10.1.2.3', now(), now())`);
    expect((await examine())('proxies')).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('PARAPH_TRUSTED_PROXIES=10.1.2.3'),
    });
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
    expect((await examine({ keysDir: others }))('keys of the database')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(others),
    });
  });

  it('notices chains of events that did not verify when they were keyed', async () => {
    expect((await examine())('events')).toMatchObject({ state: 'well' });
    await runSql(`insert into workflow_ledger (workflow_id, envelope_id, events, fault)
      values (7, 'e', 3, 'event 2 does not verify')`);
    expect((await examine())('events')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('the first is 7'),
      remedy: expect.stringContaining('verify-events'),
    });
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
    expect((await examine())('renewals')).toMatchObject({ state: 'well' });
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
    const { database: open, close } = openDatabase(database.options);
    const blobs = await openDiskBlobs(join(dataDir, 'blobs'), { ids: systemIds, clock: systemClock });
    const deps = { blobs, clock: systemClock, database: open, log: openLog('silent') };
    try {
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
        expect(damaged).toMatchObject({
          state: 'failed',
          remedy: expect.stringContaining('backup'),
        });
        expect(damaged?.detail).toBe(`File ${id} is ${finding}: ${path}`);
      }
      await writeFile(path, 'a drawn signature');
      expect((await examine())('stored files')).toMatchObject({ state: 'well' });
      await runSql(`update files set checked_at = now() - interval '31 days'`);
      expect((await examine())('stored files')).toMatchObject({ state: 'warning' });
    } finally {
      await close();
    }
  });

  it('names the settings that would lose signatures, as the tests’ own database has them', async () => {
    const find = await examine();
    expect(find('durability')).toMatchObject({ state: 'failed', remedy: expect.any(String) });
    expect(find('durability')?.detail).toContain('fsync');
  });

  it('tells migrations that are not applied from ones of other versions', async () => {
    await runSql(`delete from kysely_migration where name = '0101-files'`);
    expect((await examine())('schema')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('0101-files'),
      remedy: expect.stringContaining('paraph migrate'),
    });
    await runSql(`insert into kysely_migration values ('9999-later', '2099-01-01')`);
    expect((await examine())('schema')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('9999-later'),
    });
    await runSql(`insert into kysely_migration values ('0088-unnamed-proxies', '2026-11-24')`);
    expect((await examine())('schema')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('before the first release (0.2.0)'),
      remedy: expect.stringContaining('empty database'),
    });
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
    const port = await findClosedPort();
    const find = await examine({ databaseUrl: `postgres://me:hunter2@127.0.0.1:${port}/paraph` });
    expect(find('database')).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('DATABASE_URL'),
    });
    expect(JSON.stringify(find('database'))).not.toContain('hunter2');
  });

  it('makes none where there is none yet', async () => {
    const find = await examine({ databaseUrl: null });
    expect(find('database')).toMatchObject({ state: 'well', detail: expect.stringContaining('first start') });
  });
});

describe('the doctor on storage and keys', () => {
  it('finds a folder well that can be written, and leaves nothing in it', async () => {
    const find = await examine();
    expect(find('storage')?.detail).toContain('GiB are free');
    expect(find('keys')).toMatchObject({ state: 'well' });
  });

  it('says that a folder cannot be written', async () => {
    await writeFile(join(dataDir, 'file'), '');
    expect((await examine({ dataDir: join(dataDir, 'file') }))('storage')).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('PARAPH_DATA_DIR'),
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
    expect((await examine())('keys')).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('backup'),
    });
  });
});

describe('the doctor on timestamps', () => {
  it('knows what the own authority proves, and asks those outside for everything that sealing needs', async () => {
    expect((await examine())('timestamps')).toMatchObject({
      state: 'well',
      detail: expect.stringContaining('not time to others'),
    });
    const server = await forThisTest(openTimestampServer());
    const { url, root } = server;
    const timestamps = { urls: [url], roots: [Buffer.from(root)], timeoutMs: 5_000 };
    expect((await examine({ timestamps }))('timestamps')).toMatchObject({
      state: 'well',
      detail: expect.stringContaining('Outside Time'),
    });
    for (const [mood, words] of [
      ['an hour ahead', 'too far from ours'],
      ['without its list', 'No source gave the revocation status'],
      ['down', 'broke off'],
    ] as const) {
      server.mood = mood;
      expect((await examine({ timestamps }))('timestamps')).toMatchObject({
        state: 'failed',
        detail: expect.stringContaining(words),
        remedy: expect.stringContaining('PARAPH_TSA_URLS'),
      });
    }
    server.mood = 'well';
    const strangers = { ...timestamps, roots: [] };
    expect((await examine({ timestamps: strangers }))('timestamps')).toMatchObject({ state: 'failed' });
  });
});

describe('the doctor on mail', () => {
  it('finds it well that messages are kept, and says so', async () => {
    expect((await examine())('mail')).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining('SMTP_URL'),
    });
  });

  it('logs in at the mail server, and says when it is not let in', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) =>
        password === 'right' ? callback(null, { user: 'me' }) : callback(new Error('No such login')),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    try {
      const url = (password: string) => `smtp://me:${password}@127.0.0.1:${port}`;
      expect((await examine({ smtpUrl: url('right') }))('mail')).toMatchObject({ state: 'well' });
      const refused = (await examine({ smtpUrl: url('hunter2') }))('mail');
      expect(refused).toMatchObject({ state: 'failed', remedy: expect.stringContaining('SMTP_URL') });
      expect(JSON.stringify(refused)).not.toContain('hunter2');
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });
});

describe('the doctor on the base URL', () => {
  it('asks it, and tells an answer from none', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/livez' ? 200 : 404;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    expect((await examine({ baseUrl }))('base URL')).toMatchObject({ state: 'well' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await examine({ baseUrl }))('base URL')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('does not answer'),
    });
  });
});
