import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { PublicLinkRow, SubmissionRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import { answeredAt, isUnderWay } from '../workflows/api.ts';

export type StoredLink = Selectable<PublicLinkRow>;
export type StoredSubmission = Selectable<SubmissionRow>;

export async function insertLink(tx: Tx, link: Insertable<PublicLinkRow>): Promise<StoredLink> {
  return tx.insertInto('public_links').values(link).returningAll().executeTakeFirstOrThrow();
}

export async function findLink(reads: Reads, id: number): Promise<StoredLink | null> {
  const { rows } = await sql<StoredLink>`select * from public_links where id = ${id}`.execute(reads);
  return rows[0] ?? null;
}

export async function findLinkByToken(reads: Reads, tokenHash: Buffer): Promise<StoredLink | null> {
  const { rows } = await sql<StoredLink>`
    select * from public_links where token_hash = ${tokenHash}`.execute(reads);
  return rows[0] ?? null;
}

/** Until the end of the transaction nobody else takes a place of it. */
export async function lockLink(tx: Tx, id: number): Promise<StoredLink | null> {
  const { rows } = await sql<StoredLink>`
    select * from public_links where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function saveLink(tx: Tx, id: number, change: Updateable<PublicLinkRow>): Promise<void> {
  await tx.updateTable('public_links').set(change).where('id', '=', id).execute();
}

export async function countOpenLinks(reads: Reads, templateId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from public_links
    where template_id = ${templateId} and ended_at is null`.execute(reads);
  return rows[0]?.count ?? 0;
}

export async function listLinks(
  reads: Reads,
  templateId: number,
  page: PageRequest,
): Promise<PageOf<StoredLink>> {
  const rows = reads.selectFrom('public_links').where('template_id', '=', templateId);
  return readPage(rows.selectAll().orderBy('id', 'desc'), page);
}

const ANSWERED_AT = answeredAt(sql`submissions.workflow_id`);
/** What became of a submission, as its workflow says by now. */
const STATE_NOW = sql<StoredSubmission['state']>`case
  when state <> 'open' or workflow_id is null then state
  when ${ANSWERED_AT} is not null then 'done'
  when ${isUnderWay(sql`submissions.workflow_id`)} then 'open'
  else 'ended' end`;

export type SubmissionCounts = Readonly<Record<'open' | 'done' | 'abandoned', number>>;

export async function countSubmissions(
  reads: Reads,
  linkIds: readonly number[],
): Promise<Map<number, SubmissionCounts>> {
  const { rows } = await sql<SubmissionCounts & { id: number }>`
    select link_id as id, count(*) filter (where now = 'open')::int as open,
      count(*) filter (where now = 'done')::int as done,
      count(*) filter (where now = 'abandoned')::int as abandoned
    from (select link_id, ${STATE_NOW} as now from submissions where link_id = any(${[...linkIds]}::bigint[]))
      as counted group by link_id`.execute(reads);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export async function listSubmissionPage(
  reads: Reads,
  linkId: number,
  page: PageRequest,
): Promise<PageOf<StoredSubmission>> {
  const rows = reads.selectFrom('submissions').where('link_id', '=', linkId);
  const proven = rows.where('proven_at', 'is not', null).selectAll();
  return readPage(proven.select(STATE_NOW.as('state')).orderBy('id', 'desc'), page);
}

export async function insertSubmission(
  tx: Tx,
  submission: Insertable<SubmissionRow>,
): Promise<StoredSubmission> {
  return tx.insertInto('submissions').values(submission).returningAll().executeTakeFirstOrThrow();
}

export async function findSubmission(reads: Reads, id: number): Promise<StoredSubmission | null> {
  const { rows } = await sql<StoredSubmission>`select * from submissions where id = ${id}`.execute(reads);
  return rows[0] ?? null;
}

/**
 * Counts a try of a code before anything is compared, by one statement: of concurrent tries no more than the limit get
 * the submission to compare with. Null where the code does not count any more.
 */
export async function countTry(
  reads: Reads,
  { linkId, keyHash, now, triesMax }: { linkId: number; keyHash: Buffer; now: Date; triesMax: number },
): Promise<StoredSubmission | null> {
  const { rows } = await sql<StoredSubmission>`
    update submissions set tries = tries + 1
    where key_hash = ${keyHash} and link_id = ${linkId} and state = 'asked' and expires_at > ${now}
      and tries < ${triesMax} returning *`.execute(reads);
  return rows[0] ?? null;
}

/** Saves what workflows say by now: of those of one link, of one workflow, or of all. */
export async function settleSubmissions(
  tx: Tx,
  { linkId = null, workflowId = null }: { linkId?: number | null; workflowId?: number | null } = {},
): Promise<void> {
  await sql`update submissions set state = settled.now, ended_at = settled.at from (
      select id, ${STATE_NOW} as now, coalesce(${ANSWERED_AT}, proven_at) as at from submissions where state = 'open'
        and (${linkId}::bigint is null or link_id = ${linkId})
        and (${workflowId}::bigint is null or workflow_id = ${workflowId})
    ) as settled where submissions.id = settled.id and settled.now <> 'open'`.execute(tx);
}

/** What a person has begun at a link, and when they have answered there. The caller has locked the link. */
export async function readVisits(
  tx: Tx,
  { linkId, personHash }: { linkId: number; personHash: Buffer },
): Promise<{ open: StoredSubmission | null; answeredAt: Date | null }> {
  const { rows } = await sql<StoredSubmission>`
    select * from submissions where link_id = ${linkId} and person_hash = ${personHash}
      and state in ('open', 'done') order by id desc`.execute(tx);
  const answered = rows.find(({ state }) => state === 'done');
  return { open: rows.find(({ state }) => state === 'open') ?? null, answeredAt: answered?.ended_at ?? null };
}

export async function saveSubmission(tx: Tx, id: number, change: Updateable<SubmissionRow>): Promise<void> {
  await tx.updateTable('submissions').set(change).where('id', '=', id).execute();
}

/** In the transaction that makes the workflow; false where another process has made one. */
export async function setWorkflow(
  tx: Tx,
  { id, workflowId }: { id: number; workflowId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update submissions set workflow_id = ${workflowId}, entered = null
    where id = ${id} and state = 'open' and workflow_id is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** What no workflow came of: the place is free, and the code counts as long as it did. */
export async function releasePlace(tx: Tx, id: number): Promise<void> {
  await sql`update submissions set state = 'asked', proven_at = null
    where id = ${id} and state = 'open' and workflow_id is null`.execute(tx);
}

export async function deleteSubmission(tx: Tx, id: number): Promise<void> {
  await sql`delete from submissions where id = ${id}`.execute(tx);
}

/** The name and address of whose workflow is erased go with it. */
export async function forgetVisitor(tx: Tx, workflowId: number): Promise<void> {
  await sql`update submissions set name = null, email = null
    where workflow_id = ${workflowId}`.execute(tx);
}

/** Mailboxes that were not proven, and places that a killed process took without a workflow. */
export async function deleteUnproven(tx: Tx, endedBefore: Date): Promise<void> {
  await sql`delete from submissions where expires_at < ${endedBefore}
    and (state = 'asked' or (state = 'open' and workflow_id is null))`.execute(tx);
}

/** Proven before a time, and still without an answer; or abandoned before, with a workflow that is to be erased. */
export async function listAbandoned(
  reads: Reads,
  { state, before, limit }: { state: 'open' | 'abandoned'; before: Date; limit: number },
): Promise<{ id: number; workflow_id: number }[]> {
  const since = state === 'open' ? sql`proven_at` : sql`ended_at`;
  const { rows } = await sql<{ id: number; workflow_id: number }>`
    select id, workflow_id from submissions where state = ${state} and workflow_id is not null
      and ${since} < ${before} order by id limit ${limit}`.execute(reads);
  return rows;
}

/** The links that a member has made in an organization go to who takes over. */
export async function handOverLinks(
  tx: Tx,
  { organizationId, from, to }: Record<'organizationId' | 'from' | 'to', number>,
): Promise<void> {
  await sql`update public_links set creator_id = ${to}
    where creator_id = ${from} and organization_id = ${organizationId}`.execute(tx);
}
