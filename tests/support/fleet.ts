import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mainFile, nodeFlags } from '../../tools/runtime.mjs';
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { openSender } from './http-life.ts';
import { openHttpServer } from './http-server.ts';
import { type MailReceiver, openMailReceiver } from './mail-receiver.ts';
import { openTestStore, type TestStore } from './object-store.ts';
import { startTalker, until } from './processes.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts';
import { chooseScratchParent } from './scratch.ts';
import { startServerProcess } from './server-process.ts';

/** A `serve` or `work` process, as on a machine of its own: it shares with the others the folder of the keys alone. */
export interface Member {
  pid(): number;
  /** Without a slash at its end; empty for a `work`. */
  origin(): string;
  kill(): Promise<void>;
  /** After `kill`, with the same folder; `main` is the program of another version. */
  start(main?: string): Promise<void>;
  end(): Promise<void>;
}

/** Several processes of one instance, on a PostgreSQL and a bucket that others run. */
export interface Fleet {
  servers: readonly Member[];
  workers: readonly Member[];
  /** Of several the primary. */
  database(): ExternalPostgres;
  replicated: ReplicatedPostgres | null;
  store: TestStore;
  mails: MailReceiver;
  /** What a receiver of notifications was told. */
  notified: { id: string; event: string; body: string; atMs: number }[];
  callbackUrl: string;
  /** Of a program of the first account. */
  apiKey: string;
  end(): Promise<void>;
}

export interface FleetPlan {
  servers: number;
  workers: number;
  postgresMajor: string;
  isDurable: boolean;
  isEncrypted: boolean;
  /** The database has a standby that it waits for. */
  isReplicated?: boolean;
  settings?: Readonly<Record<string, string>>;
  /** The program of another version, with which all begin. */
  main?: string;
}

/** Of the proxy that would be in front: links begin with it. */
const BASE_URL = 'http://localhost:3000';

export async function startFleet(plan: FleetPlan): Promise<Fleet> {
  const rootDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-fleet-'));
  await chmod(rootDir, 0o711);
  const ends: (() => Promise<unknown>)[] = [() => rm(rootDir, { recursive: true, force: true })];
  const end = async () => {
    // All of it, also where one of them does not end.
    const failures: unknown[] = [];
    for (const each of ends.toReversed()) await each().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  const keep = async <T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> => {
    const opened = await opening;
    ends.push(() => opened.close());
    return opened;
  };
  try {
    const { postgresMajor: versionMajor, isDurable } = plan;
    const replicated = plan.isReplicated
      ? await keep(startReplicatedPostgres({ versionMajor, isDurable }))
      : null;
    const single = replicated ? null : await keep(startExternalPostgres({ versionMajor, isDurable }));
    const store = await keep(openTestStore());
    const mails = await keep(openMailReceiver());
    const receiver = await keep(openReceiver());
    const keyFile = join(rootDir, 'documents.key');
    await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
    const settings = {
      ...store.env,
      ...(plan.isEncrypted ? { PARAPH_ENCRYPTION_KEYS: keyFile } : {}),
      DATABASE_URL: (replicated ?? single)?.connectionString ?? '',
      SMTP_URL: mails.url,
      PARAPH_BASE_URL: BASE_URL,
      PARAPH_KEYS_DIR: join(rootDir, 'keys'),
      PARAPH_LOG_LEVEL: 'error',
      ...plan.settings,
    };
    const hire = async (kind: 'serve' | 'work', index: number): Promise<Member> => {
      const own = { ...settings, PARAPH_DATA_DIR: join(rootDir, `${kind}-${index}`) };
      const member = kind === 'serve' ? newServer(own) : newWorker(own);
      ends.push(() => member.end());
      await member.start(plan.main);
      return member;
    };
    // The link to the first account is printed anew by each server that starts without one.
    const first = (await hire('serve', 0)) as Awaited<ReturnType<typeof newServer>>;
    const apiKey = await openSender(first.origin(), first.setUpLink());
    const more = Array.from({ length: plan.servers - 1 }, (_each, index) => hire('serve', index + 1));
    const workers = Array.from({ length: plan.workers }, (_each, index) => hire('work', index));
    return {
      servers: [first, ...(await Promise.all(more))],
      workers: await Promise.all(workers),
      database: () => replicated?.primary() ?? (single as ExternalPostgres),
      replicated,
      store,
      mails,
      notified: receiver.notified,
      callbackUrl: receiver.url,
      apiKey,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type Settings = Parameters<typeof startServerProcess>[0];

function newServer(settings: Settings) {
  let running: Awaited<ReturnType<typeof startServerProcess>> | null = null;
  const stop = async (signal: NodeJS.Signals) => {
    await running?.end(signal);
  };
  return {
    pid: () => running?.pid ?? 0,
    origin: () => running?.baseUrl ?? '',
    setUpLink: () => running?.setUpLink ?? '',
    kill: () => stop('SIGKILL'),
    start: async (main = mainFile) => {
      running = await startServerProcess(settings, { noWorker: true, main });
    },
    end: () => endInTime('serve', stop),
  };
}

function newWorker(settings: Settings) {
  let running: ReturnType<typeof startTalker> | null = null;
  const stop = async (signal: NodeJS.Signals) => {
    await running?.end(signal);
  };
  return {
    pid: () => running?.pid ?? 0,
    origin: () => '',
    kill: () => stop('SIGKILL'),
    start: async (main = mainFile) => {
      running = startTalker([...nodeFlags, main, 'work'], {
        env: { PATH: process.env.PATH, ...settings },
      });
      await running.hear(({ message }) => message?.includes('is doing its jobs') ?? false);
    },
    end: () => endInTime('work', stop),
  };
}

/** A process that does not end in order is a fault. */
async function endInTime(kind: string, stop: (signal: NodeJS.Signals) => Promise<void>): Promise<void> {
  let isOver = false;
  const ending = stop('SIGTERM').then(() => {
    isOver = true;
  });
  await until(`the end of a ${kind}`, () => isOver, 20_000).catch(async (error: unknown) => {
    await stop('SIGKILL');
    throw error;
  });
  await ending;
}

/** Takes all notifications, and notes them. */
async function openReceiver() {
  const notified: Fleet['notified'] = [];
  const { origin, close } = await openHttpServer(({ headers, body }, response) => {
    const [id, event] = [String(headers['webhook-id']), String(headers['paraph-event'])];
    notified.push({ id, event, body: body.toString(), atMs: Date.now() });
    response.writeHead(204).end();
  });
  return { url: `${origin}/news`, notified, close };
}
