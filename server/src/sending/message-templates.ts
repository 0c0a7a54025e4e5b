import { findNameProblem, invalid, LIMITS, Refusal, readMessage, type Violations } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import {
  countMessageTemplates,
  deleteMessageTemplateRow,
  findMessageTemplate,
  insertMessageTemplate,
  isNameTaken,
  listMessageTemplateRows,
  lockMessageTemplates,
  type MessageTemplateEntry,
  type StoredMessageTemplate,
  saveMessageTemplate,
} from './message-template-store.ts';

type MessageDeps = Pick<Deps, 'clock' | 'database'>;

export async function listMessageTemplates(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & { workspaceId: number },
): Promise<PageOf<StoredMessageTemplate>> {
  await authorizeMessages(database, caller, query.workspaceId);
  return listMessageTemplateRows(database, query);
}

interface MessageForm {
  name: string;
  text: string;
}

export async function createMessageTemplate(
  { clock, database }: MessageDeps,
  caller: Caller,
  { workspaceId, ...form }: MessageForm & { workspaceId: number },
): Promise<StoredMessageTemplate> {
  await authorizeMessages(database, caller, workspaceId);
  const entry = readEntry(form, clock.now());
  return database.transaction().execute(async (tx) => {
    await lockMessageTemplates(tx, workspaceId);
    await requireFreeName(tx, { workspaceId, nameKey: entry.name_key, except: 0 });
    if ((await countMessageTemplates(tx, workspaceId)) >= LIMITS.messageTemplatesMax) {
      const most = LIMITS.messageTemplatesMax;
      throw invalid({ name: `A workspace has at most ${most} message templates; delete some first.` });
    }
    return insertMessageTemplate(tx, workspaceId, entry);
  });
}

interface MessageAddress {
  workspaceId: number;
  messageTemplateId: number;
}

/** Absent properties stay. */
export async function updateMessageTemplate(
  { clock, database }: MessageDeps,
  caller: Caller,
  address: MessageAddress & { [Key in keyof MessageForm]?: string | undefined },
): Promise<StoredMessageTemplate> {
  const { workspaceId, messageTemplateId: id, name, text } = address;
  await authorizeMessages(database, caller, workspaceId);
  return database.transaction().execute(async (tx) => {
    await lockMessageTemplates(tx, workspaceId);
    const before = await findMessageTemplate(tx, { workspaceId, id });
    if (!before) throw unknownMessage();
    const entry = readEntry({ name: name ?? before.name, text: text ?? before.body }, clock.now());
    await requireFreeName(tx, { workspaceId, nameKey: entry.name_key, except: id });
    return saveMessageTemplate(tx, id, entry);
  });
}

export async function deleteMessageTemplate(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, messageTemplateId: id }: MessageAddress,
): Promise<void> {
  await authorizeMessages(database, caller, workspaceId);
  if (!(await deleteMessageTemplateRow(database, { workspaceId, id }))) throw unknownMessage();
}

/** They are for those who write to people. */
async function authorizeMessages(reads: Reads, caller: Caller, workspaceId: number): Promise<void> {
  requirePermission(await getWorkspaceAccess(reads, caller, workspaceId), 'create_workflow');
}

async function requireFreeName(
  reads: Reads,
  about: { workspaceId: number; nameKey: string; except: number },
): Promise<void> {
  if (!(await isNameTaken(reads, about))) return;
  throw invalid({ name: 'There is a message template with this name in the workspace; change that one.' });
}

function readEntry(form: MessageForm, now: Date): MessageTemplateEntry {
  const violations: Violations = {};
  const name = form.name.trim();
  const problem = name === '' ? 'Give the message template a name.' : findNameProblem(name);
  if (problem !== null) violations.name = problem;
  const messageViolations: Violations = {};
  const body = readMessage(form.text, messageViolations);
  const textProblem = body === null ? 'Write the message.' : messageViolations.senderMessage;
  if (textProblem !== undefined) violations.text = textProblem;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return { name, name_key: name.normalize('NFKC').toLowerCase(), body: body ?? '', changed_at: now };
}

function unknownMessage(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such message template in this workspace.');
}
