import type pg from 'pg';
import { addSeconds, type Clock } from '../platform/clock.ts';
import type { Finding } from './doctor-checks.ts';

interface Backlog {
  name: string;
  /** Answers `count`, of what should not be there. */
  sql: string;
  /** How long ago $1 of the statement is; null without one. */
  agoSeconds: number | null;
  detail(count: number): string;
  remedy: string;
}

const LATE_SECONDS = 600;
const DAY_SECONDS = 86_400;

const BACKLOGS: readonly Backlog[] = [
  {
    name: 'jobs',
    sql: `select count(*)::int as count from graphile_worker.jobs where run_at < $1`,
    agoSeconds: LATE_SECONDS,
    detail: (count) => `${count} jobs have been due for more than ten minutes.`,
    remedy:
      'See that a `serve` or a `work` runs that does jobs of their kind, and what its log says of them.',
  },
  {
    name: 'outages',
    sql: `select count(*)::int as count from graphile_worker._private_jobs
          where flags ? 'waits-for-storage' and exists (select from outages)`,
    agoSeconds: null,
    detail: (count) => `${count} jobs wait for the storage of documents, which cannot be used.`,
    remedy: 'See the findings about the storage and what the log says of it; they go on once it can be used.',
  },
  {
    name: 'workflows',
    sql: `select count(*)::int as count from workflows where status = 'blocked'`,
    agoSeconds: null,
    detail: (count) => `${count} workflows are blocked: the tries to seal them are spent.`,
    remedy:
      'Their pages name the cause. When it is mended, press Retry there; nothing that was signed is lost.',
  },
  {
    name: 'seals',
    sql: `select count(*)::int as count from seals where state = 'pending' and attempts > 0`,
    agoSeconds: null,
    detail: (count) => `${count} documents wait for their seal after a failed try.`,
    remedy:
      'The log names the cause: a timestamp authority, the token of a key, or the storage. Tries go on.',
  },
  {
    name: 'signatures',
    sql: `select count(*)::int as count from pending_timestamps`,
    agoSeconds: null,
    detail: (count) => `${count} signatures wait for a timestamp, and the next people are not called.`,
    remedy: 'See the finding about timestamps; name a second authority in PARAPH_TSA_URLS, or wait.',
  },
  {
    name: 'notifications',
    sql: `select count(*)::int as count from deliveries
          where (state = 'pending' and attempts > 0) or (state = 'dead' and created_at > $1)`,
    agoSeconds: DAY_SECONDS,
    detail: (count) => `${count} notifications fail, or were given up in the last 24 hours.`,
    remedy: "The workflow's page shows each receiver's reply; what was given up can be sent again there.",
  },
  {
    name: 'mails',
    sql: `select count(*)::int as count from mails
          where (state = 'queued' and attempts > 0) or (state = 'failed' and created_at > $1)`,
    agoSeconds: DAY_SECONDS,
    detail: (count) => `${count} mails fail, or were given up in the last 24 hours.`,
    remedy: 'See the finding about mail; what waits goes out by itself, what was given up can be sent again.',
  },
];

/** Accounts of which something is still being erased, and how far that is. */
async function checkErasures(client: Pick<pg.Client, 'query'>): Promise<Finding[]> {
  const { rows } = await client.query(
    `select count(*)::int as count, sum(done)::bigint as done, sum(total)::bigint as total from account_erasures`,
  );
  const { count, done, total } = rows[0];
  if (count === 0) return [];
  const detail = `${count} accounts are being erased: mails about ${done} of ${total} workflows are gone.`;
  return [{ name: 'erasures', state: 'well', detail }];
}

/** What waits although it should not: late jobs, and what failed and is tried again or was given up. */
export async function checkWork(client: Pick<pg.Client, 'query'>, clock: Clock): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, sql, agoSeconds, detail, remedy } of BACKLOGS) {
    const times = agoSeconds === null ? [] : [addSeconds(clock.now(), -agoSeconds)];
    const { rows } = await client.query(sql, times);
    const { count } = rows[0];
    if (count > 0) findings.push({ name, state: 'warning', detail: detail(count), remedy });
  }
  const erasures = await checkErasures(client);
  if (findings.length > 0) return [...findings, ...erasures];
  const detail = 'No job is late, and no seal, timestamp, notification or mail failed lately.';
  return [{ name: 'work', state: 'well', detail }, ...erasures];
}
