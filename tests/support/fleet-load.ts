import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import type { Fleet } from './fleet.ts';
import { AwayError, createEnvelope, signByLink } from './http-life.ts';
import { until } from './processes.ts';
import { lease } from './quick-sender.ts';
import { untilDone } from './until-done.ts';

const RETRY_MS = 100;

export interface Load {
  fleet: Fleet;
  apiKey: string;
  isOver: boolean;
  /** Answered ids, by the names of their envelopes, each of which is asked for by one client alone. */
  created: Map<string, string>;
  /** Envelopes whose last press was answered. */
  finished: Set<string>;
  turns: number;
  /** Of each request that was refused or not answered, how long it was repeated. */
  refusedMs: number[];
}

/** As a client behind a proxy: the next server, until one answers. */
async function untilAnswered<T>(load: Load, act: (origin: string) => Promise<T>): Promise<T> {
  let refusedAt: number | null = null;
  for (;;) {
    const { servers } = load.fleet;
    load.turns += 1;
    const begunAt = performance.now();
    try {
      const answer = await act(servers[load.turns % servers.length]?.origin() ?? '');
      // How long its answer took is another question.
      if (refusedAt !== null) load.refusedMs.push(begunAt - refusedAt);
      return answer;
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
      refusedAt ??= performance.now();
      await sleep(RETRY_MS);
    }
  }
}

/** One envelope after another, each to its end; as a client that repeats what was not answered. */
async function liveOn(load: Load): Promise<void> {
  const { mails, callbackUrl } = load.fleet;
  while (!load.isOver) {
    const [name, idempotencyKey] = [`Lease ${randomUUID()}`, randomUUID()];
    const email = `${name.slice(-12)}@example.com`;
    const asked = { apiKey: load.apiKey, document: lease, name, email, callbackUrl, idempotencyKey };
    const id = await untilAnswered(load, (origin) => createEnvelope(origin, asked));
    load.created.set(name, id);
    const invitation = () => mails.messages.find(({ to }) => to.includes(email));
    await until(`the invitation to ${name}`, () => invitation() !== undefined, 60_000);
    const link = invitation()?.links.find((each) => each.includes('/sign')) ?? '';
    await untilAnswered(load, (origin) => signByLink(origin, link));
    load.finished.add(id);
  }
}

export interface Ended {
  id: string;
  name: string;
  status: string;
  acts: number;
  seals: number;
}

/** What became of workflows that one person signs. */
export const ENDED = `select envelope_id as id, name, status,
    (select count(*)::int from events where workflow_id = workflows.id and name = 'action.signed') as acts,
    (select count(*)::int from events where workflow_id = workflows.id and name = 'workflow.signed') as seals
  from workflows`;

export const hasEndedOnce = ({ status, acts, seals }: Ended) =>
  status === 'signed' && acts === 1 && seals === 1;

/** What the database holds once all has been done, however often it was begun. */
async function readOutcome({ database, notified }: Fleet) {
  const pool = new pg.Pool({ connectionString: database().connectionString, max: 1 });
  const query = async <Row>(text: string) => (await pool.query(text)).rows as Row[];
  try {
    const others = `+ (select count(*) from workflows where status in ('started', 'approved'))`;
    await untilDone(pool, { patienceMs: 90_000, others });
    const workflows = await query<Ended>(ENDED);
    const asked = await query<{ id: string }>(`select webhook_id as id from deliveries`);
    const heard = new Set(notified.map(({ id }) => id));
    return { workflows, unheard: asked.filter(({ id }) => !heard.has(id)), asked: asked.length };
  } finally {
    await pool.end();
  }
}

/** Clients that go on until the load is over. */
export function startLoad(fleet: Fleet, clients: number): { load: Load; ended: Promise<void> } {
  const load: Load = {
    ...{ fleet, apiKey: fleet.apiKey, isOver: false, turns: 0 },
    ...{ created: new Map(), finished: new Set(), refusedMs: [] },
  };
  const ended = Promise.all(Array.from({ length: clients }, () => liveOn(load))).then(() => {});
  ended.catch(() => {});
  return { load, ended };
}

/** Everything that was acknowledged is there, once, and has ended. */
export async function expectNothingLost({ fleet, created, finished }: Load) {
  const { workflows, unheard, asked } = await readOutcome(fleet);
  expect(workflows.map(({ name }) => name).toSorted()).toEqual([...created.keys()].toSorted());
  expect(new Set(workflows.map(({ id }) => id))).toEqual(finished);
  expect(workflows.filter((each) => !hasEndedOnce(each))).toEqual([]);
  expect(unheard).toEqual([]);
  return { workflows, asked };
}
