import { invalid, Refusal } from '@paraph/domain';
import { requireSenderById, type Sender } from '../accounts/sender.ts';
import type { Deps } from '../deps.ts';
import type { StorableAnnex } from '../files/ingest-annexes.ts';
import { sourceFormatOf } from '../files/make-pdf.ts';
import { shareStoredFiles } from '../files/store-file.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { planClone } from '../templates/clone-template.ts';
import { findEnding } from '../workflows/api.ts';
import { createPlannedEnvelope } from '../workflows/envelopes/create-planned-envelope.ts';
import type { StorableDocument } from '../workflows/envelopes/ingest-document.ts';
import { openPreferences, withSecret } from '../workflows/lifecycle/callback.ts';
import { discardDraft } from '../workflows/lifecycle/delete-workflow.ts';
import { actorOf } from '../workflows/lifecycle/record-workflow-events.ts';
import { startDraft } from '../workflows/lifecycle/start-draft.ts';
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
  markMade,
  markSent,
  type StoredJob,
  type StoredRow,
  saveJob,
} from './bulk-store.ts';
import { problemsOf, type RowContext, readContext, readRow } from './check-rows.ts';

/** Rows of one run of the queue, which then makes room for others. */
const SLICE = 50;
/** Rows that are made beside one another: most of the time of each is spent waiting for the disk. */
const CONCURRENCY = 4;

/** Of how many invitations how many may come back before the job waits for a person. */
const RETURNED = { of: 200, max: 20 };

/**
 * The job of the queue that makes and starts the workflows of a bulk job, some rows in each run. Exactly once for each
 * row: the transaction that makes a workflow turns its row from `valid` to `made`, and fails where another process was
 * first; a killed process leaves drafts behind rows that are `made`, which the next run starts. A refusal of one row is
 * written beside it and stops no other; what refuses all of them (rights, limits) pauses the job and says why.
 */
export async function sendBulkRows(deps: Deps, jobId: number): Promise<void> {
  const job = await findJob(deps.database, jobId);
  if (job?.state !== 'sending') return;
  const size = Math.min(SLICE, job.rate_per_minute ?? SLICE);
  const rows = await listRows(deps.database, jobId, { states: ['made', 'valid'], after: 0, limit: size });
  const pause = (await findReturned(deps, job)) ?? (await sendSlice(deps, job, rows));
  await deps.database.transaction().execute(async (tx) => {
    if ((await lockJob(tx, jobId))?.state !== 'sending') return;
    const now = deps.clock.now();
    if (pause !== null) return saveJob(tx, jobId, { state: 'paused', paused_for: pause });
    if (rows.length < size) return saveJob(tx, jobId, { state: 'done', ended_at: now });
    const rate = job.rate_per_minute;
    const runAt = rate === null ? {} : { runAt: addSeconds(now, Math.ceil((rows.length * 60) / rate)) };
    await enqueue(tx, { name: 'send-bulk-rows', id: jobId, key: sendKey(jobId), ...runAt });
  });
}

export const sendKey = (jobId: number) => `send-bulk-rows ${jobId}`;

async function findReturned({ database }: Pick<Deps, 'database'>, job: StoredJob): Promise<string | null> {
  const counted = { after: job.counted_from, limit: RETURNED.of };
  const { sent, returned } = await countReturned(database, job.id, counted);
  if (sent < RETURNED.of || returned <= RETURNED.max) return null;
  return `The mails of ${returned} of the last ${sent} rows came back. Correct the addresses, and resume.`;
}

/** Sends rows beside one another. Returns why the job must wait for a person; null where it goes on. */
async function sendSlice(deps: Deps, job: StoredJob, rows: readonly StoredRow[]): Promise<string | null> {
  const { caller } = callerOf(job);
  try {
    const workspace = await getWorkspaceAccess(deps.database, caller, job.workspace_id);
    requirePermission(workspace, 'create_workflow');
    requirePermission(workspace, 'create_workflow_out_of_template');
    const sender = await requireSenderById(deps, job.creator_id);
    const sending = { job, workspace, sender, context: await readContext(deps, deps.database, job) };
    const waiting = [...rows];
    const problems: string[] = [];
    const work = async () => {
      for (let row = waiting.shift(); row && problems.length === 0; row = waiting.shift()) {
        const problem = await sendRow(deps, sending, row);
        if (problem !== null) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return problems[0] ?? null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

interface Sending {
  job: StoredJob;
  workspace: WorkspaceAccess;
  sender: Sender;
  context: RowContext;
}

/** What of a row would refuse every other one too. */
const OF_ALL = ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'RATE_LIMIT_REACHED', 'WORKSPACE_NOT_FOUND'] as const;

async function sendRow(deps: Deps, sending: Sending, row: StoredRow): Promise<string | null> {
  const { job } = sending;
  const address = { jobId: job.id, row: row.row };
  try {
    if (row.state === 'made' && row.workflow_id === null) throw deletedBefore();
    const workflowId = row.workflow_id ?? (await makeRow(deps, sending, row));
    // Another process made it, and starts it.
    if (workflowId === null) return null;
    await startRow(deps, sending, workflowId);
    await markSent(deps.database, address);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (OF_ALL.some((code) => code === error.code)) return error.message;
    const problems = problemsOf(error.violations ?? {}, job) ?? { '': error.message };
    await markFailed(deps.database, { ...address, problems });
    return null;
  }
}

function deletedBefore(): Refusal {
  return new Refusal('WORKFLOW_NOT_FOUND', 'Its workflow was deleted before it was sent.');
}

class MadeElsewhere extends Error {}

/**
 * The workflow of a row as it will be made.
 *
 * @throws Refusal `VALIDATION_ERROR` naming what was refused since the row was checked: its deadline may be over, a tag gone
 */
export async function planRow(
  deps: Deps,
  { job, workspace, context }: Omit<Sending, 'sender'>,
  row: StoredRow,
): Promise<ReturnType<typeof planClone>> {
  const violations: Record<string, string> = {};
  const { checked, tagIds } = readRow(deps, { job, row, context }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { head } = job.template;
  const preferences = withSecret(deps, openPreferences(deps, { templateId: head.id }, head.preferences));
  const files = await shareFiles(deps, job);
  const source = { ...job.template, template: head };
  const origin = { bulkId: job.id, bulkRow: row.row };
  return planClone(deps, source, { checked, preferences, workspace, files, tagIds, origin });
}

/** Returns the id of the draft that was made; null where another process was first. */
async function makeRow(deps: Deps, sending: Sending, row: StoredRow): Promise<number | null> {
  const { job } = sending;
  const planned = await planRow(deps, sending, row);
  try {
    const { workflow } = await createPlannedEnvelope(deps, {
      ...{ ...planned, ...callerOf(job), sender: null },
      alongside: async (tx, { record }) => {
        const workflowId = record.workflow.id;
        if (!(await markMade(tx, { jobId: job.id, row: row.row, workflowId }))) throw new MadeElsewhere();
      },
    });
    return workflow.id;
  } catch (error) {
    if (error instanceof MadeElsewhere) return null;
    throw error;
  }
}

async function shareFiles(
  deps: Deps,
  { template }: StoredJob,
): Promise<{ documents: StorableDocument[]; annexes: StorableAnnex[] }> {
  const { documents, annexes } = template;
  const ids = filesOfFrozen(template);
  const shared = await shareStoredFiles(deps, ids);
  const blobs = new Map(ids.map((id, index) => [id, shared[index]]));
  return {
    documents: documents.flatMap(({ name, pages, contents, source, ...files }) => {
      const original = blobs.get(files.original_file_id);
      const blob = blobs.get(files.source_file_id ?? 0);
      const format = source && sourceFormatOf(source.contentType);
      const made = blob && format ? { name: source.name, format, blob } : null;
      return original ? [{ name, examined: { ...contents, pages, notes: [] }, original, source: made }] : [];
    }),
    annexes: annexes.flatMap(({ name, format, file_id: fileId }) => {
      const blob = blobs.get(fileId);
      return blob ? [{ name, format: format as StorableAnnex['format'], blob }] : [];
    }),
  };
}

/** A draft that cannot be started is not left behind, unless all of them cannot. */
async function startRow(deps: Deps, { job, sender }: Sending, workflowId: number): Promise<void> {
  const { caller, visitor } = callerOf(job);
  const start = {
    who: caller,
    sender,
    actorIn: (tx: Parameters<typeof actorOf>[0]) => actorOf(tx, caller, visitor),
  };
  try {
    await startDraft(deps, workflowId, start);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const ending = await findEnding(deps.database, workflowId);
    if (!ending) throw deletedBefore();
    // Started by another process.
    if (ending.status !== 'not_started') return;
    if (!OF_ALL.some((code) => code === error.code)) await discardDraft(deps, workflowId);
    throw error;
  }
}
