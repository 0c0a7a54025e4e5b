import { assertPresent, ERASED_NAME, invalid, Refusal } from '@paraph/domain';
import { eraseUser } from '../accounts/account-record.ts';
import { lockUser } from '../accounts/api.ts';
import { confirmPassword } from '../accounts/change-password.ts';
import { forgetErasedAccount, recordErasedAccount } from '../audit/record-erased-account.ts';
import { deleteContactsOf } from '../contacts/api.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteDesignSessionsOf } from '../design/api.ts';
import { deleteExportsOf } from '../exports/end-exports.ts';
import { eraseFiles, removeErased } from '../files/delete-files.ts';
import { lockHoldsShared, replaceHoldActor } from '../holds/api.ts';
import type { Caller } from '../http/caller.ts';
import { forgetResponses } from '../http/idempotency.ts';
import { deleteIdentitiesOf } from '../identity-providers/api.ts';
import { enqueue, enqueueAll } from '../jobs/enqueue.ts';
import {
  deleteAccountMails,
  deleteMailsToSender,
  deleteMailWishes,
  deleteQueuedMailsToSender,
  replaceInviter,
} from '../mail/api.ts';
import { eraseAccess } from '../oauth/approved-apps.ts';
import { forgetSourcesOf } from '../organization-record/api.ts';
import { deletePasskeysOf } from '../passkeys/api.ts';
import { deleteProvisionedOf } from '../provisioning/api.ts';
import { deleteFactorsOf } from '../second-factors/api.ts';
import { deleteUnfinished } from '../sending/api.ts';
import { releaseKept } from '../signing/api.ts';
import { deleteTemplatesOf } from '../templates/api.ts';
import { listSentIds } from '../workflows/api.ts';
import { deleteDeactivated, recordForOrganizations } from '../workspaces/api.ts';
import {
  closeOrganization,
  endMembership,
  type Leaving,
  lockLeaving,
  planLeaving,
} from '../workspaces/leave-organizations.ts';
import { deleteErasure, insertErasure, listErasures, lockErasure, moveErasure } from './erasure-store.ts';
import { type ErasurePlan, planErasure } from './plan-erasure.ts';

type EraseDeps = Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log' | 'vault'>;

/**
 * Erases the caller's account: profile, sessions, keys, passkeys, apps, picture, mails, memberships, and organizations
 * that have no other member and nothing in them. What they sent and signed stays with its organization; mails to them
 * about it are deleted by a job. A tombstone without names remains.
 */
export async function eraseAccount(deps: EraseDeps, caller: Caller, currentPassword: string): Promise<void> {
  await confirmPassword(deps, caller, currentPassword);
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const plan = await lockPlan(tx, caller);
    if (plan.isHeld) throw new Refusal('WORKFLOW_HELD', plan.obstacles.join(' '));
    if (plan.obstacles.length > 0) throw invalid({ account: plan.obstacles.join(' ') });
    await recordErasedAccount(tx, deps, { userId: plan.user.id, detail: tombstoneOf(plan) });
    return carryOut(tx, deps, plan);
  });
  await removeErased(deps, blobs);
}

/**
 * Erases an account that has its tombstone: a restored backup brought it back. Where something else that the backup
 * brought back keeps it from being erased, the tombstone goes, and the obstacles are answered; null if it is erased.
 */
export async function eraseBuriedAccount(deps: EraseDeps, userId: number): Promise<string[] | null> {
  const { obstacles, blobs } = await deps.database.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.erased_at !== null) return { obstacles: null, blobs: [] };
    const plan = await lockPlan(tx, { userId });
    if (plan.obstacles.length === 0) return { obstacles: [], blobs: await carryOut(tx, deps, plan) };
    await forgetErasedAccount(tx, userId);
    return { obstacles: plan.obstacles, blobs: [] };
  });
  await removeErased(deps, blobs);
  return obstacles;
}

/** Locks in the order in which members are changed and holds set, and decides under the locks. */
async function lockPlan(tx: Tx, caller: Pick<Caller, 'userId'>): Promise<ErasurePlan> {
  assertPresent(await lockUser(tx, caller.userId), `user ${caller.userId}`);
  await lockLeaving(tx, await planLeaving(tx, caller.userId));
  const { organizations, sent } = await planErasure(tx, caller);
  const ids = new Set([...organizations.map((each) => each.organizationId), ...sent.organizationIds]);
  for (const id of [...ids].sort((a, b) => a - b)) await lockHoldsShared(tx, id);
  return planErasure(tx, caller);
}

async function carryOut(tx: Tx, { clock }: Pick<Deps, 'clock'>, plan: ErasurePlan): Promise<string[]> {
  const { user, organizations } = plan;
  const now = clock.now();
  await eraseAccess(tx, { userId: user.id, now });
  await deleteDesignSessionsOf(tx, user.id);
  await deleteIdentitiesOf(tx, { userId: user.id });
  await deleteProvisionedOf(tx, { userId: user.id, email: user.email });
  await deleteDeactivated(tx, user.id);
  await forgetResponses(tx, user.id);
  await replaceHoldActor(tx, { id: user.id, name: ERASED_NAME });
  // What is kept under an address is its owner's once they have shown that they read the mailbox.
  if (user.email_proven_at !== null) {
    await deletePasskeysOf(tx, user.email_key);
    await deleteContactsOf(tx, user.email_key);
  }
  await recordForOrganizations(tx, { userId: user.id, name: 'account.erased', now });
  await forgetSourcesOf(tx, user.id);
  await deleteFactorsOf(tx, user.id);
  await eraseMails(tx, { clock }, plan);
  const files = [...(await releaseKept(tx, user.id)), ...(await deleteUnfinished(tx, user.id))];
  files.push(...(await deleteExportsOf(tx, user.id)));
  for (const organization of organizations) files.push(...(await leave(tx, organization)));
  files.push(...(await eraseUser(tx, user, now)));
  return eraseFiles(tx, files, now);
}

async function leave(tx: Tx, organization: Leaving): Promise<number[]> {
  if (!organization.isAlone) {
    await endMembership(tx, organization);
    return [];
  }
  const templates = await deleteTemplatesOf(tx, organization.organizationId);
  return [...templates, ...(await closeOrganization(tx, organization))];
}

async function eraseMails(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { user: { id, email, name }, organizations, sent }: ErasurePlan,
): Promise<void> {
  await deleteAccountMails(tx, email);
  await deleteMailWishes(tx, id);
  for (const { organizationName: organization, isAlone: isClosed } of organizations)
    await replaceInviter(tx, { inviter: name, organization, isClosed }, ERASED_NAME);
  // What waits is not sent any more; the others are many, and are deleted by a job.
  await deleteQueuedMailsToSender(tx, email);
  if (sent.total === 0) return;
  await insertErasure(tx, { user_id: id, email, started_at: clock.now(), total: sent.total });
  await enqueue(tx, jobOf(id));
}

function tombstoneOf({ user, erased, organizations, sent }: ErasurePlan) {
  const idsOf = (isAlone: boolean) =>
    organizations.filter((each) => each.isAlone === isAlone).map(({ organizationId }) => organizationId);
  return {
    ...erased,
    createdAt: user.created_at.getTime(),
    sent: sent.total,
    left: idsOf(false),
    closed: idsOf(true),
  };
}

/** Workflows of one transaction, and slices of a job, which then makes room for others. */
const SLICE = 1_000;
const SLICES_OF_JOB = 25;

const jobOf = (userId: number) =>
  ({ name: 'erase-account', id: userId, key: `erase-account ${userId}` }) as const;

/** Carries out some slices, and enqueues the rest. Goes on where it was; safe to run twice, and concurrently. */
export async function eraseSentMails({ database }: Pick<Deps, 'database'>, userId: number): Promise<void> {
  for (let slices = 0; slices < SLICES_OF_JOB; slices += 1) {
    const isDone = await database.transaction().execute((tx) => eraseSlice(tx, userId));
    if (isDone) return;
  }
  await database.transaction().execute((tx) => enqueue(tx, jobOf(userId)));
}

async function eraseSlice(tx: Tx, userId: number): Promise<boolean> {
  const erasure = await lockErasure(tx, userId);
  if (!erasure) return true;
  const ids = await listSentIds(tx, { creatorId: userId, after: erasure.after_id, limit: SLICE });
  await deleteMailsToSender(tx, erasure.email, ids);
  const last = ids.at(-1);
  if (last === undefined || ids.length < SLICE) {
    await deleteErasure(tx, userId);
    return true;
  }
  await moveErasure(tx, userId, { afterId: last, done: ids.length });
  return false;
}

/** Once an hour: a job that fails too often is not tried again by itself. */
export async function resumeErasures({ database }: Pick<Deps, 'database'>): Promise<void> {
  const userIds = await listErasures(database);
  if (userIds.length > 0) await database.transaction().execute((tx) => enqueueAll(tx, userIds.map(jobOf)));
}
