import { FINAL_STATUSES, isFinal, WORKFLOW_STATUSES } from '@paraph/domain';
import { type RawBuilder, sql } from 'kysely';
import { livingUser } from '../../accounts/api.ts';
import { countRows, type Reads, type Tx } from '../../database/database.ts';

/** What decides when a workflow is erased. */
export type EndedWorkflow = Awaited<ReturnType<typeof findEndings>>[number];

function endings(reads: Reads) {
  const owners = ['workspace_id as workspaceId', 'organization_id as organizationId'] as const;
  const times = ['created_at as createdAt', 'ended_at as endedAt'] as const;
  return reads
    .selectFrom('workflows')
    .select(['id', 'envelope_id as envelopeId', 'status', 'creator_id as creatorId', ...owners])
    .select([...times, 'scheduled_start_at as scheduledStartAt']);
}

/** Of a list in the order of ids: how many, and after which one. */
type IdSlice = Record<'after' | 'limit', number>;

/** The workflows of a workspace, in the order of their ids. */
export async function listEndings(
  reads: Reads,
  { workspaceId, after, limit }: IdSlice & { workspaceId: number },
): Promise<EndedWorkflow[]> {
  const all = endings(reads).where('workspace_id', '=', workspaceId);
  return all.where('id', '>', after).orderBy('id').limit(limit).execute();
}

export async function findEndings(reads: Reads, ids: readonly number[]) {
  return ids.length === 0 ? [] : endings(reads).where('id', 'in', ids).execute();
}

export async function findEnding(reads: Reads, id: number): Promise<EndedWorkflow | null> {
  const [ending] = await findEndings(reads, [id]);
  return ending ?? null;
}

/** Whether a workflow was signed, as a clause; the id is a column of the statement. */
export function isSigned(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from workflows where workflows.id = ${id} and status = 'signed')`;
}

/** When the first of its people signed or approved, as a clause; null before. */
export function answeredAt(id: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`(select min(acted_at) from actions
    where actions.workflow_id = ${id} and actions.status in ('signed', 'approved'))`;
}

/** Whether people can still act in a workflow, or it waits for its start. */
export function isUnderWay(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from workflows where workflows.id = ${id} and status in ('not_started', 'started'))`;
}

/** The same: whether a mail to one of its people came back. */
export function hasReturnedMail(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from recipients where workflow_id = ${id} and mail_problem is not null)`;
}

/** What these workflows are called; those that are erased are absent. */
export async function findOrganizationOfWorkflow(reads: Reads, id: number): Promise<number | null> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from workflows where id = ${id}`.execute(reads);
  return rows[0]?.organization_id ?? null;
}

export async function readWorkflowNames(reads: Reads, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reads.selectFrom('workflows').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** To whom these workflows belong; those that are erased are absent. */
export async function readOwners(
  reads: Reads,
  ids: readonly number[],
): Promise<Map<number, { workspaceId: number; organizationId: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await reads
    .selectFrom('workflows')
    .select(['id', 'workspace_id as workspaceId', 'organization_id as organizationId'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

/** In the order of their ids, those after one. */
export async function listIdsOfOrganization(
  reads: Reads,
  { organizationId, after, limit }: { organizationId: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The id and workspace of a workflow of people, as a clause of a statement; no row for a seal of an organization. */
export function workspaceOfPeoples(workflowId: number): RawBuilder<{ id: number; workspace_id: number }> {
  return sql`select id, workspace_id from workflows where id = ${workflowId} and source_type <> 'seal'`;
}

/** A recipient as contacts are learned from. */
export interface StartedPerson {
  workspace_id: number;
  organization_id: number;
  name: string;
  email: string;
  email_key: string;
  phone: string | null;
  language: string | null;
}

/** The recipients of a workflow, as a clause of a statement. */
export function startedPeopleOf(workflowId: number): RawBuilder<StartedPerson> {
  return sql`
    select workspace_id, organization_id, recipients.name, email, email_key, phone, language
    from workflows join recipients on workflow_id = workflows.id where workflows.id = ${workflowId}`;
}

/** The keys of the recipients' addresses, by workflow. */
export async function listRecipientKeys(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (workflowIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('recipients')
    .select(['workflow_id as workflowId', 'email_key as emailKey'])
    .where('workflow_id', 'in', workflowIds)
    .execute();
  const lists = Map.groupBy(rows, ({ workflowId }) => workflowId);
  return new Map([...lists].map(([id, list]) => [id, list.map(({ emailKey }) => emailKey)]));
}

export async function countInWorkspaces(reads: Reads, workspaceIds: readonly number[]): Promise<number> {
  if (workspaceIds.length === 0) return 0;
  return countRows(reads, sql`from workflows where workspace_id = any(${workspaceIds}::bigint[])`);
}

/** How many workflows no attempt to seal was left for, and that need a Retry. */
export async function countBlockedWorkflows(reads: Reads): Promise<number> {
  return countRows(reads, sql`from workflows where status = 'blocked'`);
}

/** SQL: whether the workflow that a tombstone is about is there. Numbers may have been used anew. */
export function hasErasedWorkflow(tombstone: string): string {
  return `exists (select from workflows w
    where w.id = ${tombstone}.workflow_id and w.envelope_id = ${tombstone}.envelope_id)`;
}

/** Of fewer, a table of its own would make nothing faster. */
const MONTHLY_MIN = 1_000_000;

/** How far the numbers of workflows have come, and how many a month takes: a million, or the next power of two of them. */
export async function readNumbering(reads: Reads, now: Date): Promise<{ last: number; monthly: number }> {
  const { rows } = await sql<{ last: number | null }>`
    select last_value as last from pg_sequences
    where schemaname = current_schema() and sequencename = 'workflows_id_seq'`.execute(reads);
  const last = rows[0]?.last ?? 0;
  let monthly = MONTHLY_MIN;
  while (await isOfMonth(reads, last - monthly, now)) monthly *= 2;
  return { last, monthly };
}

/** Whether the last workflow up to a number was created in the month before a time. */
async function isOfMonth(reads: Reads, upTo: number, time: Date): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select created_at > ${time}::timestamptz - interval '31 days' as "isNew" from workflows
    where id <= ${upTo} order by id desc limit 1`.execute(reads);
  return rows[0]?.isNew ?? false;
}

async function listIds(reads: Reads, ids: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await ids.execute(reads)).rows.map(({ id }) => id);
}

/** A page of the ids of all workflows. */
export async function listIdsAfter(reads: Reads, { after, limit }: IdSlice): Promise<number[]> {
  return listIds(reads, sql`select id from workflows where id > ${after} order by id limit ${limit}`);
}

export async function listSentIds(
  reads: Reads,
  { creatorId, after, limit }: IdSlice & { creatorId: number },
): Promise<number[]> {
  const ids = sql<{ id: number }>`select id from workflows
    where creator_id = ${creatorId} and id > ${after} order by id limit ${limit}`;
  return listIds(reads, ids);
}

/** Of an address, without drafts: until it is started, no recipient knows of a workflow. */
export async function listReceivedIds(
  reads: Reads,
  { emailKey, after, limit }: IdSlice & { emailKey: string },
): Promise<number[]> {
  const ids = sql<{ id: number }>`
    select distinct workflows.id from recipients join workflows on workflows.id = recipients.workflow_id
    where recipients.email_key = ${emailKey} and workflows.started_at is not null and workflows.id > ${after}
    order by workflows.id limit ${limit}`;
  return listIds(reads, ids);
}

/** The same of workflows that the address follows. */
export async function listFollowedIds(
  reads: Reads,
  { emailKey, after, limit }: IdSlice & { emailKey: string },
): Promise<number[]> {
  const ids = sql<{ id: number }>`
    select workflows.id from followers join workflows on workflows.id = followers.workflow_id
    where followers.email_key = ${emailKey} and workflows.started_at is not null and workflows.id > ${after}
    order by workflows.id limit ${limit}`;
  return listIds(reads, ids);
}

/** How many workflows a user sent, and how many of them still wait for people, for their seal or for their start. */
export async function countSent(
  reads: Reads,
  creatorId: number,
): Promise<{ total: number; underWay: number; organizationIds: number[] }> {
  const { rows } = await sql<{ organizationId: number; total: number; underWay: number }>`
    select organization_id as "organizationId", count(*)::int as total,
      count(*) filter (where case status when 'not_started' then scheduled_start_at is not null
        else status <> all(${[...FINAL_STATUSES]}::text[]) end)::int as "underWay"
    from workflows where creator_id = ${creatorId} group by organization_id order by organization_id`.execute(
    reads,
  );
  const sum = (of: 'total' | 'underWay') => rows.reduce((all, row) => all + row[of], 0);
  const organizationIds = rows.map(({ organizationId }) => organizationId);
  return { total: sum('total'), underWay: sum('underWay'), organizationIds };
}

/** What a user has in these workspaces that has not ended: drafts, and what is under way. */
export async function countOpenOf(
  reads: Reads,
  { workspaceIds, userId }: { workspaceIds: readonly number[]; userId: number },
): Promise<{ workspaceId: number; drafts: number; running: number }[]> {
  const { rows } = await sql<{ workspaceId: number; drafts: number; running: number }>`
    select workspace_id as "workspaceId", count(*) filter (where status = 'not_started')::int as drafts,
      count(*) filter (where status <> 'not_started')::int as running
    from workflows where ${openOf(workspaceIds, userId)} group by workspace_id order by workspace_id`.execute(
    reads,
  );
  return rows;
}

const OPEN = WORKFLOW_STATUSES.filter((status) => !isFinal(status));

function openOf(workspaceIds: readonly number[], userId: number) {
  return sql`workspace_id = any(${[...workspaceIds]}::bigint[]) and status = any(${OPEN}::text[])
    and creator_id = ${userId} and source_type <> 'seal'`;
}

/** Gives some of these to another user, and locks their rows; returns their ids, none where all are theirs. */
export async function handOverWorkflows(
  tx: Tx,
  about: { workspaceIds: readonly number[]; from: number; to: number; limit: number },
): Promise<number[]> {
  const { workspaceIds, from, to, limit } = about;
  return listIds(
    tx,
    sql`update workflows set creator_id = ${livingUser(to)} where id in (
      select id from workflows where ${openOf(workspaceIds, from)} order by id limit ${limit} for update
    ) returning id`,
  );
}

/** Whether one of those that a user sent is in this workspace, or this one is among them. */
export async function isAmongSent(
  reads: Reads,
  creatorId: number,
  asked: { workspaceId: number } | { workflowId: number },
): Promise<boolean> {
  const sent = reads.selectFrom('workflows').select('id').where('creator_id', '=', creatorId).limit(1);
  const matching =
    'workspaceId' in asked
      ? sent.where('workspace_id', '=', asked.workspaceId)
      : sent.where('id', '=', asked.workflowId);
  return (await matching.executeTakeFirst()) !== undefined;
}

// What housekeeping looks for.

/** Workflows whose deadline has passed while they could still expire. */
export async function listExpired(
  reads: Reads,
  { now, after, limit }: IdSlice & { now: Date },
): Promise<number[]> {
  const ids = sql<{ id: number }>`select id from workflows
    where status in ('not_started', 'started') and expires_at <= ${now} and id > ${after}
    order by id limit ${limit}`;
  return listIds(reads, ids);
}

/** Drafts due to start, in the order of their ids. */
export async function listScheduled(
  reads: Reads,
  { now, after, limit }: IdSlice & { now: Date },
): Promise<{ id: number; creatorId: number }[]> {
  const { rows } = await sql<{ id: number; creatorId: number }>`
    select id, creator_id as "creatorId" from workflows
    where status = 'not_started' and scheduled_start_at <= ${now} and id > ${after}
    order by id limit ${limit}`.execute(reads);
  return rows;
}

/** Brings nearer when a workflow and its steps end, when it starts, and when its recipients may be reminded again. */
export async function moveTimes(tx: Tx, workflowId: number, seconds: number): Promise<void> {
  const span = sql`make_interval(secs => ${seconds})`;
  await sql`update workflows set expires_at = expires_at - ${span},
    scheduled_start_at = scheduled_start_at - ${span} where id = ${workflowId}`.execute(tx);
  await sql`update steps set expires_at = expires_at - ${span} where workflow_id = ${workflowId}`.execute(tx);
  await sql`update actions set reminded_at = reminded_at - ${span}, asked_at = asked_at - ${span}
    where workflow_id = ${workflowId}`.execute(tx);
}

export function isEnvelopeId(text: string): boolean {
  return /^[0-9]{8}[0-9a-f]{32}$/.test(text);
}
