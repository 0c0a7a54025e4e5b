import { emailKey, SYSTEM_ROLES } from '@paraph/domain';
import type { NewcomerFacts } from '../accounts/account-ports.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import { linkMemberships } from './link-memberships.ts';
import { insertMember, insertOrganization, insertWorkspace, insertWorkspaceUser } from './workspace-store.ts';

const FIRST_WORKSPACE_NAME = 'Main';

/** Creates the organization of a new account, with one workspace that it owns. */
export async function createPersonalOrganization(tx: Tx, deps: Pick<Deps, 'ids'>, newcomer: NewcomerFacts) {
  const { userId, email, organizationName, now } = newcomer;
  const created = { created_at: now };
  const organizationId = await insertOrganization(tx, { name: organizationName, ...created });
  const memberId = await insertMember(tx, {
    unique_id: newKey(deps.ids),
    organization_id: organizationId,
    user_id: userId,
    email,
    email_key: emailKey(email),
    administrator: true,
    ...created,
  });
  const workspace = { organization_id: organizationId, name: FIRST_WORKSPACE_NAME, description: null };
  const workspaceId = await insertWorkspace(tx, { ...workspace, ...created });
  const owner = { workspace_id: workspaceId, member_id: memberId, role_id: SYSTEM_ROLES.owner.id };
  await insertWorkspaceUser(tx, { ...owner, ...created });
  if (newcomer.emailIsProven) await linkMemberships(tx, { userId, email, now: newcomer.now });
}
