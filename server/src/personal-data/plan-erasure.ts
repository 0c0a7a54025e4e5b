import { readAccountRecord } from '../accounts/account-record.ts';
import type { Database, Reads } from '../database/database.ts';
import { listKeysOfUser } from '../developers/api-keys.ts';
import { listActiveHolds } from '../holds/api.ts';
import type { Caller } from '../http/caller.ts';
import { listAppsOfUser } from '../oauth/approved-apps.ts';
import { listApps } from '../oauth/manage-apps.ts';
import { listPasskeys } from '../passkeys/api.ts';
import { listAccountPasskeys } from '../second-factors/api.ts';
import { countInWorkspaces, countSent, isAmongSent } from '../workflows/api.ts';
import { type Leaving, planLeaving } from '../workspaces/leave-organizations.ts';

type Account = Awaited<ReturnType<typeof readAccountRecord>>['user'];

export type ErasurePlan = Awaited<ReturnType<typeof planErasure>>;

/**
 * What erasing an account would do; nothing is done where there is an obstacle. Reads only; within a transaction that
 * has locked what it is about, the answer stays true.
 */
export async function planErasure(reads: Reads, caller: Pick<Caller, 'userId'>) {
  const { userId } = caller;
  const { user, sessions, devices } = await readAccountRecord(reads, userId);
  const passkeys = user.email_proven_at === null ? [] : await listPasskeys(reads, user.email_key);
  const organizations = await planLeaving(reads, userId);
  const sent = await countSent(reads, userId);
  const isHeld = await isOnHold(reads, user, [
    ...organizations.map(({ organizationId }) => organizationId),
    ...sent.organizationIds,
  ]);
  return {
    user,
    erased: {
      sessions: sessions.length,
      devices: devices.length,
      passkeys: passkeys.length + (await listAccountPasskeys(reads, userId)).length,
      apiKeys: (await listKeysOfUser(reads, userId)).length,
      approvedApps: (await listAppsOfUser(reads, userId)).length,
      ownApps: (await listApps({ database: reads as Database }, caller)).length,
    },
    organizations,
    sent,
    isHeld,
    obstacles: [
      ...(isHeld ? [ON_HOLD] : []),
      ...(user.instance_owner ? [OWNER] : []),
      ...(sent.underWay > 0 ? [underWay(sent.underWay)] : []),
      ...organizations.flatMap(({ obstacles }) => obstacles),
      ...(await lastWorkflows(reads, organizations)),
    ],
  };
}

const ON_HOLD =
  'A legal hold keeps this account or something that you sent. An administrator of the organization can lift it.';
const OWNER =
  'This account owns the instance. Hand it over to another account first: “Hand over this instance” on this page.';

function underWay(total: number): string {
  return total === 1
    ? '1 of the workflows that you sent is still under way or scheduled. Let it end, or cancel it first.'
    : `${total} of the workflows that you sent are still under way or scheduled. Let them end, or cancel them first.`;
}

/** Workflows belong to their organization; one that no one could open any more is not closed by the way. */
async function lastWorkflows(reads: Reads, organizations: readonly Leaving[]): Promise<string[]> {
  const obstacles: string[] = [];
  for (const { isAlone, organizationName, workspaceIds } of organizations) {
    const total = isAlone ? await countInWorkspaces(reads, workspaceIds) : 0;
    if (total === 0) continue;
    obstacles.push(
      `“${organizationName}” has no other member and keeps ${total} workflows. ` +
        'Delete them, or make another member an administrator first.',
    );
  }
  return obstacles;
}

async function isOnHold(
  reads: Reads,
  { id, email_key: emailKey }: Account,
  organizationIds: readonly number[],
): Promise<boolean> {
  for (const organizationId of new Set(organizationIds)) {
    for (const hold of await listActiveHolds(reads, organizationId)) {
      const { workflowId, workspaceId } = hold;
      if (hold.emailKey === emailKey) return true;
      if (workflowId !== null && (await isAmongSent(reads, id, { workflowId }))) return true;
      if (workspaceId !== null && (await isAmongSent(reads, id, { workspaceId }))) return true;
    }
  }
  return false;
}
