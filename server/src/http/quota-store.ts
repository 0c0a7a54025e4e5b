import { type QuotaName, type Quotas, quotaPeriod } from '@paraph/domain';
import { type Expression, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';

/** A quota of an organization, and what it has used of it. */
export interface StoredQuota {
  quota: string;
  isOwn: boolean;
  value: number | null;
  used: number;
  since: Date | null;
}

interface CountedUses {
  organizationId: number;
  uses: Quotas;
  limited: readonly string[];
  now: Date;
}

/**
 * Adds uses to those quotas that have a value of their own or are among `limited`, and returns them with what is used
 * now. One statement; the row of each is locked until the end of the transaction, so that two starts at the same
 * moment do not both take the last.
 */
export async function countUses(
  tx: Tx,
  { organizationId, uses, limited, now }: CountedUses,
): Promise<StoredQuota[]> {
  // In the order of their names, in which all lock them.
  const names = (Object.keys(uses) as QuotaName[]).sort();
  const counts = names.map((name) => uses[name] ?? 0);
  const starts = names.map((name) => quotaPeriod(name, now)?.start ?? null);
  return upsertUses(tx, organizationId, { names, counts, starts, limited });
}

interface Uses {
  names: readonly string[];
  counts: readonly number[];
  starts: readonly (Date | null)[];
  limited: readonly string[];
}

const upsertUses = prepareStatement(
  'count-quota-uses',
  (_statements, organizationId: number, { names, counts, starts, limited }: Uses) => sql<StoredQuota>`
    insert into organization_quotas (organization_id, quota, is_own, used, since)
    select ${organizationId}::bigint, asked.quota, false, asked.uses, asked.since
    from unnest(${names}::text[], ${counts}::bigint[], ${starts}::timestamptz[]) as asked (quota, uses, since)
    where asked.quota = any(${limited}::text[]) or exists (
      select from organization_quotas own where own.organization_id = ${organizationId}::bigint
        and own.quota = asked.quota and own.is_own and own.value is not null)
    order by asked.quota
    on conflict (organization_id, quota) do update set
      used = excluded.used + case when excluded.since > organization_quotas.since then 0
        else organization_quotas.used end,
      since = greatest(organization_quotas.since, excluded.since)
    returning quota, is_own as "isOwn", value, used, since`,
);

/** Whether an organization has a quota of its own, for a larger statement. */
export function hasOwnQuota(organizationId: Expression<number>) {
  return sql<boolean>`exists (select from organization_quotas own
    where own.organization_id = ${organizationId} and own.is_own)`;
}

/** Those that hold for the calls of programs, for the statement that finds the caller: null for no limit. */
export function callQuotasOf(organizationId: Expression<number>) {
  return sql<Record<string, number | null> | null>`(select jsonb_object_agg(own.quota, own.value)
    from organization_quotas own where own.organization_id = ${organizationId} and own.is_own
      and own.quota in ('calls', 'examinations'))`;
}

export function listQuotas(reads: Reads, organizationId: number): Promise<StoredQuota[]> {
  return reads
    .selectFrom('organization_quotas')
    .select(['quota', 'is_own as isOwn', 'value', 'used', 'since'])
    .where('organization_id', '=', organizationId)
    .execute();
}

/** The one of this name, locked against starts that count. */
export async function lockQuota(
  tx: Tx,
  { organizationId, name }: { organizationId: number; name: QuotaName },
): Promise<StoredQuota | null> {
  const locked = tx
    .selectFrom('organization_quotas')
    .select(['quota', 'is_own as isOwn', 'value', 'used', 'since'])
    .where('organization_id', '=', organizationId)
    .where('quota', '=', name)
    .forUpdate();
  return (await locked.executeTakeFirst()) ?? null;
}

/** `used` replaces what was counted. */
export async function saveQuota(
  tx: Tx,
  organizationId: number,
  { quota, isOwn, value, used, since }: StoredQuota,
): Promise<void> {
  const row = { is_own: isOwn, value, used, since };
  await tx
    .insertInto('organization_quotas')
    .values({ organization_id: organizationId, quota, ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'quota']).doUpdateSet(row))
    .execute();
}

export interface Measured {
  organizationId: number;
  since: Date | null;
  event: number | null;
}

/** The organizations of which the stored bytes are counted, with when they were measured, and up to which event. */
export function listMeasured(reads: Reads): Promise<Measured[]> {
  return reads
    .selectFrom('organization_quotas')
    .select(['organization_id as organizationId', 'since', 'measured_event as event'])
    .where('quota', '=', 'storedBytes')
    .execute();
}

export async function saveStoredBytes(
  tx: Tx,
  { organizationId, bytes, event, now }: { organizationId: number; bytes: number; event: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('organization_quotas')
    .set({ used: bytes, since: now, measured_event: event })
    .where('organization_id', '=', organizationId)
    .where('quota', '=', 'storedBytes')
    .execute();
}

/** What came to be stored since they were measured. */
export async function addStoredBytes(
  tx: Tx,
  { organizationIds, bytes }: { organizationIds: number[]; bytes: number[] },
): Promise<void> {
  await sql`update organization_quotas set used = used + added.bytes
    from unnest(${organizationIds}::bigint[], ${bytes}::bigint[]) as added (organization_id, bytes)
    where organization_quotas.organization_id = added.organization_id and quota = 'storedBytes'`.execute(tx);
}
