import { listHostUrls } from '@paraph/server/config/database-url.ts';
import { askHosts } from '@paraph/server/database/primary.ts';
import type pg from 'pg';
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
