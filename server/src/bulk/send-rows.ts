import { assertPresent, invalid, Refusal } from '@paraph/domain';
import { requireSenderById, type Sender } from '../accounts/sender.ts';
import type { EventActor } from '../database/column-types.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { StorableAnnex } from '../files/ingest-annexes.ts';
import { sourceFormatOf } from '../files/make-pdf.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { shareStoredFile } from '../files/store-file.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { planClone } from '../templates/clone-template.ts';
import { createPlannedEnvelope } from '../workflows/envelopes/create-planned-envelope.ts';
import type { StorableDocument } from '../workflows/envelopes/ingest-document.ts';
import { openPreferences, withSecret } from '../workflows/lifecycle/callback.ts';
import type { Examined } from '../workflows/lifecycle/place-fields.ts';
import { actorOf } from '../workflows/lifecycle/record-workflow-events.ts';
import {
  getWorkspaceAccess,
  requirePermission,
  type WorkspaceAccess,
} from '../workspaces/workspace-access.ts';
import { callerOf, filesOfFrozen } from './bulk-job.ts';
import {
  countReturned,
  findJob,
  listRows,
  lockJob,
  markFailed,
  markSent,
  type StoredJob,
  type StoredRow,
  saveJob,
} from './bulk-store.ts';
import { problemsOf, type RowContext, readContext, readRow } from './check-rows.ts';

/** Rows of one run of the queue, which then makes room for others. */
const SLICE = 50;
/** Where the mail server has no pace. */
const WAITING_MAILS_MAX = 100;
/** When it is asked again whether there is room. */
const CROWDED_SECONDS = 1;
/** A mail that was not tried for so long waits for something else, as one of a frozen organization. */
const STUCK_SECONDS = 600;

/** What is passed in: how many mails wait for their first attempt, counted no further than a limit or a time. */
export interface SendingPorts {
  countWaitingMails(reads: Reads, counted: { limit: number; after: Date }): Promise<number>;
}

/** Of how many invitations how many may come back before the job waits for a person. */
const RETURNED = { of: 200, max: 20 };

/**
 * The job of the queue that sends the rows of a bulk job, some in each run. Exactly once each: the transaction that
 * makes a workflow and starts it turns its row from `valid` to `sent`, and fails where another process was first, so
 * that a killed one leaves nothing behind. A refusal of one row is written beside it and stops no other; what refuses
 * all of them (rights, limits) pauses the job and says why.
 */
export async function sendBulkRows(deps: Deps, jobId: number, ports: SendingPorts): Promise<void> {
  const job = await findJob(deps.database, jobId);
  if (job?.state !== 'sending') return;
  const rate = Math.min(
    job.rate_per_minute ?? Number.POSITIVE_INFINITY,
    deps.config.mailsPerMinute ?? Number.POSITIVE_INFINITY,
  );
  const size = Math.min(SLICE, rate, await countRoom(deps, ports));
  const rows = await listRows(deps.database, jobId, { states: ['valid'], after: 0, limit: size });
  const pause = (await findReturned(deps, job)) ?? (await sendSlice(deps, job, rows));
  await deps.database.transaction().execute(async (tx) => {
    if ((await lockJob(tx, jobId))?.state !== 'sending') return;
    const now = deps.clock.now();
    if (pause !== null) return saveJob(tx, jobId, { state: 'paused', paused_for: pause });
    if (rows.length < size) return saveJob(tx, jobId, { state: 'done', ended_at: now });
    const wait = size === 0 ? CROWDED_SECONDS : Math.ceil((rows.length * 60) / rate);
    await enqueueSending(tx, jobId, wait === 0 ? undefined : addSeconds(now, wait));
  });
}

/**
 * For how many rows there is room: so many mails of all jobs may wait for their first attempt, so that a mail which a
 * person causes meanwhile waits for seconds, or where the mail server has a pace for a minute. One that was tried waits
 * for its server, and is in nobody's way.
 */
async function countRoom(
  { clock, config, database }: Pick<Deps, 'clock' | 'config' | 'database'>,
  { countWaitingMails }: SendingPorts,
): Promise<number> {
  const limit = Math.min(config.mailsPerMinute ?? WAITING_MAILS_MAX, WAITING_MAILS_MAX);
  const after = addSeconds(clock.now(), -STUCK_SECONDS);
  return limit - (await countWaitingMails(database, { limit, after }));
}

/** Has the queue send rows of a job; `runAt` is now where none is given. */
export async function enqueueSending(tx: Tx, id: number, runAt?: Date): Promise<void> {
  const key = `send-bulk-rows ${id}`;
  await enqueue(tx, { name: 'send-bulk-rows', id, key, ...(runAt ? { runAt } : {}) });
}

async function findReturned({ database }: Pick<Deps, 'database'>, job: StoredJob): Promise<string | null> {
  const counted = { after: job.counted_from, limit: RETURNED.of };
  const { sent, returned } = await countReturned(database, job.id, counted);
  if (sent < RETURNED.of || returned <= RETURNED.max) return null;
  return `The mails of ${returned} of the last ${sent} rows came back. Correct the addresses, and resume.`;
}

/** Returns why the job must wait for a person; null where it goes on. */
async function sendSlice(deps: Deps, job: StoredJob, rows: readonly StoredRow[]): Promise<string | null> {
  const { caller, visitor } = callerOf(job);
  try {
    const workspace = await getWorkspaceAccess(deps.database, caller, job.workspace_id);
    requirePermission(workspace, 'create_workflow');
    requirePermission(workspace, 'create_workflow_out_of_template');
    const sender = await requireSenderById(deps, job.creator_id);
    const slice = { job, workspace, ...(await readSlice(deps, job)) };
    const actor = await actorOf(deps.database, caller, visitor);
    const sending = { ...slice, caller, visitor, actor, sender, examined: new Map() };
    // One after another: beside one another they are no faster, and callers of the same process wait twice as long.
    for (const row of rows) {
      const problem = await sendRow(deps, sending, row);
      if (problem !== null) return problem;
    }
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** What all rows of a slice are made with. */
interface Slice {
  job: StoredJob;
  workspace: WorkspaceAccess;
  context: RowContext;
  files: ReadonlyMap<number, FileFacts>;
}

export async function readSlice(
  deps: Pick<Deps, 'config' | 'database'>,
  job: StoredJob,
): Promise<Pick<Slice, 'context' | 'files'>> {
  const context = await readContext(deps, deps.database, job);
  return { context, files: await readFileFacts(deps.database, filesOfFrozen(job.template)) };
}

interface Sending extends Slice, ReturnType<typeof callerOf> {
  actor: EventActor;
  sender: Sender;
  examined: Examined;
}

/** What of a row would refuse every other one too. */
const OF_ALL = [
  ...(['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'RATE_LIMIT_REACHED', 'WORKSPACE_NOT_FOUND'] as const),
  ...(['QUOTA_REACHED', 'STORAGE_QUOTA_REACHED'] as const),
];

class SentElsewhere extends Error {}

async function sendRow(deps: Deps, sending: Sending, row: StoredRow): Promise<string | null> {
  const { job, caller, visitor, actor, sender, examined } = sending;
  const address = { jobId: job.id, row: row.row };
  try {
    await createPlannedEnvelope(deps, {
      ...{ ...planRow(deps, sending, row), caller, visitor, actor, sender, examined },
      alongside: async (tx, { record }) => {
        const workflowId = record.workflow.id;
        if (!(await markSent(tx, { ...address, workflowId }))) throw new SentElsewhere();
      },
    });
    return null;
  } catch (error) {
    if (error instanceof SentElsewhere) return null;
    if (!(error instanceof Refusal)) throw error;
    if (OF_ALL.some((code) => code === error.code)) return error.message;
    const problems = problemsOf(error.violations ?? {}, job) ?? { '': error.message };
    await markFailed(deps.database, { ...address, problems });
    return null;
  }
}

/**
 * The workflow of a row as it will be made.
 *
 * @throws Refusal `VALIDATION_ERROR` naming what was refused since the row was checked: its deadline may be over, a tag gone
 */
export function planRow(
  deps: Deps,
  { job, workspace, context, files: stored }: Slice,
  row: StoredRow,
): ReturnType<typeof planClone> {
  const violations: Record<string, string> = {};
  const { checked, tagIds } = readRow(deps, { job, row, context }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { head } = job.template;
  const preferences = withSecret(deps, openPreferences(deps, { templateId: head.id }, head.preferences));
  const files = shareFiles(deps, job, stored);
  const source = { ...job.template, template: head };
  const origin = { bulkId: job.id, bulkRow: row.row };
  return planClone(deps, source, { checked, preferences, workspace, files, tagIds, origin });
}

function shareFiles(
  deps: Pick<Deps, 'clock' | 'ids'>,
  { template }: StoredJob,
  stored: ReadonlyMap<number, FileFacts>,
): { documents: StorableDocument[]; annexes: StorableAnnex[] } {
  const share = (id: number) =>
    shareStoredFile(deps, assertPresent(stored.get(id), `the file ${id} of a bulk job`));
  return {
    documents: template.documents.map(({ name, pages, contents, source, ...files }) => {
      const format = source && sourceFormatOf(source.contentType);
      const sourceId = files.source_file_id;
      const made = sourceId && format ? { name: source.name, format, blob: share(sourceId) } : null;
      const original = share(files.original_file_id);
      return { name, examined: { ...contents, pages, notes: [] }, original, source: made };
    }),
    annexes: template.annexes.map(({ name, format, file_id: fileId }) => {
      return { name, format: format as StorableAnnex['format'], blob: share(fileId) };
    }),
  };
}
