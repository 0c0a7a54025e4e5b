import { invalid, Refusal } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import { deleteFiles, removeBlobs } from '../../files/delete-files.ts';
import {
  annexColumns,
  annexFacts,
  ingestAnnexes,
  requireAnnexRoom,
  type StorableAnnex,
} from '../../files/ingest-annexes.ts';
import { insertFile } from '../../files/store-file.ts';
import type { Caller } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { actorOf, recordWorkflowEvents } from '../lifecycle/record-workflow-events.ts';
import { authorizeWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';
import { deleteAnnexRow, insertAnnex } from '../store/document-store.ts';
import { nextPosition } from '../store/plan-workflow.ts';
import { requireDraft } from './change-draft.ts';

/** The one file of a call that adds an annex, stored. @throws Refusal as `ingestAnnexes` does */
export async function ingestAnnex(
  deps: Pick<Deps, 'blobs' | 'intake'>,
  upload: UploadedFile | null,
): Promise<StorableAnnex> {
  const [annex] = upload === null ? [] : await ingestAnnexes(deps, [upload]);
  if (!annex) throw invalid({ annex: 'Send the file as the part "annex".' });
  return annex;
}

/** Adds a file for information to a draft. */
export async function addAnnex(
  deps: Deps,
  caller: Caller,
  { annex: upload, visitor, ...address }: WorkflowCall & { annex: UploadedFile | null },
): Promise<WorkflowRecord['annexes'][number]> {
  const { workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  const annex = await ingestAnnex(deps, upload);
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    requireDraft(record);
    requireAnnexRoom([...record.annexes, annex.blob]);
    const now = deps.clock.now();
    const columns = annexColumns(annex, { position: nextPosition(record.annexes), now });
    const fileId = await insertFile(tx, annex.blob, { format: annex.format, now });
    const row = await insertAnnex(tx, { ...columns, workflow_id: workflowId, file_id: fileId });
    const actor = await actorOf(tx, caller, visitor);
    const detail = { annexId: row.id, name: annex.name, annexes: [annexFacts(annex)] };
    const events = [{ name: 'annex.added' as const, actor, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
    return row;
  });
}

/** Removes one from a draft, with its file. */
export async function removeAnnex(
  deps: Deps,
  caller: Caller,
  { annexId, visitor, ...address }: WorkflowCall & { annexId: number },
): Promise<void> {
  const { workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const { id, name, sha256, file_id: fileId } = findAnnex(record.annexes, annexId);
    requireDraft(record);
    await deleteAnnexRow(tx, id);
    const actor = await actorOf(tx, caller, visitor);
    const detail = { annexId: id, name, sha256 };
    const events = [{ name: 'annex.removed' as const, actor, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
    return deleteFiles(tx, [fileId]);
  });
  await removeBlobs(deps, blobs);
}

/** One of them. @throws Refusal `NOT_FOUND` */
export function findAnnex<Row extends { id: number }>(annexes: readonly Row[], id: number): Row {
  const annex = annexes.find((each) => each.id === id);
  if (annex) return annex;
  throw new Refusal('NOT_FOUND', 'There is no such annex here.');
}
