import pg from 'pg';
import { type Fleet, type Member, startFleet } from '../tests/support/fleet.ts';
import { createEnvelope, signByLink } from '../tests/support/http-life.ts';
import { until } from '../tests/support/processes.ts';
import { buildServerIfStale, buildWebIfStale } from '../tools/build.mjs';
import { readLedger } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import type { Report, Row } from './report.ts';
import { percentile } from './statistics.ts';

const PROCESSES = [1, 2, 4];
const CLIENTS = 8;
const WARM_UP = 16;
const LIVES = Number(process.env.PARAPH_BENCH_LIVES ?? 120);
const DOCUMENT = buildDocument({ pages: 3, bytes: 50_000 });

interface Life {
  createMs: number;
  signMs: number;
  /** From the answer to the last press to the notification that all is signed and sealed. */
  toldMs: number;
}

/** Whole lives of envelopes by HTTP on 1, 2 and 4 `serve` and as many `work`, with one PostgreSQL and one bucket. */
export async function benchScale(): Promise<Report> {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const rows: Row[] = [];
  for (const count of PROCESSES) rows.push(await measure(count));
  return {
    tables: [
      {
        title: `scale: ${LIVES} lives of an envelope of 50 KB, ${CLIENTS} at a time, by HTTP`,
        notes: [
          'n: so many serve and so many work; PostgreSQL, bucket, mail server and receiver are on the same machine',
          'load: the process that has the clients, the bucket, the mail server and the receiver; it takes cores of the others',
          'ms of processor time are for each life; files and database are in memory, so that no disk is waited for',
        ],
        rows,
      },
    ],
  };
}

async function measure(count: number): Promise<Row> {
  const fleet = await startFleet({
    servers: count,
    workers: count,
    postgresMajor: '18',
    isDurable: true,
    isEncrypted: false,
    settings: { PARAPH_RATES: 'apiKey=1000000/30' },
  });
  try {
    await liveMany(fleet, WARM_UP);
    const before = readCosts(fleet);
    const startedAt = performance.now();
    const { lives, connections } = await withConnections(fleet, () => liveMany(fleet, LIVES));
    const seconds = (performance.now() - startedAt) / 1000;
    const after = readCosts(fleet);
    const each = Object.entries(before).map(([kind, spent]) => [
      `${kind} ms`,
      ((after[kind as keyof Costs] - spent) * 1000) / LIVES,
    ]);
    const of = (kind: keyof Life, part: number) =>
      percentile(
        lives.map((life) => life[kind]),
        part,
      );
    return {
      n: count,
      'lives/s': LIVES / seconds,
      'create p50': of('createMs', 0.5),
      'create p99': of('createMs', 0.99),
      'sign p50': of('signMs', 0.5),
      'sign p99': of('signMs', 0.99),
      'told p50': of('toldMs', 0.5),
      'told p99': of('toldMs', 0.99),
      ...Object.fromEntries(each),
      connections,
    };
  } finally {
    await fleet.end();
  }
}

let lastLife = 0;

async function liveMany(fleet: Fleet, total: number): Promise<Life[]> {
  const lives: Life[] = [];
  let begun = 0;
  const client = async () => {
    while (begun < total) {
      begun += 1;
      lastLife += 1;
      lives.push(await live(fleet, lastLife));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return lives;
}

async function live({ servers, apiKey, callbackUrl, mails, notified }: Fleet, index: number): Promise<Life> {
  const origin = servers[index % servers.length]?.origin() ?? '';
  const email = `grace-${index}@example.com`;
  const asked = { apiKey, document: DOCUMENT, name: `Lease ${index}`, email, callbackUrl };
  const startedAt = performance.now();
  const id = await createEnvelope(origin, asked);
  const createdAt = performance.now();
  const invitation = await mails.waitFor(({ to }) => to.includes(email));
  const invitedAt = performance.now();
  await signByLink(origin, invitation.links.find((each) => each.includes('/sign')) ?? '');
  const signedAt = performance.now();
  const isTold = () => notified.some(({ event, body }) => event === 'workflow.signed' && body.includes(id));
  await until('the notification of the end', isTold, 120_000);
  return {
    createMs: createdAt - startedAt,
    signMs: signedAt - invitedAt,
    toldMs: performance.now() - signedAt,
  };
}

type Costs = Record<'serve' | 'intake' | 'work' | 'postgres' | 'load', number>;

/** Processor seconds up to now. */
function readCosts({ servers, workers, database }: Fleet): Costs {
  const ledgers = (members: readonly Member[]) => members.map((member) => readLedger(member.pid()));
  const sum = (all: ReturnType<typeof ledgers>, kinds: readonly ('server' | 'intake' | 'postgres')[]) =>
    all.reduce(
      (total, each) => total + kinds.reduce((part, kind) => part + (each?.[kind] ?? Number.NaN), 0),
      0,
    );
  const serving = ledgers(servers);
  const { user, system } = process.cpuUsage();
  return {
    serve: sum(serving, ['server', 'postgres']),
    intake: sum(serving, ['intake']),
    work: sum(ledgers(workers), ['server', 'intake', 'postgres']),
    postgres: sum([readLedger(database().pid())], ['server', 'intake', 'postgres']),
    load: (user + system) / 1e6,
  };
}

/** What the work gives, and the most connections that the processes had meanwhile. */
async function withConnections(fleet: Fleet, work: () => Promise<Life[]>) {
  const client = new pg.Client({ connectionString: fleet.database().connectionString });
  await client.connect();
  let connections = 0;
  let looking: Promise<unknown> = Promise.resolve();
  const look = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int - 1 as count from pg_stat_activity where backend_type = 'client backend'`,
    );
    connections = Math.max(connections, rows[0]?.count ?? 0);
  };
  const timer = setInterval(() => {
    looking = look();
  }, 500);
  try {
    const lives = await work();
    return { lives, connections };
  } finally {
    clearInterval(timer);
    await looking;
    await client.end();
  }
}
