import { type RawBuilder, sql } from 'kysely';
import type { Database, Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { LANES, type Lane } from './lanes.ts';

/**
 * Every kind of job; a job carries the id of a row, or of the first and last of some rows, with the workflow by which
 * they are found, and nothing else.
 */
export const JOB_NAMES = [
  'follow-events',
  'mail-follow-event',
  'contacts-follow-event',
  'destination-follow-event',
  'mail-send',
  'code-send',
  'webhook-follow-event',
  'webhook-deliver',
  'transfer-files',
  'seal-follow-event',
  'timestamp-signature',
  'seal-document',
  'archive-workflow',
  'start-workflows',
  'expire-workflows',
  'send-reminders',
  'send-summaries',
  'check-bulk-rows',
  'send-bulk-rows',
  'write-export',
  'renew-seals',
  'renew-seal',
  'compact-seals',
  'sweep-files',
  'scrub-files',
  'encrypt-files',
  'report-file',
  'sweep-records',
  'start-retention',
  'run-retention',
  'erase-account',
  'hand-over',
  'fold-counts',
  'count-usage',
  'checkpoint-ledger',
  'chain-organization-events',
  'forward-record',
  'integrate-leaves',
  'ask-witnesses',
  'publish-checkpoint',
  'revoke-lapsed-keys',
  'report-seal-problems',
  'follow-factor-policies',
  'follow-groups',
  'refresh-metadata',
  'follow-factor-policy',
  'reset-factors',
  'examine-instance',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

const LANE_OF: Partial<Record<JobName, Lane>> = {
  'code-send': 'text',
  'mail-send': 'mail',
  'webhook-deliver': 'delivery',
  'transfer-files': 'transfer',
  'forward-record': 'delivery',
  'timestamp-signature': 'seal',
  'seal-document': 'seal',
  'renew-seal': 'seal',
  'publish-checkpoint': 'seal',
  'ask-witnesses': 'delivery',
  'refresh-metadata': 'transfer',
  'check-bulk-rows': 'bulk',
  'send-bulk-rows': 'bulk',
  'write-export': 'bulk',
};

export function laneOf(name: JobName): Lane {
  return LANE_OF[name] ?? 'quick';
}

/** Fast jobs are searched first, so that the search does not scan a backlog of slow ones. */
export function priorityOf(name: JobName): number {
  return LANES.indexOf(laneOf(name));
}

/**
 * Jobs of one queue run one after another. Searching for a job costs time per queue, so these are the only ones: what
 * must keep an order within a workflow locks the workflow's row instead.
 */
const QUEUES = ['renewals'] as const;

export interface JobOptions {
  queue?: (typeof QUEUES)[number];
  runAt?: Date;
  /** A new job with the same key replaces one that has not begun. */
  key?: string;
}

export type Job = { name: JobName; id: number; upTo?: number; workflowId?: number | undefined } & JobOptions;

/**
 * Of a locked job, in SQL: another one of its key was added since it began, and does its work. The queue does not try
 * this one again, and would keep it for ever where it does not end well.
 */
export const IS_SUPERSEDED = 'key is null and attempts >= max_attempts and updated_at > locked_at';

/** Enqueues a job in the transaction of the change that needs it, so that both are committed or neither. */
export async function enqueue(tx: Tx, job: Job): Promise<void> {
  await enqueueAll(tx, [job]);
}

/** Enqueues several jobs in order, by one statement. */
export const enqueueAll: (tx: Tx, jobs: readonly Job[]) => Promise<void> = addJobs;

/** The same for jobs that no change needs, without a transaction around the statement. */
export const enqueueWithoutChange: (database: Database, jobs: readonly Job[]) => Promise<void> = addJobs;

/**
 * Jobs without key and queue are inserted as `add_jobs` of graphile-worker 0.18 inserts them, by one statement: its
 * functions cost PostgreSQL several times as much, for what these do not have.
 */
async function addJobs(reads: Reads, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const isSimple = jobs.every(({ key, queue }) => key === undefined && queue === undefined);
  const specs = JSON.stringify(jobs.map(specOf));
  if (isSimple) await insertJobs(reads, specs);
  else await addEach(sql`select * from ${jobsIn(specs)}`).execute(reads);
}

/**
 * They are left to its functions where the queue does not know one of their kinds yet, as before the first worker of a
 * new version has started.
 */
const insertJobs = prepareStatement(
  'insert-jobs',
  (_statements, specs: string) => sql`with job as materialized (
      select job.*, tasks.id as task_id from ${jobsIn(specs)}
        left join graphile_worker._private_tasks as tasks on tasks.identifier = job.name
    ), added as (
      insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority, flags)
        select task_id, payload, coalesce(run_at, now()), 25, priority, jsonb_build_object(lane, true)
        from job where not exists (select from job where task_id is null)
        order by position returning id
    ), notified as (
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
      from added having count(*) > 0
    ), others as (${addEach(sql`select * from job where exists (select from job where task_id is null)`)})
    select (select count(*) from notified), (select count(*) from others)`,
);

function addEach(jobs: RawBuilder<unknown>) {
  return sql`select graphile_worker.add_job(
      job.name, job.payload, queue_name => job.queue, run_at => job.run_at, job_key => job.key,
      priority => job.priority, flags => array[job.lane]
    ) from (${jobs} order by position) as job`;
}

function specOf({ name, id, upTo, workflowId, queue, runAt, key }: Job, position: number) {
  return {
    position,
    name,
    // JSON leaves out what is undefined.
    payload: { id, upTo, workflowId },
    queue: queue ?? null,
    run_at: runAt ?? null,
    key: key ?? null,
    lane: laneOf(name),
    priority: priorityOf(name),
  };
}

/** The rows of JSON, as a clause of a statement. */
function jobsIn(specs: string) {
  return sql`jsonb_to_recordset(${specs}::jsonb) as job(
      position int, name text, payload json, queue text, run_at timestamptz, key text, lane text, priority int
    )`;
}

/** The kinds of jobs that a process may leave to others. What follows events, and housekeeping, each of them does. */
export const JOB_KINDS = ['seal', 'mail', 'webhook'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const KIND_OF: Partial<Record<JobName, JobKind>> = {
  'timestamp-signature': 'seal',
  'seal-document': 'seal',
  'renew-seal': 'seal',
  'mail-send': 'mail',
  'code-send': 'mail',
  'webhook-deliver': 'webhook',
  'transfer-files': 'webhook',
  'forward-record': 'webhook',
};

/** The jobs of a process that does these kinds. */
export function listJobsOf(kinds: readonly JobKind[]): JobName[] {
  return JOB_NAMES.filter((name) => {
    const kind = KIND_OF[name];
    return kind === undefined || kinds.includes(kind);
  });
}

export function isJobKind(text: string): text is JobKind {
  return (JOB_KINDS as readonly string[]).includes(text);
}
