import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/src/database/database.ts';
import { isRunning, startTalker, type Talker, until } from '../support/processes.ts';
import { queryOnce } from '../support/query-once.ts';
import { folderForThisFile, folderForThisTest } from '../support/scratch.ts';

const holder = fileURLToPath(new URL('../support/postgres-holder.ts', import.meta.url));
const nobody = { uid: 65534, gid: 65534 };
/** Root can run as another user, if that user can read this file. */
const canRunAsNobody = process.getuid?.() === 0 && isReachableByAll(holder);

let rootDir: string;
let dataDir: string;
let talkers: Talker[];
/** A data directory whose database was made and ended in order: making one takes longer than most of what follows. */
const madeDir = await folderForThisFile();
await chmod(madeDir, 0o711);
const maker = startTalker([holder, join(madeDir, 'data')]);
await maker.hear(({ message }) => message === 'ready');
await maker.end();

beforeEach(async () => {
  rootDir = await folderForThisTest();
  await chmod(rootDir, 0o711);
  dataDir = join(rootDir, 'with a space');
  talkers = [];
});

afterEach(async () => {
  const pids = talkers.flatMap(({ lines }) => lines.map(({ pid }) => Number(pid)).filter(Boolean));
  await Promise.all(talkers.map((talker) => talker.end()));
  await until('every PostgreSQL to have ended', () => !pids.some(isRunning));
});

/** With owners and modes, which Node's own copy leaves out. */
function useMadeDatabase(): void {
  execFileSync('cp', ['-a', join(madeDir, 'data'), dataDir]);
}

type Ready = {
  mode: string;
  pid: number;
  poolOptions: { host: string; port: number; user: string; database: string };
};

async function hold(identity: { uid?: number; gid?: number } = {}): Promise<Talker & { ready: Ready }> {
  const talker = startTalker([holder, dataDir], identity);
  talkers.push(talker);
  const line = await talker.hear(({ message }) => message === 'ready' || message === 'failed');
  if (line.message === 'failed') throw new Error(String(line.error));
  return { ...talker, ready: line as unknown as Ready };
}

const writeRow = (options: pg.ClientConfig) =>
  queryOnce(options, 'create table kept (id int); insert into kept values (42)');
const readRows = (options: pg.ClientConfig) => queryOnce(options, 'select id from kept');

describe('after kill -9', () => {
  beforeEach(useMadeDatabase);

  it('of the server or of both, the next start serves the same rows, whoever has its process number now', async () => {
    const first = await hold();
    await writeRow(first.ready.poolOptions);
    await first.end('SIGKILL');
    await until('PostgreSQL to end by itself', () => !isRunning(first.ready.pid));
    const zombie = await makeZombie();
    for (const heir of [null, process.pid, zombie.pid]) {
      const { ready, end } = await expectServed();
      process.kill(ready.pid, 'SIGKILL');
      await end('SIGKILL');
      if (heir !== null) await giveNumberTo(heir, ready);
    }
    await expectServed();
    zombie.end();
  });

  it('of the server, a start in the same moment waits for the end or adopts, and serves on', async () => {
    const first = await hold();
    await writeRow(first.ready.poolOptions);
    await first.end('SIGKILL');
    const second = await hold();
    await until('the rows to be served for good', async () => {
      const rows = await readRows(second.ready.poolOptions).catch(() => []);
      return rows.length === 1 && !isRunning(first.ready.pid);
    });
  });

  it('of PostgreSQL or of a backend of it, it answers again; a transaction fails, and a pool heals', async () => {
    const only = await hold();
    const pool = new pg.Pool({ ...only.ready.poolOptions, max: 3 });
    pool.on('error', () => {});
    await pool.query('create table kept (id int); insert into kept values (42)');
    const opened = openDatabase(only.ready.poolOptions);
    const work = opened.database.transaction().execute(async (tx) => {
      await sql`create table half (id int)`.execute(tx);
      process.kill(only.ready.pid, 'SIGKILL');
      const again = await only.hear(({ message }) => message === 'PostgreSQL answers again');
      expect(again.pid).not.toBe(only.ready.pid);
      await sql`insert into half values (1)`.execute(tx);
    });
    await expect(work).rejects.toThrow(/[Cc]onnection/);
    await until('the pool to heal', async () => {
      const found = await pool.query('select id from kept').catch(() => undefined);
      return found?.rows[0]?.id === 42 && !isRunning(only.ready.pid);
    });
    await pool.end();
    const { rows } = await sql`select to_regclass('half') as found`.execute(opened.database);
    expect(rows).toEqual([{ found: null }]);
    await opened.close();
    // A backend that is killed makes PostgreSQL recover.
    const answers = () => only.lines.filter(({ message }) => message === 'PostgreSQL answers again').length;
    const before = answers();
    const [backend] = await queryOnce<{ pid: number }>(
      only.ready.poolOptions,
      `select pid from pg_stat_activity where application_name = 'paraph supervisor'`,
    );
    process.kill(Number(backend?.pid), 'SIGKILL');
    await until('PostgreSQL to answer again', () => answers() > before);
    expect(await readRows(only.ready.poolOptions)).toEqual([{ id: 42 }]);
  });
});

describe('an orphan, whose watcher was killed as well', () => {
  let orphan: Ready;
  beforeEach(async () => {
    useMadeDatabase();
    const first = await hold();
    await writeRow(first.ready.poolOptions);
    await killWatcher(first.pid);
    await first.end('SIGKILL');
    orphan = first.ready;
  });

  it('is adopted, and stopped by the one that adopted it', async () => {
    expect(isRunning(orphan.pid)).toBe(true);
    const second = await hold();
    expect(second.ready).toMatchObject({ mode: 'adopted', pid: orphan.pid });
    expect(await readRows(second.ready.poolOptions)).toEqual([{ id: 42 }]);
    await second.end();
    expect(isRunning(orphan.pid)).toBe(false);
  });

  it('ends with the process that adopted it, killed or not', async () => {
    const second = await hold();
    await second.end('SIGKILL');
    await until('PostgreSQL to end', () => !isRunning(orphan.pid));
  });

  it('is replaced when its socket is gone, because no client can reach it', async () => {
    await rm(join(orphan.poolOptions.host, '.s.PGSQL.5432'));
    await expectServed();
  });
});

describe('a second process on the same data directory', () => {
  it('joins, through a link as well, leaves PostgreSQL running when it ends, and takes over when the owner is killed', async () => {
    useMadeDatabase();
    const owner = await hold();
    const guest = await hold();
    expect(guest.ready).toMatchObject({ mode: 'joined', pid: owner.ready.pid });
    await guest.end();
    await writeRow(owner.ready.poolOptions);
    expect(owner.lines.some(({ level }) => level === 'warn')).toBe(false);
    await symlink(dataDir, join(rootDir, 'link'));
    dataDir = join(rootDir, 'link');
    const heir = await hold();
    expect(heir.ready).toMatchObject({ mode: 'joined', pid: owner.ready.pid });
    await owner.end('SIGKILL');
    await heir.hear(({ message, mode }) => message === 'PostgreSQL answers again' && mode !== 'joined');
    await until('the rows to be served again', async () => {
      const rows = await readRows(heir.ready.poolOptions).catch(() => []);
      return rows.length === 1 && !isRunning(owner.ready.pid);
    });
  });

  it('may start in the very moment of the first: one makes the database, both have it, and others cannot read its files', async () => {
    // All users may pass, and new files are private by custom.
    const both = await withUmask(0o077, () => Promise.all([hold(), hold()]));
    expect(both.map(({ ready }) => ready.mode).sort()).toEqual(['joined', 'started']);
    await writeRow(both[0].ready.poolOptions);
    expect(await readRows(both[1].ready.poolOptions)).toEqual([{ id: 42 }]);
    await expectOwnersAlone(both[0]);
  });
});

describe('the files of an earlier process', () => {
  it('is never thrown away when it may hold data', async () => {
    await mkdir(join(dataDir, 'postgres', 'cluster', 'base'), { recursive: true });
    await expect(hold()).rejects.toThrow(/no PG_VERSION.*Restore it from a backup/);
  });

  it('of another version of PostgreSQL is refused with the remedy', async () => {
    useMadeDatabase();
    await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '12\n');
    await expect(hold()).rejects.toThrow(/made by PostgreSQL 12.*backup/);
  });
});

it('a database half made is made anew; one too deep for a socket gets it in a private directory', async () => {
  dataDir = join(rootDir, 'deep'.repeat(25), 'deep'.repeat(25));
  await mkdir(join(dataDir, 'postgres', 'cluster.new', 'base'), { recursive: true });
  await chmod(dirname(dataDir), 0o711);
  await chmod(dataDir, 0o711);
  const first = await hold();
  expect(first.ready.mode).toBe('started');
  expect(first.ready.poolOptions.host.startsWith(dataDir)).toBe(false);
  await writeRow(first.ready.poolOptions);
  const guest = await hold();
  expect(guest.ready.poolOptions.host).toBe(first.ready.poolOptions.host);
  expect(await readRows(guest.ready.poolOptions)).toEqual([{ id: 42 }]);
});

describe('accounts', () => {
  const identities = canRunAsNobody ? [{ name: 'nobody', ...nobody }] : [{ name: 'ourselves' }];
  it.each(identities)(
    'an ordinary user, $name, has a database of their own',
    async ({ name: _, ...identity }) => {
      await mkdir(dataDir, { mode: 0o700 });
      if (canRunAsNobody) await chown(dataDir, nobody.uid, nobody.gid);
      const first = await hold(identity);
      await writeRow(first.ready.poolOptions);
      await first.end('SIGKILL');
      await until('PostgreSQL to end', () => !isRunning(first.ready.pid));
      const second = await hold(identity);
      expect(await readRows(second.ready.poolOptions)).toEqual([{ id: 42 }]);
    },
  );

  it('the files are readable by their owner alone, where only that one may pass', async () => {
    await chmod(rootDir, 0o700);
    const only = await withUmask(0o022, hold);
    await writeRow(only.ready.poolOptions);
    await expectOwnersAlone(only);
  });
});

function isReachableByAll(path: string): boolean {
  const isPassable = (statSync(path).mode & 0o001) !== 0 || statSync(path).isFile();
  return isPassable && (path === dirname(path) || isReachableByAll(dirname(path)));
}

/** Runs the work with this umask, which the processes it starts inherit. */
async function withUmask<T>(umask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(umask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}

/** The next start makes PostgreSQL serve the row. */
async function expectServed() {
  const next = await hold();
  expect(next.ready.mode).toBe('started');
  expect(await readRows(next.ready.poolOptions)).toEqual([{ id: 42 }]);
  return next;
}

/** PostgreSQL, which has been killed, was another process. */
async function giveNumberTo(pid: number, { poolOptions }: Ready): Promise<void> {
  const files = [
    join(dataDir, 'postgres', 'cluster', 'postmaster.pid'),
    join(poolOptions.host, '.s.PGSQL.5432.lock'),
  ];
  for (const file of files)
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(pid)));
}

/** A process that is dead, and whose parent never asks after it. */
async function makeZombie(): Promise<{ pid: number; end(): void }> {
  // The shell becomes a program that never asks after its children.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  const nameParent = () =>
    execFileSync('ps', ['-o', 'comm=', '-p', String(parent.pid)], { encoding: 'utf8' });
  await until('the shell to be gone', () => nameParent().includes('sleep'));
  process.kill(pid, 'SIGKILL');
  await until('the child to be dead', () => !isRunning(pid));
  expect(() => process.kill(pid, 0)).not.toThrow();
  return { pid, end: () => parent.kill('SIGKILL') };
}

/** The files are readable by their owner alone, and PostgreSQL itself reads them again. */
async function expectOwnersAlone({ ready, hear }: Awaited<ReturnType<typeof hold>>): Promise<void> {
  const cluster = await stat(join(dataDir, 'postgres', 'cluster'));
  expect(cluster.mode & 0o077).toBe(0);
  process.kill(ready.pid, 'SIGKILL');
  await hear(({ message }) => message === 'PostgreSQL answers again');
  expect(await readRows(ready.poolOptions)).toEqual([{ id: 42 }]);
}

/** The shell that waits for our death: a child of the holder's, in a group of its own. */
async function killWatcher(holderPid: number): Promise<void> {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const row = table.split('\n').find((line) => {
    const [, ppid] = line.trim().split(/\s+/);
    return Number(ppid) === holderPid && line.includes('paraph-database-watcher');
  });
  // The script is printed over several lines; the row's first words are enough.
  const pid = Number(row?.trim().split(/\s+/)[0]);
  if (!Number.isInteger(pid)) throw new Error('The watcher was not found.');
  process.kill(pid, 'SIGKILL');
  await until('the watcher to end', () => !isRunning(pid));
}
