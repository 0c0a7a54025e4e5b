import type { RetentionPolicy } from '@paraph/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { RetentionChangeRow, RetentionPolicyRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';

/** The policies of an organization, as set; what is not among them inherits. */
export interface StoredPolicies {
  organization: RetentionPolicy | null;
  workspaces: ReadonlyMap<number, RetentionPolicy>;
  templates: ReadonlyMap<number, RetentionPolicy>;
}

/** Whose policy it is: of the organization where none is named. */
export interface PolicyScope {
  organizationId: number;
  workspaceId: number | null;
  templateId: number | null;
  workflowId: number | null;
}

const toPolicy = (row: Selectable<RetentionPolicyRow>): RetentionPolicy => ({
  signedYears: row.signed_years,
  draftDays: row.draft_days,
  stoppedMonths: row.stopped_months,
});

export async function listPolicies(reads: Reads, organizationId: number): Promise<StoredPolicies> {
  const rows = await reads
    .selectFrom('retention_policies')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workflow_id', 'is', null)
    .execute();
  const own = rows.find((row) => row.workspace_id === null && row.template_id === null);
  const by = (name: 'template_id' | 'workspace_id') =>
    new Map(
      rows.flatMap((row) => {
        const id = row[name];
        return id === null ? [] : [[id, toPolicy(row)] as const];
      }),
    );
  return {
    organization: own ? toPolicy(own) : null,
    workspaces: by('workspace_id'),
    templates: by('template_id'),
  };
}

export async function listWorkflowPolicies(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, RetentionPolicy>> {
  if (workflowIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('retention_policies')
    .selectAll()
    .where('workflow_id', 'in', [...workflowIds])
    .execute();
  return new Map(rows.map((row) => [row.workflow_id ?? 0, toPolicy(row)]));
}

export async function savePolicy(
  tx: Tx,
  { organizationId, workspaceId, templateId, workflowId }: PolicyScope,
  { now, ...policy }: RetentionPolicy & { now: Date },
): Promise<void> {
  const values = {
    signed_years: policy.signedYears,
    draft_days: policy.draftDays,
    stopped_months: policy.stoppedMonths,
    changed_at: now,
  };
  const key = {
    organization_id: organizationId,
    workspace_id: workspaceId,
    template_id: templateId,
    workflow_id: workflowId,
  };
  await tx
    .insertInto('retention_policies')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'workspace_id', 'template_id', 'workflow_id']).doUpdateSet(values),
    )
    .execute();
}

/** The organizations of which a policy can make something due. */
export async function listOrganizationsWithPeriods(reads: Reads): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from retention_policies
    where signed_years > 0 or draft_days > 0 or stopped_months > 0 order by organization_id`.execute(reads);
  return rows.map((row) => row.organization_id);
}

export type StoredChange = Selectable<RetentionChangeRow>;

/** Until the end of the transaction no other one changes policies of the organization. */
export async function lockPolicies(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`paraph retention policies ${organizationId}`}, 0))`.execute(tx);
}

export async function insertChange(tx: Tx, row: Insertable<RetentionChangeRow>): Promise<number> {
  const { id } = await tx
    .insertInto('retention_changes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The newest first. */
export async function listChanges(
  reads: Reads,
  organizationId: number,
  request: PageRequest,
): Promise<PageOf<StoredChange>> {
  const changes = reads.selectFrom('retention_changes').where('organization_id', '=', organizationId);
  return readPage(changes.selectAll().orderBy('id', 'desc'), request);
}
