import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fileOwner, giveTree, invocationAs, type PostgresAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

/** The paths of the PostgreSQL of one data directory. */
export type ClusterPaths = {
  homeDir: string;
  clusterDir: string;
  linkDir: string;
  logFile: string;
  lockFile: string;
};

export type Installation = {
  binaries: PostgresBinaries;
  env: Record<string, string>;
  account: PostgresAccount;
};

export const superuser = 'paraph';
export const port = 5432;

/** The path of a Unix socket has at most 107 bytes and a terminating zero, on macOS four fewer. */
const socketPathBytesMax = 103;

export async function prepareClusterPaths(dataDir: string): Promise<ClusterPaths> {
  const firstMade = await mkdir(join(dataDir, 'postgres'), { recursive: true });
  // Other users may traverse the directory, as PostgreSQL must if we are root, but not list it.
  if (firstMade !== undefined) await chmod(join(dataDir, 'postgres'), 0o711);
  if (firstMade !== undefined && resolve(firstMade) !== resolve(dataDir, 'postgres'))
    await chmod(dataDir, 0o711);
  const homeDir = await realpath(join(dataDir, 'postgres'));
  return {
    homeDir,
    // The operator may have moved the files to another disk and left a symbolic link.
    clusterDir: await realpath(join(homeDir, 'cluster')).catch(() => join(homeDir, 'cluster')),
    linkDir: join(homeDir, 'lib'),
    logFile: join(homeDir, 'postgres.log'),
    lockFile: join(homeDir, 'owner.lock'),
  };
}

/** Creates the cluster if there is none; returns whether it did. Only for the holder of the owner lock. */
export async function ensureCluster(
  paths: ClusterPaths,
  installation: Installation,
  isDurable: boolean,
): Promise<boolean> {
  const version = await readFile(join(paths.clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    await initialise(paths, installation, isDurable);
    return true;
  }
  const { versionMajor } = installation.binaries;
  if (version.trim() !== versionMajor) {
    throw new Error(
      `The database in ${paths.clusterDir} was made by PostgreSQL ${version.trim()}, and this is ` +
        `${versionMajor}. Make a backup with the Paraph that last ran it, ` +
        'and restore it into a new PARAPH_DATA_DIR.',
    );
  }
  await giveTree(paths.clusterDir, installation.account);
  return false;
}

/**
 * Inside the data directory if the path is short enough; otherwise a private directory in the system's temporary one.
 * `knownDir` is the directory that pools of this process already connect to, if any.
 */
export async function prepareSocketDir(
  paths: ClusterPaths,
  account: PostgresAccount,
  existingDir: string | undefined,
): Promise<string> {
  const socketDir = existingDir ?? chooseSocketDir(paths);
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const stats = await lstat(socketDir);
  const owner = fileOwner(account) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const isOurs = stats.uid === owner.uid || stats.uid === process.getuid?.();
  // In a world-writable directory, another user may have created it first.
  if (!stats.isDirectory() || !isOurs) {
    throw new Error(
      `${socketDir} is needed for the database's socket and belongs to another user (uid ${stats.uid}). ` +
        'Remove it, or choose a PARAPH_DATA_DIR with a shorter path.',
    );
  }
  await chmod(socketDir, 0o700);
  if (stats.uid !== owner.uid) await chown(socketDir, owner.uid, owner.gid);
  return socketDir;
}

export function socketPath(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${port}`);
}

function chooseSocketDir(paths: ClusterPaths): string {
  const inside = join(paths.homeDir, 'socket');
  const name = `paraph-${createHash('sha256').update(paths.clusterDir).digest('hex').slice(0, 16)}`;
  const candidates = [inside, join(tmpdir(), name), join('/tmp', name)];
  return candidates.find((dir) => Buffer.byteLength(socketPath(dir)) <= socketPathBytesMax) ?? inside;
}

/**
 * Creates the cluster under a temporary name and renames it when complete, so that a kill leaves no partial cluster.
 */
async function initialise(
  paths: ClusterPaths,
  installation: Installation,
  isDurable: boolean,
): Promise<void> {
  for (const name of await readdir(paths.homeDir)) {
    if (name.startsWith('cluster')) await removeLeftover(paths, name);
  }
  const newDir = `${paths.clusterDir}.new`;
  await mkdir(newDir, { mode: 0o700 });
  const owner = fileOwner(installation.account);
  if (owner !== undefined) await chown(newDir, owner.uid, owner.gid);
  const { file, args, ...identity } = invocationAs(installation.account, installation.binaries.initdb, [
    `--pgdata=${newDir}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ]);
  await promisify(execFile)(file, args, { ...identity, env: installation.env, cwd: '/' }).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(
        `PostgreSQL could not make its files in ${newDir}: ${error.stderr?.trim() || error.message}. ` +
          'Correct that, or set DATABASE_URL to a PostgreSQL of your own.',
      );
    },
  );
  await rename(newDir, paths.clusterDir);
}

/** Never removes data: only the unfinished cluster directory, or an empty one. */
async function removeLeftover(paths: ClusterPaths, name: string): Promise<void> {
  const dir = join(paths.homeDir, name);
  if (name === 'cluster.new') {
    await rm(dir, { recursive: true, force: true });
    return;
  }
  if ((await readdir(dir)).length > 0) {
    throw new Error(
      `${dir} has files but no PG_VERSION, so it is not a whole database. ` +
        'Restore it from a backup, or move it away to begin with an empty one.',
    );
  }
}
