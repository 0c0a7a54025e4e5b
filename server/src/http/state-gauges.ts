import { statfs } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { countOutages } from '../jobs/outages.ts';
import { addSeconds, systemClock } from '../platform/clock.ts';
import { measureSkew } from '../platform/clock-skew.ts';
import { DATABASE_MS } from '../platform/database-clock.ts';
import { countStorageFaults } from '../platform/watched-blobs.ts';

type GaugeDeps = Pick<Deps, 'config' | 'database' | 'clock'>;

/** Read at each collection by one query, which an index keeps independent of the history. */
interface StateGauge {
  name: string;
  help: string;
  label?: string;
  /** `value` and, where the gauge has one, `label`. */
  query: (now: Date) => RawBuilder<{ value: number; label?: string }>;
}

const DAY_SECONDS = 86_400;

const STATE_GAUGES: readonly StateGauge[] = [
  {
    name: 'paraph_jobs_waiting',
    help: 'Jobs that are due and not done, by kind',
    label: 'job',
    query: () => sql`select task_identifier as label, count(*)::int as value from graphile_worker.jobs
      where run_at <= now() group by task_identifier`,
  },
  {
    name: 'paraph_job_oldest_seconds',
    help: 'Seconds since the job was due that has waited longest, by kind',
    label: 'job',
    query: () => sql`select task_identifier as label, extract(epoch from now() - min(run_at))::float8 as value
      from graphile_worker.jobs where run_at <= now() group by task_identifier`,
  },
  {
    name: 'paraph_outage_seconds',
    help: 'Seconds since jobs wait for what cannot be used, by cause; nothing of it counts as a failure',
    label: 'cause',
    query: (
      now,
    ) => sql`select cause as label, extract(epoch from ${now}::timestamptz - since)::float8 as value
      from outages`,
  },
  {
    name: 'paraph_workflows_blocked',
    help: 'Workflows whose sealing failed and that need a Retry',
    query: () => sql`select count(*)::int as value from workflows where status = 'blocked'`,
  },
  {
    name: 'paraph_seals_waiting',
    help: 'Documents that wait for their seal: first attempt, or after a failed one',
    label: 'attempt',
    query:
      () => sql`select case when attempts = 0 then 'first' else 'later' end as label, count(*)::int as value
      from seals where state = 'pending' group by 1`,
  },
  {
    name: 'paraph_timestamps_waiting',
    help: 'Signatures that wait for their timestamp because no authority gave one',
    query: () => sql`select count(*)::int as value from pending_timestamps`,
  },
  {
    name: 'paraph_renewals_overdue',
    help: 'Sealed documents whose next timestamp is a day late',
    query: (now) => sql`select count(*)::int as value from seals
      where state = 'sealed' and renew_at < ${addSeconds(now, -DAY_SECONDS)}`,
  },
  {
    name: 'paraph_mails_waiting',
    help: 'Mails that are not sent yet: first attempt, or after a failed one',
    label: 'attempt',
    query:
      () => sql`select case when attempts = 0 then 'first' else 'later' end as label, count(*)::int as value
      from mails where state = 'queued' group by 1`,
  },
  {
    name: 'paraph_mails_failed_day',
    help: 'Mails of the last 24 hours that were given up',
    query: (now) => sql`select count(*)::int as value from mails
      where state = 'failed' and created_at > ${addSeconds(now, -DAY_SECONDS)}`,
  },
  {
    name: 'paraph_deliveries_waiting',
    help: 'Notifications that no receiver took yet: first attempt, or after a failed one',
    label: 'attempt',
    query:
      () => sql`select case when attempts = 0 then 'first' else 'later' end as label, count(*)::int as value
      from deliveries where state = 'pending' group by 1`,
  },
  {
    name: 'paraph_deliveries_dead_day',
    help: 'Notifications of the last 24 hours that were given up',
    query: (now) => sql`select count(*)::int as value from deliveries
      where state = 'dead' and created_at > ${addSeconds(now, -DAY_SECONDS)}`,
  },
  {
    name: 'paraph_files_damaged',
    help: 'Stored files that were found damaged or missing, and still are',
    query: () => sql`select count(*)::int as value from files where finding is not null`,
  },
  {
    name: 'paraph_backup_age_seconds',
    help: 'Seconds since the last complete backup; since the first account where there is none',
    query: (now) => sql`select extract(epoch from ${now}::timestamptz - since)::float8 as value
      from (select coalesce((select max(finished_at) from backups),
        (select created_at from users order by id limit 1)) as since) as last where since is not null`,
  },
];

/** Registers the gauges of what the instance has to do and what failed; they are the same in each of its processes. */
export function addStateGauges(registry: Registry, deps: GaugeDeps): void {
  const { config, database, clock } = deps;
  for (const { name, help, label, query } of STATE_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const { rows } = await query(clock.now()).execute(database);
        this.reset();
        for (const row of rows) this.set(label === undefined ? {} : { [label]: row.label ?? '' }, row.value);
      },
    });
  }
  new Gauge({
    name: 'paraph_data_free_bytes',
    help: 'Bytes that are free where the data directory is',
    registers: [registry],
    async collect() {
      const { bavail, bsize } = await statfs(config.dataDir);
      this.set(bavail * bsize);
    },
  });
  new Counter({
    name: 'paraph_storage_faults_total',
    help: 'How often this process could not use the storage of documents',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countStorageFaults());
    },
  });
  new Gauge({
    name: 'paraph_clock_skew_seconds',
    help: 'By how much the clock of this machine is ahead of the database; beyond 60 it begins no job',
    registers: [registry],
    async collect() {
      const readMs = async () => {
        const { rows } = await sql<{ ms: number }>`select ${sql.raw(DATABASE_MS)} as ms`.execute(database);
        return rows[0]?.ms ?? Number.NaN;
      };
      this.set(await measureSkew(systemClock, readMs));
    },
  });
  new Counter({
    name: 'paraph_job_outages_total',
    help: 'How often a job of this process met an outage and waits for its end, by cause',
    labelNames: ['cause'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cause, count] of Object.entries(countOutages())) this.inc({ cause }, count);
    },
  });
  addEncryptionGauges(registry, deps);
}

const COUNTED_EVERY_SECONDS = 300;
/** Once all files are encrypted: what is left would come from a process without the setting. */
const COUNTED_WELL_EVERY_SECONDS = 3_600;

/** How far the encryption of what was stored before is, and the wrapping of keys anew. Counts rows, so seldom. */
function addEncryptionGauges(registry: Registry, { config, database, clock }: GaugeDeps): void {
  let dueAt = new Date(0);
  new Gauge({
    name: 'paraph_files_not_encrypted',
    help: 'Stored files that are not encrypted yet, where PARAPH_ENCRYPTION_KEYS is set',
    registers: [registry],
    async collect() {
      if (config.encryption === null || clock.now() < dueAt) return;
      const { rows } = await sql<{ value: number }>`select count(*)::int as value from files
        where part_of is null
          and not exists (select from blob_keys where blob_keys.blob_key = files.blob_key)`.execute(database);
      const value = rows[0]?.value ?? 0;
      this.set(value);
      keys.reset();
      const wrapped = await sql<{
        name: string;
        value: number;
      }>`select wrapping_key as name, count(*)::int as value
        from blob_keys group by 1`.execute(database);
      for (const row of wrapped.rows) keys.set({ wrapping_key: row.name }, row.value);
      dueAt = addSeconds(clock.now(), value > 0 ? COUNTED_EVERY_SECONDS : COUNTED_WELL_EVERY_SECONDS);
    },
  });
  const keys = new Gauge({
    name: 'paraph_document_keys',
    help: 'Keys of encrypted files, by the key that wraps them: paraph rewrap turns them to the first',
    labelNames: ['wrapping_key'],
    registers: [registry],
  });
}
