import {
  type ContactEntry,
  invalid,
  LIMITS,
  Refusal,
  readContactEntry,
  readContactList,
  readPeopleText,
  readSearchTerms,
  type Violations,
} from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import {
  deleteContactRow,
  findContact,
  isContact,
  listContactRows,
  lockContacts,
  makeRoom,
  type StoredContact,
  updateContactRow,
  upsertContacts,
} from './contact-store.ts';

type ContactDeps = Pick<Deps, 'clock' | 'database'>;

export async function listContacts(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, search, ...page }: PageRequest & { workspaceId: number; search?: string | undefined },
): Promise<PageOf<StoredContact>> {
  await authorizeContacts(database, caller, workspaceId);
  return listContactRows(database, { workspaceId, words: readSearchTerms(search) ?? [], ...page });
}

type ContactForm = { [Key in 'name' | 'email' | 'phone' | 'language']?: string | null | undefined };

interface NewContact extends ContactForm {
  workspaceId: number;
  name: string;
  email: string;
}

export async function createContact(
  { database, clock }: ContactDeps,
  caller: Caller,
  { workspaceId, ...form }: NewContact,
): Promise<StoredContact> {
  await authorizeContacts(database, caller, workspaceId);
  const entry = readEntry(form);
  return database.transaction().execute(async (tx) => {
    await lockContacts(tx, workspaceId);
    if (await isContact(tx, { workspaceId, emailKey: entry.emailKey })) throw invalid({ email: TAKEN });
    const about = { workspaceId, source: 'typed', now: clock.now() } as const;
    const [stored] = await upsertContacts(tx, [entry], about);
    await requireRoom(tx, workspaceId, 'email');
    return requireContact(stored);
  });
}

interface ContactAddress {
  workspaceId: number;
  contactId: number;
}

/** Changes a contact, which from then on says what this user has entered. Absent properties stay. */
export async function updateContact(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, contactId, ...form }: ContactAddress & ContactForm,
): Promise<StoredContact> {
  await authorizeContacts(database, caller, workspaceId);
  return database.transaction().execute(async (tx) => {
    await lockContacts(tx, workspaceId);
    const before = requireContact(await findContact(tx, { workspaceId, id: contactId }));
    const entry = readEntry({ ...before, ...defined(form) });
    const isOther = entry.emailKey !== before.email_key;
    if (isOther && (await isContact(tx, { workspaceId, emailKey: entry.emailKey })))
      throw invalid({ email: TAKEN });
    return requireContact((await updateContactRow(tx, contactId, entry))[0]);
  });
}

export async function deleteContact(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, contactId }: ContactAddress,
): Promise<void> {
  await authorizeContacts(database, caller, workspaceId);
  if (!(await deleteContactRow(database, { workspaceId, id: contactId }))) throw unknownContact();
}

/**
 * Takes over a list of people: all rows or none.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem by its row
 */
export async function importContacts(
  { database, clock }: ContactDeps,
  caller: Caller,
  { workspaceId, text }: { workspaceId: number; text: string },
): Promise<{ created: number; updated: number }> {
  await authorizeContacts(database, caller, workspaceId);
  const people = readPeopleText(text);
  if (people.length === 0) throw invalid({ text: 'Give one person a row: a name and an email address.' });
  if (people.length > LIMITS.contactsMax)
    throw invalid({ text: `At most ${LIMITS.contactsMax} rows at a time.` });
  const violations: Violations = {};
  const entries = readContactList(people, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return database.transaction().execute(async (tx) => {
    await lockContacts(tx, workspaceId);
    const about = { workspaceId, source: 'imported', now: clock.now() } as const;
    const stored = await upsertContacts(tx, entries, about);
    await requireRoom(tx, workspaceId, 'text');
    const created = stored.filter(({ isNew }) => isNew).length;
    return { created, updated: stored.length - created };
  });
}

/** Contacts hold whom others wrote to: they are for those who write to people themselves. */
async function authorizeContacts(reads: Reads, caller: Caller, workspaceId: number): Promise<void> {
  requirePermission(await getWorkspaceAccess(reads, caller, workspaceId), 'create_workflow');
}

async function requireRoom(tx: Tx, workspaceId: number, field: 'email' | 'text'): Promise<void> {
  if ((await makeRoom(tx, workspaceId, LIMITS.contactsMax)) <= LIMITS.contactsMax) return;
  throw invalid({ [field]: `A workspace has at most ${LIMITS.contactsMax} contacts; delete some first.` });
}

function readEntry({ name, email, phone, language }: ContactForm): ContactEntry {
  const violations: Violations = {};
  const input = { name: name ?? '', email: email ?? '', phone, language, at: '' };
  const entry = readContactEntry(input, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return entry;
}

function defined(form: ContactForm): ContactForm {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
}

function requireContact(contact: StoredContact | null | undefined): StoredContact {
  if (!contact) throw unknownContact();
  return contact;
}

function unknownContact(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such contact in this workspace.');
}

const TAKEN = 'There is a contact with this address in the workspace; change that one.';
