import { colorOf, findNameProblem, invalid, LIMITS, Refusal, type Violations } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import { readTagsOf, type TagView, viewTag } from './assign-tags.ts';
import { deleteTagRow, insertTag, lockTags, type StoredTag, updateTagRow } from './tag-store.ts';

export interface NewTag {
  workspaceId: number;
  name: string;
  color?: string | undefined;
}

/** Makes a tag in a workspace; without a colour it gets one of the eight that stay apart. */
export async function createTag(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { workspaceId, ...input }: NewTag,
): Promise<TagView> {
  await authorizeTags(deps.database, caller, workspaceId);
  const violations: Violations = {};
  const name = readTagName(input.name, violations);
  const color = input.color === undefined ? null : readTagColor(input.color, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return deps.database.transaction().execute(async (tx) => {
    const others = await lockTags(tx, workspaceId);
    if (others.length >= LIMITS.tagsMax) {
      throw invalid({ name: `A workspace has at most ${LIMITS.tagsMax} tags; delete one first.` });
    }
    const stored = await insertTag(tx, {
      workspace_id: workspaceId,
      name,
      name_key: tagKey(name),
      color: color ?? colorOf(others.length),
      created_at: deps.clock.now(),
    });
    if (!stored) throw invalid({ name: NAME_TAKEN });
    return viewTag(stored);
  });
}

interface TagAddress {
  workspaceId: number;
  tagId: number;
}

/** Renames or recolours a tag, wherever it is assigned; absent properties stay. */
export async function updateTag(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, tagId, ...input }: TagAddress & Partial<Omit<NewTag, 'workspaceId'>>,
): Promise<TagView> {
  await authorizeTags(deps.database, caller, workspaceId);
  return deps.database.transaction().execute(async (tx) => {
    const tags = await lockTags(tx, workspaceId);
    const tag = pick(tags, tagId);
    const violations: Violations = {};
    const name = input.name === undefined ? tag.name : readTagName(input.name, violations);
    const color = input.color === undefined ? tag.color : readTagColor(input.color, violations);
    const isTaken = tags.some((other) => other.id !== tagId && other.name_key === tagKey(name));
    if (isTaken) violations.name ??= NAME_TAKEN;
    if (Object.keys(violations).length > 0) throw invalid(violations);
    const change = { name, name_key: tagKey(name), color };
    await updateTagRow(tx, tagId, change);
    return viewTag({ ...tag, ...change });
  });
}

/** Deletes a tag and removes it from workflows and templates. */
export async function deleteTag(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, tagId }: TagAddress,
): Promise<void> {
  await authorizeTags(deps.database, caller, workspaceId);
  await deps.database.transaction().execute(async (tx) => {
    await deleteTagRow(tx, pick(await lockTags(tx, workspaceId), tagId).id);
  });
}

function pick(tags: readonly StoredTag[], id: number): StoredTag {
  const tag = tags.find((each) => each.id === id);
  if (!tag) throw new Refusal('NOT_FOUND', 'There is no such tag in this workspace.');
  return tag;
}

/** The tags of a workspace, by name. Every user of the workspace may read them. */
export async function listTags(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number,
): Promise<TagView[]> {
  await getWorkspaceAccess(deps.database, caller, workspaceId);
  return (await readTagsOf(deps.database, [workspaceId])).get(workspaceId) ?? [];
}

async function authorizeTags(reads: Reads, caller: Caller, workspaceId: number): Promise<void> {
  requirePermission(await getWorkspaceAccess(reads, caller, workspaceId), 'manage_tags');
}

/** The name of a tag, as it is shown. */
function readTagName(input: string, violations: Violations): string {
  const name = input.trim();
  const problem = findNameProblem(name);
  if (name === '' || [...name].length > LIMITS.tagNameCharactersMax) {
    violations.name = `Must be a text of 1 to ${LIMITS.tagNameCharactersMax} characters.`;
  } else if (problem !== null) violations.name = problem;
  return name;
}

function readTagColor(input: string, violations: Violations): string {
  if (!/^#[0-9a-fA-F]{6}$/.test(input)) violations.color = 'Must be a colour such as #1D4ED8.';
  return input.toUpperCase();
}

/** Names that differ only in case, or in the encoding of accents, are equal. */
function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const NAME_TAKEN = 'There is a tag of this name in the workspace; take another one.';
