import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDeps } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/config.ts';
import type { Deps } from '../../server/src/deps.ts';
import { storeToken } from '../../server/src/oauth/access-tokens.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { mainFile, nodeFlags } from '../../tools/runtime.mjs';
import { enterBy } from './account-client.ts';
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { openHttpServer } from './http-server.ts';
import { insertAccount, PASSWORD, type TestInstance } from './instance.ts';
import { startTalker } from './processes.ts';
import { queryOnce } from './query-once.ts';
import { startServerProcess } from './server-process.ts';
import { findLink } from './signer.ts';

/** An instance of processes, at an address that outlives them. */
export interface Cell {
  /** Without a slash at its end. */
  origin: string;
  settings: Record<string, string> & { PARAPH_DATA_DIR: string };
  /** Of its database and keys, beside its processes. */
  deps: Deps;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** By SIGKILL; it begins again. */
  restart(): Promise<void>;
  /** The link that was mailed to an address; null while there is none. */
  findLink(email: string): Promise<string | null>;
  end(): Promise<void>;
}

/** Accounts and keys are many, and all from here. */
const RATES = ['apiKey', 'token', 'signInClient', 'signInDevice', 'signInAddress']
  .map((name) => `${name}=1000000/30`)
  .join(', ');

export async function startCells(folder: string): Promise<{ cells: [Cell, Cell]; end(): Promise<void> }> {
  const postgres = await startExternalPostgres({ versionMajor: '18', isDurable: true });
  const cells: Cell[] = [];
  const end = async () => {
    for (const cell of cells) await cell.end();
    await postgres.close();
  };
  try {
    for (const number of [0, 7]) cells.push(await startCell(postgres, `${folder}/cell-${number}`, number));
    return { cells: cells as [Cell, Cell], end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function startCell(postgres: ExternalPostgres, dataDir: string, number: number): Promise<Cell> {
  await mkdir(dataDir, { recursive: true });
  const database = `cell_${number}`;
  await queryOnce(postgres.connectionString, `create database ${database}`);
  const keyFile = `${dataDir}.key`;
  await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  let server: Awaited<ReturnType<typeof startServerProcess>> | null = null;
  const front = await openFront(() => server?.baseUrl ?? '');
  const settings = {
    DATABASE_URL: postgres.connectionString.replace(/postgres$/, database),
    PARAPH_DATA_DIR: dataDir,
    PARAPH_BASE_URL: front.origin,
    PARAPH_ENCRYPTION_KEYS: keyFile,
    PARAPH_LOG_LEVEL: 'error',
    PARAPH_RATES: RATES,
    ...(number > 0 ? { PARAPH_CELL: String(number) } : {}),
  };
  server = await startServerProcess(settings);
  const connecting = { connectionString: settings.DATABASE_URL };
  const { deps, close } = await openDeps(readConfig(settings), connecting, { log: openLog('silent') });
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await deps.pool.query(text, values)).rows as Row[];
  return {
    ...{ origin: front.origin, settings, deps, query },
    restart: async () => {
      await server?.end('SIGKILL');
      server = await startServerProcess(settings);
    },
    findLink: (email) => findLink({ deps } as TestInstance, email).catch(() => null),
    end: async () => {
      await close();
      await server?.end();
      await front.close();
    },
  };
}

/** Where the process is not, it answers as a proxy does. */
function openFront(originOf: () => string) {
  return openHttpServer(async ({ method, url, headers, body }, response) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...sent } = headers;
    try {
      const answer = await fetch(originOf() + url, {
        ...{ method, redirect: 'manual', headers: sent as Record<string, string> },
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const {
        'content-encoding': _encoding,
        'content-length': _size,
        'transfer-encoding': _transfer,
        ...got
      } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, { ...got, 'set-cookie': answer.headers.getSetCookie() }).end(bytes);
    } catch {
      response.writeHead(503).end();
    }
  });
}

interface Ran {
  code: number | null;
  printed: string;
  wasKilled: boolean;
}

/** Some points last for milliseconds. */
const LOOK_MS = 2;

/** A command of the operator at a cell, killed as soon as it is time. */
export async function runAt(
  { settings }: Cell,
  words: readonly string[],
  isTime: () => Promise<boolean> = async () => false,
): Promise<Ran> {
  const env = { PATH: process.env.PATH, ...settings };
  const { child, lines, errors, end } = startTalker([...nodeFlags, mainFile, ...words], { env });
  let [isOver, wasKilled] = [false, false];
  child.on('close', () => {
    isOver = true;
  });
  while (!isOver) {
    if (!wasKilled && (await isTime()) && child.exitCode === null) {
      wasKilled = true;
      await end('SIGKILL');
    }
    await sleep(LOOK_MS);
  }
  const printed = [...lines.map(({ message }) => message ?? ''), errors()].join('\n');
  return { code: child.exitCode, printed, wasKilled };
}

/** An organization with a program, an app and a receiver of notifications. */
export interface Tenant {
  id: number;
  email: string;
  home: Cell;
  apiKey: string;
  /** Of an access token that a person has granted. */
  token: string;
  /** By which its notifications are signed. */
  secret: string;
  /** Answered ids, by the names of their envelopes. */
  created: Map<string, string>;
  /** Envelopes whose last press was answered. */
  finished: Set<string>;
}

export async function openTenant(home: Cell, name: string, hook: string): Promise<Tenant> {
  const { deps, origin } = home;
  const email = `${name.toLowerCase()}@example.com`;
  const { id: userId } = await insertAccount(deps, { name, email });
  const { call } = await enterBy(origin, 'sign-in', { email, password: PASSWORD });
  const scopes = ['workflows:read', 'workflows:write'];
  const key = await call('/api/v1/api-keys', { name: 'Load', scopes });
  const endpoint = await call('/api/v1/organization/webhooks', { url: hook });
  const [member] = await home.query<{ id: number }>(
    'select organization_id as id from members where user_id = $1',
    [userId],
  );
  const token = randomUUID();
  await deps.database.transaction().execute(async (tx) => {
    const [grant] = await home.query<{ id: number }>(
      `insert into app_grants (app_id, user_id, scopes, approved_at)
       select id, $1, '{workflows:read}', now() from integration_apps where client_id = 'paraph-cli' returning id`,
      [userId],
    );
    const expiresAt = new Date(Date.now() + 86_400_000);
    const of = { kind: 'access', grantId: grant?.id ?? 0, scopes: ['workflows:read'] } as const;
    await storeToken(tx, deps, { ...of, token, expiresAt });
  });
  const [apiKey, secret] = [(key as { key: string }).key, (endpoint as { secret: string }).secret];
  return {
    ...{ id: Number(member?.id), email, home, apiKey, token, secret },
    ...{ created: new Map(), finished: new Set() },
  };
}
