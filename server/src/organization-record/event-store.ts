import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { OrganizationChainRow, OrganizationEventRow } from '../database/rows.generated.ts';
import { storableJson } from '../platform/json.ts';

export type StoredEvent = Selectable<OrganizationEventRow>;
export type StoredChain = Selectable<OrganizationChainRow>;
export type NewEvent = Omit<Insertable<OrganizationEventRow>, 'sequence' | 'hash' | 'mac'>;

/** One statement, also for none: how long it takes does not tell whether the person belongs anywhere. */
export async function insertEvents(tx: Tx, rows: readonly NewEvent[]): Promise<void> {
  const values = rows.map(({ source_sha256: hash, ...row }) => ({ ...row, hash: hash.toString('hex') }));
  await sql`
    insert into organization_events
      (organization_id, name, occurred_at, actor_id, about_id, actor, source, source_sha256, detail, before,
       after)
    select organization_id, name, occurred_at, actor_id, about_id, actor::jsonb, source::jsonb,
      decode(hash, 'hex'), detail::jsonb, before::jsonb, after::jsonb
    from jsonb_to_recordset(${storableJson(values)}::jsonb) as event(
      organization_id bigint, name text, occurred_at timestamptz, actor_id bigint, about_id bigint,
      actor text, source text, hash text, detail text, before text, after text
    )`.execute(tx);
}

export interface EventFilter {
  organizationId: number;
  kinds: readonly string[] | null;
  /** Who acted, or whom it is about. */
  personId: number | null;
  from: Date | null;
  /** Up to this, without it. */
  to: Date | null;
  /** Those with a higher number in the chain alone. */
  after: number | null;
}

function eventsOf(reads: Reads, { organizationId, kinds, personId, from, to, after }: EventFilter) {
  let events = reads.selectFrom('organization_events').where('organization_id', '=', organizationId);
  if (kinds !== null) events = events.where('name', 'in', kinds as StoredEvent['name'][]);
  if (from !== null) events = events.where('occurred_at', '>=', from);
  if (to !== null) events = events.where('occurred_at', '<', to);
  if (after !== null) events = events.where('sequence', '>', after);
  if (personId !== null)
    events = events.where(({ or, eb }) => or([eb('actor_id', '=', personId), eb('about_id', '=', personId)]));
  return events;
}

/** The newest first; in the order of the chain where one is named after which they come. */
export async function listEventPage(
  reads: Reads,
  filter: EventFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredEvent[]> {
  const events = eventsOf(reads, filter).selectAll();
  if (filter.after !== null) return events.orderBy('sequence').limit(limit).offset(offset).execute();
  return events.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/** How many there are, up to a number. */
export async function countEvents(reads: Reads, filter: EventFilter, max: number): Promise<number> {
  const counted = eventsOf(reads, filter).select('id').limit(max);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${counted}) as counted`.execute(reads);
  return rows[0]?.count ?? 0;
}

/** The oldest first, after one. */
export async function listEventsAfter(
  reads: Reads,
  filter: EventFilter,
  { after, limit }: { after: Pick<StoredEvent, 'occurred_at' | 'id'> | null; limit: number },
): Promise<StoredEvent[]> {
  let events = eventsOf(reads, filter).selectAll();
  if (after !== null)
    events = events.where(sql<boolean>`(occurred_at, id) > (${after.occurred_at}, ${after.id})`);
  return events.orderBy('occurred_at').orderBy('id').limit(limit).execute();
}

/** Whether the account did this since. */
export async function hasActed(
  reads: Reads,
  by: { organizationId: number; actorId: number; name: StoredEvent['name']; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select id from organization_events
    where actor_id = ${by.actorId} and organization_id = ${by.organizationId} and occurred_at > ${by.since} and name = ${by.name} limit 1`.execute(
    reads,
  );
  return rows.length > 0;
}

/** What the newest event of a name says; null without one. */
export async function findNewestDetail(
  reads: Reads,
  { organizationId, name }: Pick<StoredEvent, 'name'> & { organizationId: number },
): Promise<StoredEvent['detail'] | null> {
  const events = reads.selectFrom('organization_events').select('detail').where('name', '=', name);
  const newest = events.where('organization_id', '=', organizationId).orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.detail ?? null;
}

/** Forgets who an account was and where it acted from; what was done stays, by an account without a name. */
export async function forgetSourcesOf(tx: Tx, userId: number): Promise<void> {
  await sql`
    update organization_events set source = null where actor_id = ${userId} and source is not null`.execute(
    tx,
  );
}

/** Serializes what continues and cuts chains, until the transaction ends. */
export async function lockChains(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('paraph organization chains'))`.execute(tx);
}

export async function listUnchained(reads: Reads, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select * from organization_events where sequence is null order by id limit ${limit}`.execute(reads);
  return rows;
}

export async function listChains(reads: Reads, organizationIds: readonly number[]): Promise<StoredChain[]> {
  const { rows } = await sql<StoredChain>`
    select * from organization_chains where organization_id = any(${[...organizationIds]}::bigint[])`.execute(
    reads,
  );
  return rows;
}

export async function findLastEvent(reads: Reads, organizationId: number): Promise<StoredEvent | null> {
  const { rows } = await sql<StoredEvent>`
    select * from organization_events where organization_id = ${organizationId} and sequence is not null
    order by sequence desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

/** Gives rows their links, by one statement. */
export async function saveLinks(
  tx: Tx,
  links: readonly { id: number; sequence: number; hash: Buffer; mac: Buffer }[],
): Promise<void> {
  const rows = links.map(({ id, sequence, hash, mac }) => ({
    ...{ id, sequence },
    ...{ hash: hash.toString('hex'), mac: mac.toString('hex') },
  }));
  await sql`
    update organization_events set sequence = link.sequence, hash = decode(link.hash, 'hex'),
      mac = decode(link.mac, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as link(id bigint, sequence bigint, hash text, mac text)
    where organization_events.id = link.id`.execute(tx);
}

export async function saveChains(tx: Tx, chains: readonly StoredChain[]): Promise<void> {
  if (chains.length === 0) return;
  await tx
    .insertInto('organization_chains')
    .values([...chains])
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet(({ ref }) => ({
        first_sequence: ref('excluded.first_sequence'),
        first_hash: ref('excluded.first_hash'),
        first_mac: ref('excluded.first_mac'),
        events: ref('excluded.events'),
        head: ref('excluded.head'),
        head_mac: ref('excluded.head_mac'),
        mac: ref('excluded.mac'),
      })),
    )
    .execute();
}

/** Organizations with events that are linked, in order: those whose row of the chain is gone among them. */
export async function listChained(reads: Reads, { after, limit }: { after: number; limit: number }) {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select organization_id as id from organization_chains where organization_id > ${after}
      union
      select distinct organization_id from organization_events where sequence is not null and organization_id > ${after}
    ) as chained order by id limit ${limit}`.execute(reads);
  return rows.map(({ id }) => id);
}

/** In the order of the chain, after one. */
export async function listChain(
  reads: Reads,
  { organizationId, after, limit }: { organizationId: number; after: number; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select * from organization_events where organization_id = ${organizationId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(reads);
  return rows;
}

/** Organizations that have events of before, in order. */
export async function listWithOld(
  reads: Reads,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct organization_id as id from organization_events
    where sequence is not null and occurred_at < ${before} and organization_id > ${after}
    order by organization_id limit ${limit}`.execute(reads);
  return rows.map(({ id }) => id);
}

/** Removes the beginning of a chain: its events from before, up to the first that is not. Returns the last of them. */
export async function deleteBeginning(
  tx: Tx,
  { organizationId, before, limit }: { organizationId: number; before: Date; limit: number },
): Promise<{ removed: number; last: Pick<StoredEvent, 'sequence' | 'hash' | 'mac'> | null }> {
  const { rows } = await sql<Pick<StoredEvent, 'sequence' | 'hash' | 'mac'>>`
    delete from organization_events where id in (
      select id from organization_events where organization_id = ${organizationId} and sequence < coalesce((
        select sequence from organization_events
        where organization_id = ${organizationId} and sequence is not null and occurred_at >= ${before}
        order by sequence limit 1
      ), 9e15) order by sequence limit ${limit}
    ) returning sequence, hash, mac`.execute(tx);
  const last = rows.reduce<(typeof rows)[number] | null>(
    (newest, row) => (Number(row.sequence) > Number(newest?.sequence ?? 0) ? row : newest),
    null,
  );
  return { removed: rows.length, last };
}
