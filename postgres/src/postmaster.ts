import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { invocationAs } from './account.ts';
import { type ClusterPaths, type Installation, port, socketPath } from './cluster.ts';

export type Postmaster = { pid: number; isAlive(): Promise<boolean> };
export type PostmasterFile = { pid: number; socketDir: string; isReady: boolean };

/** Reads PostgreSQL's lock file; its lines are described in `src/include/utils/pidfile.h`. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const lines = text?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/** False for a zombie, and for another process that got the same id after a restart. */
export async function isPostmasterAlive(pid: number, clusterDir: string): Promise<boolean> {
  if (platform() === 'linux') {
    const process = await inspectProcess(pid);
    return process !== undefined && process.workingDir === clusterDir;
  }
  const output = await promisify(execFile)('ps', ['-o', 'stat=,args=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return output !== undefined && !output.stdout.startsWith('Z') && output.stdout.includes(clusterDir);
}

/** Removes the files that a killed PostgreSQL left. Only for the owner, while no PostgreSQL runs. */
export async function clearRemains(clusterDir: string, socketDir: string): Promise<void> {
  if ((await readPostmasterFile(clusterDir)) === undefined) return;
  await endOrphanBackends(clusterDir);
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
  await rm(`${socketPath(socketDir)}.lock`, { force: true });
  await rm(socketPath(socketDir), { force: true });
}

export async function spawnPostmaster(
  paths: ClusterPaths,
  installation: Installation,
  options: { socketDir: string; settings: Record<string, string> },
): Promise<ChildProcess> {
  await keepLogShort(paths.logFile);
  const settings = Object.entries({
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: quoteListItem(options.socketDir),
    unix_socket_permissions: '0700',
    ...options.settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ...identity } = invocationAs(installation.account, installation.binaries.postgres, [
    '-D',
    paths.clusterDir,
    ...settings,
  ]);
  // A file, not a pipe: an orphan continues to log, and a full pipe would block it.
  const log = await open(paths.logFile, 'a', 0o600);
  try {
    const child = spawn(file, args, {
      ...identity,
      env: installation.env,
      cwd: '/',
      // Its own group: Ctrl-C is for us, and we stop the database last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn').catch((error) => {
      throw new Error(
        `The embedded PostgreSQL does not run on this system (${error.message}). ` +
          'Set DATABASE_URL to a PostgreSQL 15 or newer.',
        { cause: error },
      );
    });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/**
 * Smart shutdown first, because connections of a pool end shortly after it. Then fast, then immediate shutdown, which
 * requires a recovery at the next start and loses nothing.
 */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGTERM', 1_000],
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!(await postmaster.isAlive())) return;
    signalIfAlive(postmaster.pid, signal);
    if (await waitUntil(async () => !(await postmaster.isAlive()), patienceMs)) return;
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not end. End it, then start again.`);
}

export async function readLogTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

async function waitUntil(isTrue: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await sleep(5);
  }
  return true;
}

/**
 * Backends survive a killed postmaster for a short time; a second PostgreSQL at the same time would corrupt the files.
 * PostgreSQL's own protection against that is the lock file that is about to be removed.
 */
async function endOrphanBackends(clusterDir: string): Promise<void> {
  if (platform() !== 'linux') return;
  const isAlone = async () => {
    const orphans = await findProcessesIn(clusterDir);
    for (const pid of orphans) signalIfAlive(pid, 'SIGQUIT');
    return orphans.length === 0;
  };
  if (await waitUntil(isAlone, 10_000)) return;
  for (const pid of await findProcessesIn(clusterDir)) signalIfAlive(pid, 'SIGKILL');
  if (await waitUntil(isAlone, 10_000)) return;
  throw new Error(
    `Processes of an earlier PostgreSQL still work in ${clusterDir}. End them, then start again.`,
  );
}

async function findProcessesIn(workingDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const states = await Promise.all(
    pids.map(async (pid) => ((await inspectProcess(pid))?.workingDir === workingDir ? pid : 0)),
  );
  return states.filter((pid) => pid !== 0 && pid !== process.pid);
}

async function inspectProcess(pid: number): Promise<{ workingDir: string } | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the state follows the name, which may contain any character, brackets included.
    const state = status.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3);
    if (state === 'Z' || state === 'X') return undefined;
    return { workingDir: await readlink(`/proc/${pid}/cwd`) };
  } catch {
    return undefined;
  }
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** A list setting splits at commas and folds case unless its items are quoted. */
function quoteListItem(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

async function keepLogShort(logFile: string): Promise<void> {
  const bytesMax = 4 * 1024 * 1024;
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > bytesMax) await rename(logFile, `${logFile}.1`);
}
