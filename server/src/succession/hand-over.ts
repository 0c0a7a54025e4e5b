import { assertPresent, invalid } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import { recordForMany } from '../audit/record-events.ts';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { enqueue, enqueueAll } from '../jobs/enqueue.ts';
import { countAppsOf, handOverApps } from '../oauth/api.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { handOverLinks } from '../public-links/api.ts';
import { countTemplatesIn, handOverTemplates } from '../templates/api.ts';
import { countOpenOf, handOverWorkflows } from '../workflows/api.ts';
import { actorOf } from '../workflows/lifecycle/record-workflow-events.ts';
import { hasNoOtherOrganization, listWorkspacesIn } from '../workspaces/api.ts';
import { lockMember, type RemovalDeps, removeLockedMember, userIdOf } from '../workspaces/manage-members.ts';
import {
  type OrganizationChoice,
  requireAdministrator,
  requireMembership,
} from '../workspaces/organization-access.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';
import {
  countHandedOver,
  deleteHandOver,
  insertHandOver,
  listHandOvers,
  lockHandOver,
  type StoredHandOver,
} from './hand-over-store.ts';

interface Whose extends OrganizationChoice {
  memberId: number;
}

/** What would be handed over, counted as it is now. Members see their own, administrators all. */
export async function previewHandOver(deps: Pick<Deps, 'database'>, caller: Caller, whose: Whose) {
  const organizationId = await authorizeHandOver(deps.database, caller, whose);
  return deps.database.transaction().execute(async (tx) => {
    const userId = userIdOf(await lockMember(tx, { organizationId, memberId: whose.memberId }));
    return userId === null ? NOTHING : (await countAll(tx, { organizationId, userId })).counts;
  });
}

const NOTHING = { drafts: 0, running: 0, templates: 0, apps: 0, workspaces: [] as string[] };

/**
 * Gives all that a member has under way, their templates and their apps to another member, and removes them if that is
 * asked. The member loses access at once; what is handed over changes in slices, by a job.
 *
 * @throws Refusal `VALIDATION_ERROR` where the other member could not work with it
 */
export async function handOverMember(
  deps: RemovalDeps & Pick<Deps, 'vault'>,
  caller: Caller,
  { to, remove, visitor, ...whose }: Whose & { to: number; remove: boolean; visitor: Visitor },
) {
  const organizationId = await authorizeHandOver(deps.database, caller, whose);
  return deps.database.transaction().execute(async (tx) => {
    const member = await lockMember(tx, { organizationId, memberId: whose.memberId });
    const heir = to === member.id ? null : await lockMember(tx, { organizationId, memberId: to });
    if (!heir?.user_id) throw invalid({ to: 'Must be another member of the organization, who has joined.' });
    const userId = userIdOf(member);
    if (userId === null) throw invalid({ memberId: 'Has not joined, so there is nothing to hand over.' });
    const { counts, workspaceIds } = await countAll(tx, { organizationId, userId });
    await requireRights(tx, { userId: heir.user_id, organizationId, workspaceIds });
    const id = await insertHandOver(tx, {
      ...{ organization_id: organizationId, user_id: userId, to_user_id: heir.user_id },
      actor: JSON.stringify(await actorOf(tx, caller, visitor)),
      started_at: deps.clock.now(),
    });
    if (id === null)
      throw invalid({ memberId: 'What they have is being handed over already; wait for its end.' });
    await handOverLinks(tx, { organizationId, from: userId, to: heir.user_id });
    // An app is its owner's in every organization: it goes where they have no other.
    if (counts.apps > 0) await handOverApps(tx, { from: userId, to: heir.user_id });
    if (remove) await removeLockedMember(tx, deps, { member, actorId: caller.userId });
    await enqueue(tx, jobOf(id));
    return counts;
  });
}

async function authorizeHandOver(reads: Reads, caller: Caller, { memberId, organizationId }: Whose) {
  const own = await requireMembership(reads, caller, organizationId);
  if (own.memberId !== memberId) await requireAdministrator(reads, caller, organizationId);
  return own.organizationId;
}

async function countAll(tx: Tx, whose: { organizationId: number; userId: number }) {
  const workspaces = await listWorkspacesIn(tx, whose.organizationId);
  const open = await countOpenOf(tx, { userId: whose.userId, workspaceIds: listOf(workspaces, 'id') });
  const templates = await countTemplatesIn(tx, whose);
  const apps = (await hasNoOtherOrganization(tx, whose)) ? await countAppsOf(tx, whose.userId) : 0;
  const sum = (of: 'drafts' | 'running') => open.reduce((all, row) => all + row[of], 0);
  const workspaceIds = [...new Set([...open, ...templates].map(({ workspaceId }) => workspaceId))];
  const counts = {
    drafts: sum('drafts'),
    running: sum('running'),
    templates: templates.reduce((all, row) => all + row.templates, 0),
    apps,
    workspaces: workspaces.filter(({ id }) => workspaceIds.includes(id)).map(({ name }) => name),
  };
  return { counts, workspaceIds };
}

/** Where the rights are missing, the documents would be lost to all. */
async function requireRights(
  tx: Tx,
  {
    userId,
    organizationId,
    workspaceIds,
  }: { userId: number; organizationId: number; workspaceIds: number[] },
): Promise<void> {
  const access = await listWorkspaceAccess(tx, { userId, organizationId });
  const able = access.filter(({ permissions }) => permissions.has('create_workflow'));
  const missing = workspaceIds.filter((id) => !able.some(({ workspaceId }) => workspaceId === id));
  if (missing.length === 0) return;
  throw invalid({
    to: `May not send in ${missing.length === 1 ? 'one' : missing.length} of the workspaces concerned; give them a role there first that may.`,
  });
}

const jobOf = (id: number) => ({ name: 'hand-over', id, key: `hand-over ${id}` }) as const;

/** Rows of one transaction, and slices of a job, which then makes room for others. */
const SLICE = 500;
const SLICES_OF_JOB = 25;

/** Carries out some slices, and enqueues the rest. Goes on where it was; safe to run twice, and concurrently. */
export async function carryOutHandOver(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  id: number,
): Promise<void> {
  for (let slices = 0; slices < SLICES_OF_JOB; slices += 1) {
    const isDone = await deps.database.transaction().execute((tx) => handOverSlice(tx, deps, id));
    if (isDone) return;
  }
  await deps.database.transaction().execute((tx) => enqueue(tx, jobOf(id)));
}

async function handOverSlice(tx: Tx, deps: Pick<Deps, 'clock' | 'vault'>, id: number): Promise<boolean> {
  const row = await lockHandOver(tx, id);
  if (!row) return true;
  const { organization_id: organizationId, user_id: from, to_user_id: to } = row;
  const slice = { organizationId, from, to, limit: SLICE };
  const workspaceIds = listOf(await listWorkspacesIn(tx, organizationId), 'id');
  const workflowIds = await handOverWorkflows(tx, { ...slice, workspaceIds });
  const templates = workflowIds.length > 0 ? 0 : await handOverTemplates(tx, slice);
  const names = await readUserNames(tx, [from, to]);
  const nameOf = (userId: number) => assertPresent(names.get(userId), `user ${userId}`).name;
  const detail = { parts: 'creator', handedOver: { from: nameOf(from), to: nameOf(to) } };
  const event = { name: 'workflow.changed', actor: row.actor, detail } as const;
  await recordForMany(tx, { workflowIds, now: deps.clock.now(), vault: deps.vault }, event);
  if (workflowIds.length + templates === 0) return finish(tx, row, deps.clock.now());
  await countHandedOver(tx, id, { workflows: workflowIds.length, templates });
  return false;
}

async function finish(tx: Tx, row: StoredHandOver, now: Date): Promise<true> {
  const { organization_id: organizationId, user_id: userId, to_user_id: toUserId } = row;
  const detail = { userId, toUserId, workflows: row.workflows, templates: row.templates };
  const actorId = assertPresent(row.actor.id, 'who handed over');
  await recordOrganizationEvent(tx, { organizationId, actorId, name: 'member.handed_over', detail, now });
  await deleteHandOver(tx, row.id);
  return true;
}

/** Once an hour: a job that fails too often is not tried again by itself. */
export async function resumeHandOvers({ database }: Pick<Deps, 'database'>): Promise<void> {
  const ids = await listHandOvers(database);
  if (ids.length > 0) await database.transaction().execute((tx) => enqueueAll(tx, ids.map(jobOf)));
}
