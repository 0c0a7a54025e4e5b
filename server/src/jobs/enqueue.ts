import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { laneOf, priorityOf } from './lanes.ts';

/** Every kind of job; a job carries the id of a row and nothing else. */
export const JOB_NAMES = [
  'mail-follow-event',
  'mail-send',
  'webhook-follow-event',
  'webhook-deliver',
  'seal-follow-event',
  'seal-document',
  'archive-workflow',
  'start-workflows',
  'expire-workflows',
  'renew-seals',
  'renew-seal',
  'sweep-files',
  'scrub-files',
  'encrypt-secrets',
  'report-file',
  'sweep-records',
  'fold-counts',
  'checkpoint-ledger',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/**
 * Jobs of one queue run one after another. A look for a job costs as much as there are queues, so these are all there
 * are: what has to keep an order among the rows of one workflow takes a lock of that workflow instead.
 */
export const QUEUES = ['renewals'] as const;

export interface JobOptions {
  queue?: (typeof QUEUES)[number];
  runAt?: Date;
  /** A later job with the same key takes the place of one that has not begun. */
  key?: string;
}

export type Job = { name: JobName; id: number } & JobOptions;

/** Enqueues a job inside the transaction of the change that asks for it, so that neither exists without the other. */
export async function enqueue(tx: Tx, job: Job): Promise<void> {
  await enqueueAll(tx, [job]);
}

/** The same for several, in their order, in one go. */
export async function enqueueAll(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ name, id, queue = null, runAt = null, key = null }, place) => ({
    place,
    name,
    payload: { id },
    queue,
    run_at: runAt,
    key,
    lane: laneOf(name),
    priority: priorityOf(name),
  }));
  await sql`select graphile_worker.add_job(
      job.name, job.payload, queue_name => job.queue, run_at => job.run_at, job_key => job.key,
      priority => job.priority, flags => array[job.lane]
    ) from jsonb_to_recordset(${JSON.stringify(specs)}::jsonb)
      as job(
        place int, name text, payload json, queue text, run_at timestamptz, key text, lane text, priority int
      )
    order by job.place`.execute(tx);
}
