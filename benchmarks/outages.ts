import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WITHOUT_LIMITS } from '../tests/generated/callers.ts';
import { type Fleet, startFleet } from '../tests/support/fleet.ts';
import { AwayError, createEnvelope, signByLink } from '../tests/support/http-life.ts';
import { until } from '../tests/support/processes.ts';
import { buildServerIfStale, buildWebIfStale } from '../tools/build.mjs';
import { buildDocument } from './documents.ts';
import type { Report, Row } from './report.ts';

const CLIENTS = 12;
const OUTAGES = 3;
const AWAY_MS = Number(process.env.PARAPH_BENCH_AWAY ?? 60) * 1000;
const BETWEEN_MS = 20_000;
/** As `Retry-After` asks. */
const RETRY_MS = 1_000;
const PATIENCE_MS = 300_000;
const DOCUMENT = buildDocument({ pages: 3, bytes: 50_000 });

interface Life {
  beginsAtMs: number;
  id: string | null;
}

interface Load {
  fleet: Fleet;
  lives: Life[];
  calls: number;
  isOver: boolean;
}

/** Lives by HTTP on two `serve` and two `work` whose bucket is away three times: how late those end that waited for it. */
export async function benchOutages(): Promise<Report> {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const fleet = await startFleet({
    servers: 2,
    workers: 2,
    postgresMajor: '18',
    isDurable: true,
    isEncrypted: true,
    // All clients call from one address, and send a signature anew at each try.
    settings: { ...WITHOUT_LIMITS, PARAPH_S3_CACHE_MB: '1' },
  });
  const database = new pg.Pool({ connectionString: fleet.database().connectionString, max: 1 });
  const load: Load = { fleet, lives: [], calls: 0, isOver: false };
  try {
    const clients = Promise.all(Array.from({ length: CLIENTS }, () => liveOn(load)));
    clients.catch(() => {});
    const returns: number[] = [];
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      await Promise.race([sleep(BETWEEN_MS), clients]);
      await fleet.store.kill();
      await Promise.race([sleep(AWAY_MS), clients]);
      await fleet.store.start();
      returns.push(Date.now());
    }
    load.isOver = true;
    await clients;
    const isDone = async () => (await readWaiting(database)) === 0;
    await until('all lives to end, and their mails to be sent', isDone, PATIENCE_MS);
    const doneAtMs = Date.now();
    const last = returns.at(-1) ?? Number.NaN;
    return {
      tables: [
        {
          title: `outages: the bucket away ${OUTAGES} times for ${AWAY_MS / 1000} s, ${CLIENTS} clients`,
          notes: [
            'waiting: lives begun before the store came back that had not ended by then',
            's: from its return to the notification that the last of them is signed and sealed',
          ],
          rows: returns.map((atMs, index) => outageRow(load, { index, atMs })),
        },
        {
          title: 'outages: all of it, once everything is sent',
          notes: [
            'attempts: the most that one mail or one seal has used up; a mail sent at once has 1, a document sealed at once 0',
          ],
          rows: [{ 's after the last return': (doneAtMs - last) / 1000, ...(await readUsedUp(database)) }],
        },
      ],
    };
  } finally {
    load.isOver = true;
    await database.end();
    await fleet.end();
  }
}

/** As a client behind a proxy: the next server, until one answers. */
async function untilAnswered<T>(load: Load, act: (origin: string) => Promise<T>): Promise<T> {
  const { servers } = load.fleet;
  for (;;) {
    load.calls += 1;
    try {
      return await act(servers[load.calls % servers.length]?.origin() ?? '');
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** One envelope after another; its seal is not waited for. */
async function liveOn(load: Load): Promise<void> {
  const { mails, callbackUrl, apiKey } = load.fleet;
  while (!load.isOver) {
    const life: Life = { beginsAtMs: Date.now(), id: null };
    load.lives.push(life);
    const email = `grace-${load.lives.length}@example.com`;
    const asked = { apiKey, document: DOCUMENT, name: `Lease ${load.lives.length}`, email, callbackUrl };
    const idempotencyKey = crypto.randomUUID();
    life.id = await untilAnswered(load, (origin) => createEnvelope(origin, { ...asked, idempotencyKey }));
    const invitation = () => mails.messages.find(({ to }) => to.includes(email));
    await until(`the invitation to ${email}`, () => invitation() !== undefined, PATIENCE_MS);
    const link = invitation()?.links.find((each) => each.includes('/sign')) ?? '';
    await untilAnswered(load, (origin) => signByLink(origin, link));
  }
}

function outageRow({ fleet, lives }: Load, { index, atMs }: { index: number; atMs: number }): Row {
  const endOf = new Map(
    fleet.notified
      .filter(({ event }) => event === 'workflow.signed')
      .map((notification) => [envelopeOf(notification.body), notification.atMs]),
  );
  const ends = lives
    .filter(({ beginsAtMs }) => beginsAtMs < atMs)
    .map(({ id }) => endOf.get(id ?? '') ?? Number.NaN)
    .filter((endsAtMs) => !(endsAtMs < atMs));
  return { outage: index + 1, waiting: ends.length, s: (Math.max(...ends) - atMs) / 1000 };
}

function envelopeOf(body: string): string {
  return (JSON.parse(body) as { id: string }).id;
}

async function readWaiting(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select (select count(*) from deliveries where state = 'pending')::int
       + (select count(*) from mails where state = 'queued')::int
       + (select count(*) from workflows where status in ('started', 'approved'))::int as count`,
  );
  return rows[0]?.count ?? Number.NaN;
}

async function readUsedUp(database: pg.Pool): Promise<Row> {
  const { rows } = await database.query<Record<string, number>>(
    `select (select count(*)::int from workflows) as envelopes,
       (select count(*)::int from workflows where status <> 'signed') as "not signed",
       (select count(*)::int from mails) as mails,
       (select count(*)::int from mails where state <> 'sent') as "not sent",
       (select max(attempts) from mails) as "attempts of a mail",
       (select max(attempts) from seals) as "of a seal"`,
  );
  return rows[0] ?? {};
}
