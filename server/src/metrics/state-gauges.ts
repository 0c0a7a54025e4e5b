import { statfs } from 'node:fs/promises';
import { keyText } from '@paraph/pades';
import { countStorageFaults } from '@paraph/storage';
import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import { findFirstAccountTime } from '../accounts/api.ts';
import { findLastBackup } from '../backups/api.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { DATABASE_MS, measureSkew } from '../database/database-clock.ts';
import { readList } from '../database/replica.ts';
import type { Deps } from '../deps.ts';
import { countDamagedFiles, countKeysByWrapping, countUnencryptedFiles } from '../files/api.ts';
import { countOutages, listDueJobs, listOutages } from '../jobs/outages.ts';
import { countFailedMails, countQueuedMails } from '../mail/api.ts';
import { addSeconds, systemClock } from '../platform/clock.ts';
import { openConverter } from '../platform/outside/converter.ts';
import { countOverdueRenewals, countWaitingSeals } from '../sealing/api.ts';
import { listForks, listWitnessStates } from '../transparency-log/api.ts';
import { countDeadDeliveries, countPendingDeliveries } from '../webhooks/api.ts';
import { countBlockedWorkflows } from '../workflows/api.ts';

type GaugeDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'replica'>;

/** Read at each collection by a statement that an index keeps independent of the history. */
interface StateGauge {
  name: string;
  help: string;
  label?: string;
  /** About the primary itself: never read from a standby. */
  isOfPrimary?: boolean;
  /** A number, null where there is none, or a number for each value of the label. */
  read(
    database: Database,
    now: Date,
    config: Config,
  ): Promise<number | null | Readonly<Record<string, number>>>;
}

const DAY_SECONDS = 86_400;
const CONVERTER_MS = 1_000;

const STATE_GAUGES: readonly StateGauge[] = [
  {
    name: 'paraph_jobs_waiting',
    help: 'Jobs that are due and not done, by kind',
    label: 'job',
    read: async (database) =>
      Object.fromEntries((await listDueJobs(database)).map(({ kind, count }) => [kind, count])),
  },
  {
    name: 'paraph_job_oldest_seconds',
    help: 'Seconds since the job was due that has waited longest, by kind',
    label: 'job',
    read: async (database) =>
      Object.fromEntries(
        (await listDueJobs(database)).map(({ kind, oldestSeconds }) => [kind, oldestSeconds]),
      ),
  },
  {
    name: 'paraph_job_wait_seconds',
    help: 'Seconds since the job was due that has waited longest for a worker, by kind; 0 where all are under way',
    label: 'job',
    read: async (database) =>
      Object.fromEntries((await listDueJobs(database)).map(({ kind, waitSeconds }) => [kind, waitSeconds])),
  },
  {
    name: 'paraph_outage_seconds',
    help: 'Seconds since jobs wait for what cannot be used, by cause; nothing of it counts as a failure',
    label: 'cause',
    read: async (database, now) =>
      Object.fromEntries(
        (await listOutages(database)).map(({ cause, since }) => [cause, secondsBetween(since, now)]),
      ),
  },
  {
    name: 'paraph_workflows_blocked',
    help: 'Workflows whose sealing failed and that need a Retry',
    read: countBlockedWorkflows,
  },
  {
    name: 'paraph_seals_waiting',
    help: 'Documents that wait for their seal: first attempt, or after a failed one',
    label: 'attempt',
    read: countWaitingSeals,
  },
  {
    name: 'paraph_renewals_overdue',
    help: 'Sealed documents whose next timestamp is a day late',
    read: (database, now) => countOverdueRenewals(database, addSeconds(now, -DAY_SECONDS)),
  },
  {
    name: 'paraph_mails_waiting',
    help: 'Mails that are not sent yet: first attempt, or after a failed one',
    label: 'attempt',
    read: countQueuedMails,
  },
  {
    name: 'paraph_mails_failed_day',
    help: 'Mails of the last 24 hours that were given up',
    read: (database, now) => countFailedMails(database, addSeconds(now, -DAY_SECONDS)),
  },
  {
    name: 'paraph_deliveries_waiting',
    help: 'Notifications that no receiver took yet: first attempt, or after a failed one',
    label: 'attempt',
    read: countPendingDeliveries,
  },
  {
    name: 'paraph_deliveries_dead_day',
    help: 'Notifications of the last 24 hours that were given up',
    read: (database, now) => countDeadDeliveries(database, addSeconds(now, -DAY_SECONDS)),
  },
  {
    name: 'paraph_witness_failing_seconds',
    help: 'Seconds since a witness of the log of seals gives no cosignature, by its name; 0 while it does',
    label: 'witness',
    read: async (database, now, { witnesses }) => {
      const states = await listWitnessStates(database);
      return Object.fromEntries(
        witnesses.map(({ key }) => {
          const since = states.find((state) => state.key === keyText(key))?.failing_since;
          return [key.name, since ? secondsBetween(since, now) : 0];
        }),
      );
    },
  },
  {
    name: 'paraph_log_refused',
    help: 'Witnesses that say that the log of seals does not continue what they saw',
    read: async (database) =>
      (await listWitnessStates(database)).filter(({ refused_since: since }) => since !== null).length,
  },
  {
    name: 'paraph_witnessed_forks',
    help: 'Checkpoints of the logs that this instance witnesses which do not continue what it cosigned',
    read: async (database) => (await listForks(database)).length,
  },
  {
    name: 'paraph_converter_answers',
    help: 'Whether the converter of documents can be reached: 1, or 0; files of other programs wait while it is away',
    read: async (_database, _now, { converter }) => {
      if (converter === null) return null;
      return openConverter(converter)
        .ping(CONVERTER_MS)
        .then(
          () => 1,
          () => 0,
        );
    },
  },
  {
    name: 'paraph_files_damaged',
    help: 'Stored files that were found damaged or missing, and still are',
    read: countDamagedFiles,
  },
  {
    name: 'paraph_backup_age_seconds',
    help: 'Seconds since the last complete backup; since the first account where there is none',
    read: async (database, now) => {
      const since = (await findLastBackup(database))?.finishedAt ?? (await findFirstAccountTime(database));
      return since && secondsBetween(since, now);
    },
  },
  {
    name: 'paraph_data_free_bytes',
    help: 'Bytes that are free where the data directory is',
    read: async (_database, _now, { dataDir }) => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  },
  {
    name: 'paraph_clock_skew_seconds',
    help: 'By how much the clock of this machine is ahead of the database; beyond 60 it begins no job',
    isOfPrimary: true,
    read: (database) =>
      measureSkew(systemClock, async () => {
        const { rows } = await sql<{ ms: number }>`select ${sql.raw(DATABASE_MS)} as ms`.execute(database);
        return rows[0]?.ms ?? Number.NaN;
      }),
  },
];

/** What the instance has to do and what failed: the same in each of its processes. */
export function addStateGauges(registry: Registry, deps: GaugeDeps): void {
  const { config, database, clock, replica } = deps;
  for (const { name, help, label, isOfPrimary = false, read } of STATE_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const from = { database, replica: isOfPrimary ? null : replica };
        const value = await readList(from, (reads) => read(reads, clock.now(), config));
        this.reset();
        if (typeof value === 'number') this.set(value);
        else if (label !== undefined && value !== null)
          for (const [each, count] of Object.entries(value)) this.set({ [label]: each }, count);
      },
    });
  }
  new Counter({
    name: 'paraph_storage_faults_total',
    help: 'How often this process could not use the storage of documents',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countStorageFaults());
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
      const value = await countUnencryptedFiles(database);
      this.set(value);
      keys.reset();
      for (const [name, count] of await countKeysByWrapping(database))
        keys.set({ wrapping_key: name }, count);
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

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000;
}
