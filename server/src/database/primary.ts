import { EventEmitter } from 'node:events';
import pg from 'pg';

/** Options of a connection that lead to the primary of several PostgreSQL, whichever that is when they are read. */
export interface PrimaryOptions {
  readonly connectionString: string;
  readonly primary: Primary;
}

/** The one of several PostgreSQL that takes writes, while the others follow it. */
export interface Primary {
  url(): string;
  /** Asks all of them; true if one takes writes. */
  find(): Promise<boolean>;
  /** Calls `leave` once another one has become the primary. Returns what ends that. */
  onChange(leave: () => void): () => void;
  stop(): void;
}

const WATCHED_EVERY_MS = 1_000;
/** Of as many looks one is at all hosts: an old primary still answers after another one was promoted. */
const LOOKS_AT_ALL = 5;
const ANSWER_MS_MAX = 2_000;

/** What a host says of itself. */
export interface HostState {
  url: string;
  /** It grows with each promotion; null: a standby. */
  timeline: number | null;
}

/**
 * Finds the primary, and finds it again whenever it stops answering or taking writes: a machine that lost its power
 * ends no connection, so it is asked once a second. One that still answers after another was promoted is left within
 * seconds, and who was the primary before the last promotion is not taken again.
 *
 * @throws Error if none takes writes
 */
export async function openPrimary(urls: readonly string[]): Promise<PrimaryOptions> {
  const changes = new EventEmitter().setMaxListeners(0);
  let current: HostState = { url: urls[0] ?? '', timeline: null };
  let finding: Promise<boolean> | null = null;
  const find = async () => {
    const primary = choosePrimary(await askHosts(urls), current);
    if (primary === null) return false;
    const isOther = primary.url !== current.url;
    current = primary;
    if (isOther) changes.emit('change');
    return true;
  };
  const findOnce = () => {
    finding ??= find().finally(() => {
      finding = null;
    });
    return finding;
  };
  if (!(await findOnce())) throw await whyNone(urls);
  let isWatching = false;
  let looks = 0;
  const watch = async () => {
    looks += 1;
    const isOfAll = looks % LOOKS_AT_ALL === 0;
    const state = isOfAll ? null : await askHost(current.url).catch(() => null);
    if (state?.timeline == null) await findOnce();
  };
  const timer = setInterval(() => {
    if (isWatching) return;
    isWatching = true;
    void watch().finally(() => {
      isWatching = false;
    });
  }, WATCHED_EVERY_MS);
  timer.unref();
  const primary: Primary = {
    url: () => current.url,
    find: findOnce,
    onChange: (leave) => {
      changes.on('change', leave);
      return () => changes.off('change', leave);
    },
    stop: () => clearInterval(timer),
  };
  return {
    get connectionString() {
      return current.url;
    },
    primary,
  };
}

/** Of all that take writes the one that was promoted last: an old primary that is started again does not know of it. */
function choosePrimary(states: readonly HostState[], current: HostState): HostState | null {
  const writable = states.filter(({ timeline }) => timeline !== null);
  const newest = Math.max(current.timeline ?? 0, ...writable.map(({ timeline }) => timeline ?? 0));
  const newestOnes = writable.filter(({ timeline }) => timeline === newest);
  return newestOnes.find(({ url }) => url === current.url) ?? newestOnes[0] ?? null;
}

/** Those that answer, at once: a machine that is gone answers late or never. */
export async function askHosts(urls: readonly string[]): Promise<HostState[]> {
  const answers = await Promise.allSettled(urls.map(askHost));
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}

/** The name of a segment of the write-ahead log begins with the timeline, as eight hexadecimal digits. */
export function timelineOf(segment: string): number {
  return Number.parseInt(segment.slice(0, 8), 16);
}

const ASK = `select case when not pg_is_in_recovery()
  then pg_walfile_name(pg_current_wal_lsn()) end as segment`;

async function askHost(url: string): Promise<HostState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ segment: string | null }>(ASK);
    const segment = rows[0]?.segment ?? null;
    return { url, timeline: segment === null ? null : timelineOf(segment) };
  } finally {
    void client.end().catch(() => {});
  }
}

/** Why a connection cannot be made: what the first host that cannot be reached said, or that all are standbys. */
async function whyNone(urls: readonly string[]): Promise<Error> {
  const answers = await Promise.allSettled(urls.map(askHost));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed) return failed.reason as Error;
  const error = new Error(
    'None of the hosts in DATABASE_URL takes writes: all of them follow another PostgreSQL.',
  );
  // cannot_connect_now: as a PostgreSQL that is starting says, so that who can wait does.
  return Object.assign(error, { code: '57P03' });
}
