import { type JobName, laneOf, priorityOf } from './enqueue.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

interface Schedule {
  every: number;
  /** Seconds after the beginning of each period, UTC. */
  at?: number;
}

/** What is done by the clock. */
const HOUSEKEEPING: Partial<Record<JobName, Schedule>> = {
  'start-workflows': { every: MINUTE },
  'expire-workflows': { every: MINUTE },
  'send-reminders': { every: MINUTE },
  'fold-counts': { every: MINUTE },
  'checkpoint-ledger': { every: MINUTE },
  'chain-organization-events': { every: MINUTE },
  'integrate-leaves': { every: MINUTE },
  'ask-witnesses': { every: MINUTE },
  'publish-checkpoint': { every: HOUR, at: 2 * MINUTE },
  'revoke-lapsed-keys': { every: MINUTE },
  'sweep-files': { every: HOUR, at: 17 * MINUTE },
  'scrub-files': { every: 5 * MINUTE },
  'encrypt-files': { every: 5 * MINUTE },
  'send-summaries': { every: HOUR, at: MINUTE },
  'renew-seals': { every: DAY, at: 3 * HOUR + 7 * MINUTE },
  'compact-seals': { every: 5 * MINUTE },
  'report-seal-problems': { every: HOUR, at: 23 * MINUTE },
  'follow-factor-policies': { every: HOUR, at: 29 * MINUTE },
  'refresh-metadata': { every: DAY, at: 4 * HOUR + 11 * MINUTE },
  'reset-factors': { every: HOUR, at: 31 * MINUTE },
  'count-usage': { every: HOUR, at: 43 * MINUTE },
  'sweep-records': { every: HOUR, at: 37 * MINUTE },
  'start-retention': { every: DAY, at: HOUR + 41 * MINUTE },
};

/** The parameter of the statements below. */
export const SCHEDULES = JSON.stringify(
  (Object.entries(HOUSEKEEPING) as [JobName, Schedule][]).map(([name, { every, at = 0 }]) => ({
    ...{ name, every, at },
    ...{ lane: laneOf(name), priority: priorityOf(name) },
  })),
);

const TIMED = `select name, lane, priority, floor((extract(epoch from now()) - at) / every)::bigint as period
  from jsonb_to_recordset($1) as schedule(name text, every int, at int, lane text, priority int)`;

/** Those that are new begin with their next period. */
export const BEGIN_SCHEDULES = `insert into job_schedules (name, period) select name, period from (${TIMED}) as timed
  on conflict do nothing`;

/**
 * As clauses of a statement, of which `scheduled` has to be read: adds the jobs whose period has begun by the clock of the
 * database, once for all processes, and one for however many periods have gone by. One that still waits is replaced.
 */
export const ADD_SCHEDULED = `begun as (
    update job_schedules set period = timed.period from (${TIMED}) as timed
    where job_schedules.name = timed.name and job_schedules.period <> timed.period
    returning timed.name, timed.lane, timed.priority
  ), scheduled as (
    select graphile_worker.add_job(name, '{}'::json, job_key => 'housekeeping:' || name, priority => priority,
      flags => array[lane]) from begun
  )`;
