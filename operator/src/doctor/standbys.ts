import { listHostUrls } from '@paraph/server/config/database-url.ts';
import { askHosts, timelineOf } from '@paraph/server/database/primary.ts';
import pg from 'pg';
import type { Finding } from './finding.ts';

/** A standby of the database, as its primary sees it. */
interface Standby {
  name: string;
  /** `pg_stat_replication.sync_state`; null where the user may not see it. */
  state: string | null;
}

/** The hosts of `DATABASE_URL`, and whether a standby has what was acknowledged when its primary is lost. */
export async function checkStandbys(client: pg.Client, databaseUrl: string | null): Promise<Finding[]> {
  if (databaseUrl === null) return [];
  const { rows } = await client.query<Standby>(
    `select coalesce(nullif(application_name, ''), client_addr::text, 'a standby') as name, sync_state as state
     from pg_stat_replication where coalesce(state, '') <> 'backup' order by 1`,
  );
  const { rows: settings } = await client.query<{ value: string }>(
    `select current_setting('synchronous_commit') as value`,
  );
  const urls = listHostUrls(databaseUrl);
  return [
    ...(urls.length > 1 ? [await checkHosts(urls)] : []),
    ...evaluateStandbys(rows, { waits: /^(on|remote_apply)$/.test(settings[0]?.value ?? '') }),
  ];
}

async function checkHosts(urls: readonly string[]): Promise<Finding> {
  const name = 'database hosts';
  const states = await askHosts(urls);
  const namesOf = (some: readonly { url: string }[]) => some.map(({ url }) => new URL(url).host).join(', ');
  const writable = states.filter(({ timeline }) => timeline !== null);
  if (writable.length > 1)
    return {
      name,
      state: 'failed',
      detail: `${namesOf(writable)} all take writes: what one of them stores, the others do not have.`,
      remedy: 'Stop all but the one that was promoted last, and make the others its standbys anew.',
    };
  const away = urls.filter((url) => states.every((state) => state.url !== url)).map((url) => ({ url }));
  const detail = `${namesOf(writable)} takes writes; ${states.length} of ${urls.length} hosts answer.`;
  if (away.length === 0) return { name, state: 'well', detail };
  const remedy = `Start ${namesOf(away)}, or take it out of DATABASE_URL.`;
  return { name, state: 'warning', detail, remedy };
}

/** The standby that lists are read from. */
export async function checkReplica(primary: pg.Client, url: string): Promise<Finding> {
  const name = 'replica';
  const remedy = 'Start it, or take DATABASE_REPLICA_URL out: until then lists are read from the primary.';
  const replica = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  replica.on('error', () => {});
  try {
    await replica.connect();
    const { rows } = await replica.query<{ follows: boolean; at: string | null; timeline: number }>(
      `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as at, timeline_id as timeline
       from pg_control_checkpoint()`,
    );
    const { follows = false, at = null, timeline = 0 } = rows[0] ?? {};
    if (!follows || at === null)
      return { name, state: 'warning', detail: 'It takes writes itself, and follows no primary.', remedy };
    const { rows: told } = await primary.query<{ behind: number; segment: string }>(
      `select greatest(0, pg_current_wal_flush_lsn() - $1::pg_lsn)::float8 as behind,
         pg_walfile_name(pg_current_wal_flush_lsn()) as segment`,
      [at],
    );
    const { behind = 0, segment = '' } = told[0] ?? {};
    if (timelineOf(segment) !== timeline) {
      const detail =
        'It is on another timeline than the primary, or has seen no checkpoint since a failover.';
      return { name, state: 'warning', detail, remedy: 'Let it follow the primary that is in use.' };
    }
    const detail = `Lists are read from it; it is ${behind} bytes of log behind.`;
    return { name, state: 'well', detail };
  } catch (error) {
    const detail = `It does not answer: ${error instanceof Error ? error.message : error}`;
    return { name, state: 'warning', detail, remedy };
  } finally {
    await replica.end().catch(() => {});
  }
}

function evaluateStandbys(standbys: readonly Standby[], { waits }: { waits: boolean }): Finding[] {
  const name = 'standbys of the database';
  if (standbys.length === 0) return [];
  const names = standbys.map((standby) => standby.name).join(', ');
  if (standbys.some(({ state }) => state === null)) {
    const detail = `${names}: the user of DATABASE_URL may not see whether the primary waits for it.`;
    return [{ name, state: 'warning', detail, remedy: 'As a superuser: grant pg_monitor to that user.' }];
  }
  const awaited = standbys.filter(({ state }) => waits && (state === 'sync' || state === 'quorum'));
  if (awaited.length > 0) {
    const detail = `What is acknowledged is also on ${awaited.map((standby) => standby.name).join(', ')}.`;
    return [{ name, state: 'well', detail }];
  }
  return [
    {
      name,
      state: 'warning',
      detail: `${names} follows without being waited for: if the primary is lost, the last things that were acknowledged are, too.`,
      remedy:
        "On the primary set synchronous_standby_names = 'ANY 1 (*)' and synchronous_commit = on; with two standbys, one may be away.",
    },
  ];
}
