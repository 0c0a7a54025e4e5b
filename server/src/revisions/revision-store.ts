import { assertPresent } from '@paraph/domain';
import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Reads, Tx } from '../database/database.ts';
import { bytesOf, type JsonRow, selectClause, timeOf } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { RevisionRow } from '../database/rows.generated.ts';

/** A revision without its bytes; size and hash are those of the whole file up to and including it. */
export interface RevisionFacts {
  documentId: number;
  number: number;
  kind: Selectable<RevisionRow>['kind'];
  actionId: number | null;
  size: number;
  sha256: Buffer;
  madeAt: Date;
}

export async function insertRevisions(tx: Tx, rows: readonly Insertable<RevisionRow>[]): Promise<void> {
  if (rows.length > 0) await insertRows(tx, rows);
}

const insertRows = prepareStatement(
  'insert-revisions',
  (statements, rows: readonly Insertable<RevisionRow>[]) =>
    statements.insertInto('revisions').values([...rows]),
);

const FACTS = [
  'document_id as documentId',
  'number',
  'kind',
  'action_id as actionId',
  'size',
  'sha256',
  'made_at as madeAt',
] as const;

/** The revisions of a document in their order, as a clause of a statement. */
export function revisionsOf(documentId: Expression<number>) {
  return jsonArrayFrom(
    selectClause('revisions').select(FACTS).where('document_id', '=', documentId).orderBy('number'),
  );
}

/** The sizes of documents with their latest revision, of those that an array names; as a clause of a statement. */
export function latestSizesAmong(documentIds: Expression<unknown>) {
  return jsonArrayFrom(
    selectClause('revisions')
      .distinctOn('document_id')
      .select(['document_id as documentId', 'size'])
      .where(sql<boolean>`revisions.document_id = any(${documentIds})`)
      .orderBy('document_id')
      .orderBy('number', 'desc'),
  );
}

export function toRevision(row: JsonRow<RevisionFacts>): RevisionFacts {
  return { ...row, sha256: bytesOf(row.sha256), madeAt: timeOf(row.madeAt) };
}

/** In their order, by document. */
export async function listRevisions(
  reads: Reads,
  documentIds: readonly number[],
): Promise<Map<number, RevisionFacts[]>> {
  if (documentIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('revisions')
    .select(FACTS)
    .where('document_id', 'in', [...documentIds])
    .orderBy('document_id')
    .orderBy('number')
    .execute();
  return Map.groupBy(rows, ({ documentId }) => documentId);
}

/** Other bytes of a revision, of the same length. */
export interface RevisedUpdate {
  documentId: number;
  number: number;
  bytes: Buffer;
  /** Of the whole file. */
  sha256: Buffer;
}

/** Completes the latest revision by its timestamp; all others never change. */
export async function replaceUpdate(
  tx: Tx,
  { documentId, number, bytes, sha256 }: RevisedUpdate,
): Promise<void> {
  await sql`update revisions set bytes = ${bytes}, sha256 = ${sha256}
    where document_id = ${documentId} and number = ${number}`.execute(tx);
}

/** An update, with number and hash of the whole file after it. */
type StoredUpdate = Pick<Selectable<RevisionRow>, 'number' | 'sha256'> & { bytes: Buffer };

/** The updates of a document in order, as long as it is not complete. */
export async function listUpdates(reads: Reads, documentId: number): Promise<StoredUpdate[]> {
  const rows = await selectUpdates(reads, documentId);
  return rows.map(({ bytes, ...row }) => ({
    ...row,
    bytes: assertPresent(bytes, `the bytes of revision ${row.number} of document ${documentId}`),
  }));
}

const selectUpdates = prepareStatement('updates-of-document', (statements, documentId: number) =>
  statements
    .selectFrom('revisions')
    .select(['bytes', 'number', 'sha256'])
    .where('document_id', '=', documentId)
    .orderBy('number'),
);

/** Drops the bytes of the revisions of documents whose sealed files hold them. */
export async function dropUpdates(tx: Tx, documentIds: readonly number[]): Promise<void> {
  if (documentIds.length === 0) return;
  await tx
    .updateTable('revisions')
    .set({ bytes: null })
    .where('document_id', 'in', [...documentIds])
    .execute();
}
