import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresAccount } from './account.ts';
import { findPostgresBinaries, preparePostgresEnvironment } from './binaries.ts';
import {
  type ClusterPaths,
  ensureCluster,
  type Installation,
  port,
  prepareClusterPaths,
  prepareSocketDir,
  socketPath,
  superuser,
} from './cluster.ts';
import { type OwnerLock, tryOwnerLock } from './owner-lock.ts';
import {
  clearRemains,
  isPostmasterAlive,
  type Postmaster,
  type PostmasterFile,
  readLogTail,
  readPostmasterFile,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { startWatcher, type Watcher } from './watcher.ts';

/** The part of pino's interface that is used. */
export interface SupervisorLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: SupervisorLog;
  /** `false` only for temporary databases, which are lost if the machine fails. */
  isDurable?: boolean;
}

export interface EmbeddedPostgres {
  /** Remains valid when PostgreSQL is restarted. */
  poolOptions: { host: string; port: number; user: string; database: string };
  connectionString: string;
  /** `adopted`: it ran without an owner and is now owned by this process. `joined`: another Paraph process owns it. */
  mode: Mode;
  adopted: boolean;
  /** Of the present postmaster. */
  readonly pid: number;
  /** Stops PostgreSQL unless another process owns it. Called last, after the pools are closed. */
  stop(): Promise<void>;
}

type Mode = 'started' | 'adopted' | 'joined';
type Attachment = { mode: Mode; pid: number; socketDir: string; canary: pg.Client };

interface Supervision {
  paths: ClusterPaths;
  log: SupervisorLog;
  isDurable: boolean;
  stopping: AbortController;
  lock?: OwnerLock;
  watcher?: Watcher;
  postmaster?: Postmaster;
  attachment?: Attachment;
  /** Settles when no attempt to attach is running. */
  attaching: Promise<void>;
}

const patienceMs = 120_000;

/**
 * Keeps the PostgreSQL of a data directory running until `stop`: starts it, adopts it from a killed process, or joins
 * it while another Paraph process owns it. The owner restarts it when it dies; when the owner ends, one of the joined
 * processes takes over.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const supervision: Supervision = {
    paths: await prepareClusterPaths(resolve(options.dataDir)).catch(explainDenied),
    log: options.log,
    isDurable: options.isDurable ?? true,
    stopping: new AbortController(),
    attaching: Promise.resolve(),
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= detach(supervision);
    return stopped;
  };
  try {
    const { mode, socketDir, pid } = await attach(supervision);
    // URL parsers require a host; the one in the query is used instead.
    const address = `postgresql://${superuser}@localhost/${superuser}`;
    return {
      poolOptions: { host: socketDir, port, user: superuser, database: superuser },
      connectionString: `${address}?host=${encodeURIComponent(socketDir)}&port=${port}`,
      mode,
      adopted: mode === 'adopted',
      get pid() {
        return supervision.attachment?.pid ?? pid;
      },
      stop,
    };
  } catch (error) {
    await stop();
    return explainDenied(error);
  }
}

async function attach(supervision: Supervision): Promise<Attachment> {
  const { paths, stopping } = supervision;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if (supervision.lock === undefined) {
      const lock = await tryOwnerLock(paths.lockFile);
      if (lock !== undefined) supervision.lock = lock;
    }
    const attachment =
      supervision.lock === undefined ? await join(supervision) : await superviseNew(supervision);
    if (attachment !== undefined) {
      supervision.attachment = attachment;
      keepAttached(supervision, attachment);
      return attachment;
    }
    if (performance.now() > deadline) {
      throw new Error(
        `Another Paraph process holds the database in ${paths.clusterDir}, and it does not answer. ` +
          `End that process, or see ${paths.logFile}.`,
      );
    }
    await sleep(20, undefined, { signal: stopping.signal });
  }
}

async function join({ paths }: Supervision): Promise<Attachment | undefined> {
  const file = await readPostmasterFile(paths.clusterDir);
  if (file === undefined || !file.isReady) return undefined;
  const canary = await tryConnect(file.socketDir, async () => {});
  return canary && { mode: 'joined', pid: file.pid, socketDir: file.socketDir, canary };
}

async function superviseNew(supervision: Supervision): Promise<Attachment> {
  const { clusterDir } = supervision.paths;
  supervision.watcher?.release();
  const file = await readPostmasterFile(clusterDir);
  if (file !== undefined && (await isPostmasterAlive(file.pid, clusterDir))) {
    const adopted = await adopt(supervision, file);
    if (adopted !== undefined) return adopted;
  }
  return start(supervision);
}

/** Undefined if the orphan ended before it responded, for example because it was shutting down. */
async function adopt(supervision: Supervision, file: PostmasterFile): Promise<Attachment | undefined> {
  const { clusterDir } = supervision.paths;
  const postmaster = { pid: file.pid, isAlive: () => isPostmasterAlive(file.pid, clusterDir) };
  supervision.postmaster = postmaster;
  if (file.isReady && !existsSync(socketPath(file.socketDir))) {
    // Its socket was deleted, so it is unreachable.
    await stopPostmaster(postmaster);
    return undefined;
  }
  const watcher = startWatcher(clusterDir);
  watcher.watch(file.pid);
  supervision.watcher = watcher;
  const canary = await connectPatiently(supervision, file.socketDir, postmaster);
  if (canary === undefined) {
    watcher.release();
    return undefined;
  }
  return { mode: 'adopted', pid: file.pid, socketDir: file.socketDir, canary };
}

async function start(supervision: Supervision): Promise<Attachment> {
  const { paths, isDurable, log } = supervision;
  const startedAt = performance.now();
  const installation = await prepareInstallation(paths);
  const isNew = await ensureCluster(paths, installation, isDurable);
  const socketDir = await prepareSocketDir(paths, installation.account, supervision.attachment?.socketDir);
  await clearRemains(paths.clusterDir, socketDir);
  const watcher = startWatcher(paths.clusterDir);
  supervision.watcher = watcher;
  const child = await spawnPostmaster(paths, installation, {
    socketDir,
    settings: chooseSettings(isDurable),
  });
  const pid = child.pid ?? 0;
  watcher.watch(pid);
  const isAlive = async () => child.exitCode === null && child.signalCode === null;
  supervision.postmaster = { pid, isAlive };
  const canary = await connectPatiently(supervision, socketDir, supervision.postmaster);
  if (canary === undefined) {
    throw new Error(
      `PostgreSQL did not start in ${paths.clusterDir}. The end of its log (${paths.logFile}):\n` +
        (await readLogTail(paths.logFile)),
    );
  }
  const tookMs = Math.round(performance.now() - startedAt);
  log.info({ pid, isNew, tookMs, account: installation.account.kind }, 'PostgreSQL started');
  return { mode: 'started', pid, socketDir, canary };
}

async function prepareInstallation(paths: ClusterPaths): Promise<Installation> {
  const binaries = await findPostgresBinaries();
  const env = await preparePostgresEnvironment(binaries, paths.linkDir);
  const account = await choosePostgresAccount({ ...paths, binaries, env });
  return { binaries, env, account };
}

function chooseSettings(isDurable: boolean): Record<string, string> {
  return {
    cluster_name: 'paraph',
    // Compiling plans takes longer than our short statements.
    jit: 'off',
    // Nearly all pages are in memory. By its default PostgreSQL takes a look into an index for so costly that it reads
    // whole tables of thousands of rows instead, again and again.
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    // Random keys change a page each, and each page is logged completely after a checkpoint.
    wal_compression: 'pglz',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/** An idle connection detects immediately when PostgreSQL ends, regardless of its parent process. */
function keepAttached(supervision: Supervision, { canary, mode }: Attachment): void {
  const onLost = () => {
    if (supervision.stopping.signal.aborted) return;
    supervision.log.warn({ mode }, 'The connection to PostgreSQL broke; attaching again');
    supervision.attaching = reattach(supervision);
  };
  canary.once('end', onLost);
}

async function reattach(supervision: Supervision): Promise<void> {
  const { log, stopping } = supervision;
  const pauseMsMax = 5_000;
  for (let pauseMs = 50; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    try {
      const { mode, pid } = await attach(supervision);
      log.info({ mode, pid }, 'PostgreSQL answers again');
      return;
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ err: error }, 'PostgreSQL could not be started again; trying once more');
    }
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
}

async function detach(supervision: Supervision): Promise<void> {
  supervision.stopping.abort();
  await supervision.attaching;
  await supervision.attachment?.canary.end().catch(() => {});
  if (supervision.lock === undefined) return;
  try {
    if (supervision.postmaster !== undefined) await stopPostmaster(supervision.postmaster);
    await removeOuterSocketDir(supervision);
  } finally {
    supervision.watcher?.release();
    supervision.lock.release();
  }
}

/** Removes a socket directory in the system's temporary directory; a joined process recreates it if necessary. */
async function removeOuterSocketDir({ paths, attachment }: Supervision): Promise<void> {
  if (attachment === undefined || attachment.socketDir.startsWith(paths.homeDir)) return;
  await rm(attachment.socketDir, { recursive: true, force: true });
}

/** Undefined if PostgreSQL ended before it responded. */
async function connectPatiently(
  { paths, stopping }: Supervision,
  socketDir: string,
  postmaster: Postmaster,
): Promise<pg.Client | undefined> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const file = await readPostmasterFile(paths.clusterDir);
    if (file?.pid === postmaster.pid && file.isReady) {
      const client = await tryConnect(socketDir, createDatabase);
      if (client !== undefined) return client;
    }
    if (!(await postmaster.isAlive())) return undefined;
    if (performance.now() > deadline) {
      throw new Error(`PostgreSQL in ${paths.clusterDir} does not answer. See ${paths.logFile}.`);
    }
    await sleep(5, undefined, { signal: stopping.signal });
  }
}

/** Undefined while PostgreSQL is not running. */
async function tryConnect(
  socketDir: string,
  onMissingDatabase: (socketDir: string) => Promise<void>,
): Promise<pg.Client | undefined> {
  try {
    return await connect(socketDir, superuser);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const invalidCatalogName = '3D000';
    if (code === invalidCatalogName) await onMissingDatabase(socketDir);
    else if (code === 'EACCES') throw error;
    return undefined;
  }
}

/** Only for the owner: concurrent creation would fail. */
async function createDatabase(socketDir: string): Promise<void> {
  const client = await connect(socketDir, 'postgres');
  try {
    await client.query(`create database ${superuser}`);
  } finally {
    await client.end();
  }
}

async function connect(host: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    host,
    port,
    user: superuser,
    database,
    application_name: 'paraph supervisor',
  });
  client.on('error', () => {
    // 'end' follows, which has a listener.
  });
  await client.connect();
  return client;
}

function explainDenied(error: unknown): never {
  if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) {
    throw new Error(
      `${error.message}. The database's files belong to another user: start Paraph as that user, ` +
        'or choose another PARAPH_DATA_DIR, or set DATABASE_URL.',
      { cause: error },
    );
  }
  throw error;
}
