import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fileOwner, giveTree, invocationAs, type PostgresAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

/** Where everything of one data directory's PostgreSQL lies. */
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

/** The address of a unix socket holds 107 bytes and a closing zero, on macOS four fewer. */
const socketPathBytesMax = 103;

export async function prepareClusterPaths(dataDir: string): Promise<ClusterPaths> {
  const firstMade = await mkdir(join(dataDir, 'postgres'), { recursive: true });
  // Others may pass through to what is theirs, as PostgreSQL must where we are root; they may not list.
  if (firstMade !== undefined) await chmod(join(dataDir, 'postgres'), 0o711);
  if (firstMade !== undefined && resolve(firstMade) !== resolve(dataDir, 'postgres'))
    await chmod(dataDir, 0o711);
  const homeDir = await realpath(join(dataDir, 'postgres'));
  return {
    homeDir,
    // The operator may have put the files on another disk, with a link in their place.
    clusterDir: await realpath(join(homeDir, 'cluster')).catch(() => join(homeDir, 'cluster')),
    linkDir: join(homeDir, 'lib'),
    logFile: join(homeDir, 'postgres.log'),
    lockFile: join(homeDir, 'owner.lock'),
  };
}

/** Makes the cluster if there is none, and returns whether it did. Only the owner lock's holder calls this. */
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
 * Inside the data directory where the path is short enough; a private directory of the system's otherwise.
 * `knownDir` is the one that pools of this process already connect to, if there are any.
 */
export async function prepareSocketDir(
  paths: ClusterPaths,
  account: PostgresAccount,
  knownDir: string | undefined,
): Promise<string> {
  const socketDir = knownDir ?? chooseSocketDir(paths);
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(socketDir);
  const owner = fileOwner(account) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const isOurs = found.uid === owner.uid || found.uid === process.getuid?.();
  // In a directory that everybody may write to, another user may have been there first.
  if (!found.isDirectory() || !isOurs) {
    throw new Error(
      `${socketDir} is needed for the database's socket and belongs to another user (uid ${found.uid}). ` +
        'Remove it, or choose a PARAPH_DATA_DIR with a shorter path.',
    );
  }
  await chmod(socketDir, 0o700);
  if (found.uid !== owner.uid) await chown(socketDir, owner.uid, owner.gid);
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

/** Elsewhere first and renamed when whole: a kill in the middle leaves no half cluster. */
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

/** Never data: a cluster directory is only removed when it is the unfinished one, or empty. */
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
