import {
  type BlockFieldRequest,
  findNameProblem,
  invalid,
  LIMITS,
  Refusal,
  readBlockFields,
} from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { createMissingCharacterFinder } from '../platform/fonts.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import {
  countFieldBlocks,
  deleteFieldBlockRow,
  type FieldBlockEntry,
  findFieldBlock,
  insertFieldBlock,
  isBlockNameTaken,
  listFieldBlockRows,
  lockFieldBlocks,
  type StoredFieldBlock,
  saveFieldBlock,
} from './field-block-store.ts';

type BlockDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

export async function listFieldBlocks(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & { workspaceId: number },
): Promise<PageOf<StoredFieldBlock>> {
  await authorizeBlocks(database, caller, query.workspaceId);
  return listFieldBlockRows(database, query);
}

interface BlockForm {
  name: string;
  fields: readonly BlockFieldRequest[];
}

export async function createFieldBlock(
  deps: BlockDeps,
  caller: Caller,
  { workspaceId, ...form }: BlockForm & { workspaceId: number },
): Promise<StoredFieldBlock> {
  await authorizeBlocks(deps.database, caller, workspaceId);
  const entry = readEntry(deps, form);
  return deps.database.transaction().execute(async (tx) => {
    await lockFieldBlocks(tx, workspaceId);
    await requireFreeName(tx, { workspaceId, nameKey: entry.name_key, except: 0 });
    if ((await countFieldBlocks(tx, workspaceId)) >= LIMITS.fieldBlocksMax) {
      const most = LIMITS.fieldBlocksMax;
      throw invalid({ name: `A workspace has at most ${most} blocks of fields; delete some first.` });
    }
    return insertFieldBlock(tx, workspaceId, entry);
  });
}

interface BlockAddress {
  workspaceId: number;
  fieldBlockId: number;
}

/** Absent properties stay. */
export async function updateFieldBlock(
  deps: BlockDeps,
  caller: Caller,
  address: BlockAddress & { [Key in keyof BlockForm]?: BlockForm[Key] | undefined },
): Promise<StoredFieldBlock> {
  const { workspaceId, fieldBlockId: id, name, fields } = address;
  await authorizeBlocks(deps.database, caller, workspaceId);
  return deps.database.transaction().execute(async (tx) => {
    await lockFieldBlocks(tx, workspaceId);
    const before = await findFieldBlock(tx, { workspaceId, id });
    if (!before) throw unknownBlock();
    const entry = readEntry(deps, { name: name ?? before.name, fields: fields ?? before.fields });
    await requireFreeName(tx, { workspaceId, nameKey: entry.name_key, except: id });
    return saveFieldBlock(tx, id, entry);
  });
}

export async function deleteFieldBlock(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, fieldBlockId: id }: BlockAddress,
): Promise<void> {
  await authorizeBlocks(database, caller, workspaceId);
  if (!(await deleteFieldBlockRow(database, { workspaceId, id }))) throw unknownBlock();
}

/** They are for those who place fields. */
async function authorizeBlocks(reads: Reads, caller: Caller, workspaceId: number): Promise<void> {
  requirePermission(await getWorkspaceAccess(reads, caller, workspaceId), 'create_workflow');
}

async function requireFreeName(
  reads: Reads,
  about: { workspaceId: number; nameKey: string; except: number },
): Promise<void> {
  if (!(await isBlockNameTaken(reads, about))) return;
  throw invalid({ name: 'There is a block of fields with this name in the workspace; change that one.' });
}

function readEntry({ clock, config }: Pick<Deps, 'clock' | 'config'>, form: BlockForm): FieldBlockEntry {
  const name = form.name.trim();
  const problem = name === '' ? 'Give the block a name.' : findNameProblem(name);
  if (problem !== null) throw invalid({ name: problem });
  const fields = readBlockFields(form.fields, { findMissing: createMissingCharacterFinder(config) });
  return { name, name_key: name.normalize('NFKC').toLowerCase(), fields, changed_at: clock.now() };
}

function unknownBlock(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such block of fields in this workspace.');
}
