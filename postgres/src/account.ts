import { execFile } from 'node:child_process';
import { chown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';

/** The user that PostgreSQL runs as: it refuses to run as root. */
export type PostgresAccount =
  | { kind: 'self' }
  | { kind: 'user'; uid: number; gid: number }
  /** Root outside, `nobody` inside a separate user namespace: for paths that only root can reach. */
  | { kind: 'namespace' };

export type Invocation = { file: string; args: string[]; uid?: number; gid?: number };

const nobody = 65534;

/** `homeDir` contains the cluster; the owner of an existing cluster determines the account. */
export async function choosePostgresAccount(options: {
  homeDir: string;
  clusterDir: string;
  binaries: PostgresBinaries;
  env: Record<string, string>;
}): Promise<PostgresAccount> {
  const uid = process.getuid?.() ?? 0;
  const owner = await stat(options.clusterDir).catch(() => undefined);
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new Error(
        `The database in ${options.clusterDir} belongs to another user (uid ${owner.uid}). ` +
          'Start Paraph as that user, or choose another PARAPH_DATA_DIR.',
      );
    }
    return { kind: 'self' };
  }
  if (owner !== undefined && owner.uid !== 0 && owner.uid !== nobody) {
    return { kind: 'user', uid: owner.uid, gid: owner.gid };
  }
  const { binaries } = options;
  if (
    (await isReachable(options.homeDir)) &&
    (await isReachable(join(binaries.nativeDir, 'lib'))) &&
    ((await stat(binaries.postgres)).mode & 0o005) === 0o005
  ) {
    return { kind: 'user', uid: nobody, gid: nobody };
  }
  if (await areNamespacesAllowed(options.env)) return { kind: 'namespace' };
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${options.homeDir} ` +
      `or ${binaries.nativeDir}, and user namespaces are not allowed here. Start Paraph as an ordinary ` +
      'user, or make every parent of both executable by others (chmod o+x), ' +
      'or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

export function invocationAs(account: PostgresAccount, file: string, args: string[]): Invocation {
  switch (account.kind) {
    case 'self':
      return { file, args };
    case 'user':
      return { file, args, uid: account.uid, gid: account.gid };
    case 'namespace':
      return { file: 'unshare', args: ['--user', `--map-user=${nobody}`, '--', file, ...args] };
  }
}

/** The uid and gid that the files must have outside any namespace; undefined if they need no change. */
export function fileOwner(account: PostgresAccount): { uid: number; gid: number } | undefined {
  switch (account.kind) {
    case 'self':
      return undefined;
    case 'user':
      return { uid: account.uid, gid: account.gid };
    case 'namespace':
      return { uid: 0, gid: 0 };
  }
}

/** Changes the owner of a tree. The top directory is changed last, so its owner shows whether the tree is complete. */
export async function giveTree(dir: string, account: PostgresAccount): Promise<void> {
  const owner = fileOwner(account);
  if (owner === undefined) return;
  const current = await lstat(dir);
  if (current.uid === owner.uid) return;
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  // The top last: an interrupted change is repeated.
  await chown(dir, owner.uid, owner.gid);
}

async function isReachable(path: string): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    if (((await stat(current)).mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

async function areNamespacesAllowed(env: Record<string, string>): Promise<boolean> {
  const probe = invocationAs({ kind: 'namespace' }, 'true', []);
  return promisify(execFile)(probe.file, probe.args, { env }).then(
    () => true,
    () => false,
  );
}
