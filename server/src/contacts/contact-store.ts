import { type ContactEntry, emailKey, nameKey } from '@paraph/domain';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { listOf, nameKeyOf } from '../database/columns.ts';
import { countRows, type Reads, type Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { ContactRow } from '../database/rows.generated.ts';
import { type PageOf, type PageRequest, readPage } from '../http/pages.ts';
import { startedPeopleOf } from '../workflows/api.ts';

export type StoredContact = Selectable<ContactRow>;

/** Those whose name or address has each of the words, used last first. */
export async function listContactRows(
  reads: Reads,
  { workspaceId, words, ...page }: PageRequest & { workspaceId: number; words: readonly string[] },
): Promise<PageOf<StoredContact>> {
  const conditions = [
    sql<SqlBool>`workspace_id = ${workspaceId}`,
    ...words.map((word) => sql<SqlBool>`words like search_pattern(${word})`),
  ];
  const listed = reads
    .selectFrom('contacts')
    .selectAll()
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`);
  return readPage(listed.orderBy(sql`last_used_at desc nulls last`).orderBy('id', 'desc'), page);
}

/** The contacts of a workspace, which its users change one call after another, so that they stay below the limit. */
export async function lockContacts(tx: Tx, workspaceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('contacts', ${workspaceId}))`.execute(tx);
}

export async function findContact(reads: Reads, about: { workspaceId: number; id: number }) {
  const { rows } = await sql<StoredContact>`
    select * from contacts where workspace_id = ${about.workspaceId} and id = ${about.id}`.execute(reads);
  return rows[0] ?? null;
}

export async function isContact(reads: Reads, about: { workspaceId: number; emailKey: string }) {
  const { workspaceId, emailKey } = about;
  return (
    (await countRows(
      reads,
      sql`from contacts where workspace_id = ${workspaceId} and email_key = ${emailKey}`,
    )) > 0
  );
}

export async function updateContactRow(tx: Tx, id: number, entry: ContactEntry): Promise<StoredContact[]> {
  const { name, email, emailKey, phone, language } = entry;
  const { rows } = await sql<StoredContact>`
    update contacts set name = ${name}, email = ${email}, email_key = ${emailKey}, phone = ${phone},
      language = ${language}, source = 'typed', words = ${wordsOf(sql`${name}::text`, sql`${email}::text`)}
    where id = ${id} returning *`.execute(tx);
  return rows;
}

export async function deleteContactRow(reads: Reads, about: { workspaceId: number; id: number }) {
  const { numAffectedRows } = await sql`
    delete from contacts where workspace_id = ${about.workspaceId} and id = ${about.id}`.execute(reads);
  return numAffectedRows === 1n;
}

/** Of a row that a statement returns: a subquery sees what was there before it. */
const IS_NEW = sql`not exists (select from contacts as former where former.id = contacts.id)`;

/** Inserts contacts, or gives those of the same addresses these names, and what else these entries say. */
export async function upsertContacts(
  tx: Tx,
  entries: readonly ContactEntry[],
  { workspaceId, source, now }: { workspaceId: number; source: 'typed' | 'imported'; now: Date },
): Promise<(StoredContact & { isNew: boolean })[]> {
  const columns = (['name', 'email', 'emailKey', 'phone', 'language'] as const).map(
    (key) => sql`${listOf(entries, key)}::text[]`,
  );
  const { rows } = await sql<StoredContact & { isNew: boolean }>`
    insert into contacts (workspace_id, name, email, email_key, phone, language, source, created_at, words)
    select ${workspaceId}, name, email, email_key, phone, language, ${source}, ${now},
      ${wordsOf(sql`name`, sql`email`)}
    from unnest(${sql.join(columns)}) as entry (name, email, email_key, phone, language)
    order by email_key
    on conflict (workspace_id, email_key) do update set name = excluded.name, email = excluded.email,
      phone = coalesce(excluded.phone, contacts.phone), words = excluded.words, source = excluded.source,
      language = coalesce(excluded.language, contacts.language)
    returning *, ${IS_NEW} as "isNew"`.execute(tx);
  return rows;
}

/**
 * Writes the recipients of a workflow as contacts, unless their organization has switched that off; of those that were
 * written within the hour nothing, so that many starts at once do not wait for one row. Returns the new ones.
 *
 * What a user has entered stays, and is completed; what was learned follows the latest workflow.
 */
export async function learnRows(
  tx: Tx,
  { workflowId, now }: { workflowId: number; now: Date },
): Promise<number[]> {
  const rows = await learnPrepared(tx, workflowId, now);
  return rows.filter(({ isNew }) => isNew).map(({ workspaceId }) => workspaceId);
}

const learnPrepared = prepareStatement(
  'learn-contacts',
  (_statements, workflowId: number, now: Date) => sql<{
    workspaceId: number;
    isNew: boolean;
  }>`
    insert into contacts
      (workspace_id, name, email, email_key, phone, language, source, last_used_at, created_at, words)
    select workspace_id, name, email, email_key, phone, language, 'learned', ${now}, ${now},
      ${wordsOf(sql`name`, sql`email`)}
    from (${startedPeopleOf(workflowId)}) as person
    where not exists (
        select from contact_settings where organization_id = person.organization_id and not learning
      ) and not exists (
        select from contacts as former
        where former.workspace_id = person.workspace_id and former.email_key = person.email_key
          and former.last_used_at > ${now}::timestamptz - interval '1 hour' and (former.source <> 'learned' or former.name = person.name)
      )
    order by email_key
    on conflict (workspace_id, email_key) do update set last_used_at = excluded.last_used_at,
      name = case contacts.source when 'learned' then excluded.name else contacts.name end,
      words = case contacts.source when 'learned' then excluded.words else contacts.words end,
      phone = case contacts.source when 'learned' then coalesce(excluded.phone, contacts.phone)
        else coalesce(contacts.phone, excluded.phone) end,
      language = case contacts.source when 'learned' then coalesce(excluded.language, contacts.language)
        else coalesce(contacts.language, excluded.language) end
    returning workspace_id as "workspaceId", ${IS_NEW} as "isNew"`,
);

/** Deletes learned contacts beyond the limit, used longest ago first; returns how many there are then. */
export async function makeRoom(tx: Tx, workspaceId: number, limit: number): Promise<number> {
  const count = await countRows(tx, sql`from contacts where workspace_id = ${workspaceId}`);
  if (count <= limit) return count;
  const { numAffectedRows = 0n } = await sql`
    delete from contacts where id in (
      select id from contacts where workspace_id = ${workspaceId} and source = 'learned'
      order by last_used_at, id limit ${count - limit}
    )`.execute(tx);
  return count - Number(numAffectedRows);
}

/** Of one person, in all workspaces. */
export async function listContactsOf(reads: Reads, emailKey: string): Promise<StoredContact[]> {
  return reads.selectFrom('contacts').selectAll().where('email_key', '=', emailKey).orderBy('id').execute();
}

/** Those of a workspace with one of these addresses or names. */
export async function listNamesakes(
  reads: Reads,
  { workspaceId, people }: { workspaceId: number; people: readonly { name: string; email: string }[] },
): Promise<Pick<StoredContact, 'email' | 'name'>[]> {
  const keys = people.map(({ email }) => emailKey(email));
  const names = people.map(({ name }) => nameKey(name));
  const { rows } = await sql<Pick<StoredContact, 'email' | 'name'>>`
    select name, email from contacts where workspace_id = ${workspaceId}
      and (email_key = any(${keys}::text[])
        or ${nameKeyOf('name')} = any(${names}::text[]))`.execute(reads);
  return rows;
}

/** Deletes learned contacts with these addresses that no later workflow has used. */
export async function forgetLearned(
  tx: Tx,
  {
    workspaceId,
    emailKeys,
    usedBefore,
  }: { workspaceId: number; emailKeys: readonly string[]; usedBefore: Date },
): Promise<void> {
  await sql`delete from contacts where workspace_id = ${workspaceId} and source = 'learned'
    and email_key = any(${emailKeys}::text[]) and last_used_at < ${usedBefore}`.execute(tx);
}

export async function deleteContactsOf(tx: Tx, emailKey: string): Promise<void> {
  await tx.deleteFrom('contacts').where('email_key', '=', emailKey).execute();
}

export async function isLearning(reads: Reads, organizationId: number): Promise<boolean> {
  const off = sql`from contact_settings where organization_id = ${organizationId} and not learning`;
  return (await countRows(reads, off)) === 0;
}

export async function saveLearning(tx: Tx, organizationId: number, learning: boolean): Promise<void> {
  await sql`
    insert into contact_settings (organization_id, learning) values (${organizationId}, ${learning})
    on conflict (organization_id) do update set learning = excluded.learning`.execute(tx);
}

function wordsOf(name: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<string> {
  return sql`search_fold(concat_ws(E'\n', ${name}, ${email}))`;
}
