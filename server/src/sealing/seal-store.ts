import { assertPresent, renewalDueAt } from '@paraph/domain';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { LastTimestamp } from '../authority/timestamping.ts';
import { listOf } from '../database/columns.ts';
import { countByAttempt, countRows, type Reads, type Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { COLUMNS, type SealRow } from '../database/rows.generated.ts';
import { fileInsertion, type NewFileRow } from '../files/store-file.ts';
import { leafInsertion } from '../transparency-log/api.ts';
import { factsOf, sealedFileUpdate } from '../workflows/api.ts';
import { toFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';

export type Seal = Selectable<SealRow>;

const selectSealWithFacts = prepareStatement('seal-with-facts', (statements, documentId: number) =>
  statements
    .selectFrom('seals')
    .select(COLUMNS.seals)
    .select(({ ref }) => factsOf(ref('seals.workflow_id')).as('facts'))
    .where('document_id', '=', documentId),
);

/** A seal with its workflow; null once the workflow is gone. */
export async function findSealWithFacts(
  reads: Reads,
  documentId: number,
): Promise<{ seal: Seal; facts: WorkflowFacts } | null> {
  const [row] = await selectSealWithFacts(reads, documentId);
  if (!row?.facts) return null;
  const { facts, ...seal } = row;
  return { seal, facts: toFacts(facts) };
}

export async function findSeal(reads: Reads, documentId: number): Promise<Seal | null> {
  const [row] = await selectSeal(reads, documentId);
  return row ?? null;
}

const selectSeal = prepareStatement('seal', (statements, documentId: number) =>
  statements.selectFrom('seals').select(COLUMNS.seals).where('document_id', '=', documentId),
);

export const listSeals = prepareStatement('seals-of-workflow', (statements, workflowId: number) =>
  statements.selectFrom('seals').select(COLUMNS.seals).where('workflow_id', '=', workflowId),
);

/** Why the seals of these workflows wait, after a try that failed. */
export async function listSealCauses(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, string | null>> {
  if (workflowIds.length === 0) return new Map();
  const seals = reads.selectFrom('seals').select(['workflow_id', 'cause']);
  const rows = await seals.where('workflow_id', 'in', workflowIds).where('state', '=', 'pending').execute();
  return new Map(rows.map((row) => [row.workflow_id, row.cause]));
}

/** The documents that are sealed, in the order of their ids. */
export async function listSealedIds(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<Seal>`
    select document_id from seals where state = 'sealed' and document_id > ${after}
    order by document_id limit ${limit}`.execute(reads);
  return listOf(rows, 'document_id');
}

/**
 * Requests sealing with the attempts reset: after a failure, and where a sealed file was lost. Returns the documents
 * whose sealing for this event is neither done nor left to a job of its own: until then, the job that follows the
 * event seals them, each time it runs.
 */
export async function requestSeals(
  tx: Tx,
  { workflowId, eventId }: { workflowId: number; eventId: number },
  documentIds: readonly number[],
): Promise<number[]> {
  if (documentIds.length === 0) return [];
  const rows = documentIds.map((id) => ({ document_id: id, workflow_id: workflowId }));
  return listOf(await insertOrReset(tx, rows, eventId), 'document_id');
}

const FRESH = {
  state: 'pending' as const,
  attempts: 0,
  cause: null,
  file_id: null,
  sealed_at: null,
  level: null,
  timestamp_authority: null,
  timestamp_is_internal: null,
  timestamp_serial: null,
  timestamped_at: null,
  renew_at: null,
  timestamp_hashes: null,
  compacted_at: null,
};

const insertOrReset = prepareStatement(
  'request-seals',
  (statements, rows: { document_id: number; workflow_id: number }[], eventId: number) =>
    statements
      .insertInto('seals')
      .values(rows.map((row) => ({ ...row, ...FRESH })))
      .onConflict((conflict) =>
        conflict
          .column('document_id')
          .doUpdateSet(FRESH)
          .where(({ eb, fn, val }) => eb(fn.coalesce('seals.requested_event', val(0)), '<', eventId)),
      )
      .returning('document_id'),
);

/** A document to be sealed, and the event whose job seals it; null where it has a job of its own. */
export interface SealRequest {
  documentId: number;
  eventId: number | null;
}

/** From now on, the event seals the document no more. */
export async function markRequested(tx: Tx, { documentId, eventId }: SealRequest): Promise<void> {
  await sql`update seals set requested_event = ${eventId} where document_id = ${documentId}`.execute(tx);
}

export async function markFailure(
  tx: Tx,
  { documentId, eventId }: SealRequest,
  { attempts, cause, spent }: { attempts: number; cause: string; spent: boolean },
): Promise<void> {
  const state = spent ? 'failed' : 'pending';
  const change = { attempts, cause, state, ...requestedColumn(eventId) } as const;
  await tx.updateTable('seals').set(change).where('document_id', '=', documentId).execute();
}

function requestedColumn(eventId: number | null): Updateable<SealRow> {
  return eventId === null ? {} : { requested_event: eventId };
}

interface SealedFile {
  file: NewFileRow;
  timestamp: LastTimestamp;
}

/** Saves the sealed file with its leaf of the log, by one statement; returns its id. Requires the lock on the workflow's row. */
export async function saveSealed(
  tx: Tx,
  { documentId, eventId }: SealRequest,
  { file, timestamp, now, level }: SealedFile & { now: Date; level: string },
): Promise<number> {
  const sealed = { state: 'sealed' as const, sealed_at: now, cause: null, level };
  const change = { ...sealed, ...requestedColumn(eventId), ...timestampColumns(timestamp) };
  return saveFile(tx, documentId, file, change);
}

/** The same for a file that replaces a sealed one. */
export async function saveRenewed(tx: Tx, documentId: number, { file, timestamp }: SealedFile) {
  return saveFile(tx, documentId, file, timestampColumns(timestamp));
}

async function saveFile(
  tx: Tx,
  ...[documentId, file, change]: [number, NewFileRow, Updateable<SealRow>]
): Promise<number> {
  const [row] = await updateWithFile(tx, documentId, file, change);
  return assertPresent(row, `the seal of document ${documentId}`).id;
}

const updateWithFile = prepareStatement(
  'save-sealed-file',
  (statements, ...[documentId, file, change]: [number, NewFileRow, Updateable<SealRow>]) => {
    const newFile = sql<number>`(select id from new_file)`;
    return statements
      .with('new_file', (db) => fileInsertion(db, file))
      .with('new_document', (db) => sealedFileUpdate(db, { documentId, fileId: newFile }))
      .with('new_leaf', (db) => leafInsertion(db, [{ kind: 'seal', hash: file.sha256 }]))
      .updateTable('seals')
      .set({ ...change, file_id: newFile })
      .where('document_id', '=', documentId)
      .returning(newFile.as('id'));
  },
);

function timestampColumns({ authority, isInternal, serial, time, expiresAt, hashes }: LastTimestamp) {
  return {
    timestamp_authority: authority,
    timestamp_is_internal: isInternal,
    timestamp_serial: serial,
    timestamped_at: time,
    renew_at: renewalDueAt(time, expiresAt),
    timestamp_hashes: hashes,
  };
}

/** Of seals made before hashes were recorded. */
export const FORMER_HASHES: readonly string[] = ['sha256'];

/** Documents whose last timestamp is due for renewal, or depends on an ending hash, the most urgent first. */
export async function listDueRenewals(
  reads: Reads,
  { now, endingHashes, limit }: { now: Date; endingHashes: readonly string[]; limit: number },
): Promise<number[]> {
  const isEnding =
    endingHashes.length === 0
      ? sql`false`
      : sql`coalesce(timestamp_hashes, ${FORMER_HASHES}) && ${endingHashes}::text[]`;
  const { rows } = await sql<Seal>`
    select document_id from seals where state = 'sealed' and (renew_at <= ${now} or ${isEnding})
    order by renew_at limit ${limit}`.execute(reads);
  return listOf(rows, 'document_id');
}

/** A sealed document whose other bytes are still there. */
export type SealToCompact = Pick<Seal, 'document_id'> & { file_id: number; sealed_at: Date };

/** In the order in which they were sealed. */
export async function listToCompact(
  reads: Reads,
  { before, after, limit }: { before: Date; after: SealToCompact | undefined; limit: number },
): Promise<SealToCompact[]> {
  const isLater = after
    ? sql`and (sealed_at, document_id) > (${after.sealed_at}, ${after.document_id})`
    : sql``;
  const { rows } = await sql<SealToCompact>`
    select document_id, file_id, sealed_at from seals
    where state = 'sealed' and compacted_at is null and sealed_at < ${before} ${isLater}
    order by sealed_at, document_id limit ${limit}`.execute(reads);
  return rows;
}

/** Locks those of the seals that still have the file they had, and returns their documents. */
export async function lockToCompact(tx: Tx, seals: readonly SealToCompact[]): Promise<Set<number>> {
  const { rows } = await sql<SealToCompact>`
    select document_id, file_id from seals
    where document_id = any(${listOf(seals, 'document_id')}) and state = 'sealed' and compacted_at is null
    order by document_id for update`.execute(tx);
  const files = new Map(rows.map((row) => [row.document_id, row.file_id]));
  const unchanged = seals.filter((seal) => files.get(seal.document_id) === seal.file_id);
  return new Set(listOf(unchanged, 'document_id'));
}

export async function saveCompacted(tx: Tx, documentIds: readonly number[], now: Date): Promise<void> {
  await sql`update seals set compacted_at = ${now} where document_id = any(${documentIds})`.execute(tx);
}

/** How many documents wait for their seal: for the first attempt, and after a failed one. */
export function countWaitingSeals(reads: Reads) {
  return countByAttempt(reads, sql`from seals where state = 'pending'`);
}

/** How many sealed documents should have had their next timestamp before a moment. */
export async function countOverdueRenewals(reads: Reads, before: Date): Promise<number> {
  return countRows(reads, sql`from seals where state = 'sealed' and renew_at < ${before}`);
}
