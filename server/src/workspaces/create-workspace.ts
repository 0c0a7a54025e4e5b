import { invalid, LIMITS, SYSTEM_ROLES, type Violations } from '@paraph/domain';
import { hasControls, readName } from '../accounts/account-rules.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readWorkspace } from './list-workspaces.ts';
import { requireMembership } from './organization-access.ts';
import type { ShowingDeps } from './workspace-ports.ts';
import { insertWorkspace, insertWorkspaceUser } from './workspace-store.ts';
import type { WorkspaceView } from './workspace-view.ts';

export interface NewWorkspace {
  name: string;
  description?: string | null | undefined;
  organizationId?: number | undefined;
}

/**
 * Opens a workspace in an organization of the caller's, who owns it.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, `NOT_FOUND`
 */
export async function createWorkspace(
  deps: Pick<Deps, 'clock'> & ShowingDeps,
  caller: Caller,
  given: NewWorkspace,
): Promise<WorkspaceView> {
  const violations: Violations = {};
  const name = readName(given.name, 'name', violations);
  const description = readDescription(given.description ?? null, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const access = await requireMembership(deps.database, caller, given.organizationId);
  const created = { created_at: deps.clock.now() };
  const workspaceId = await deps.database.transaction().execute(async (tx) => {
    const id = await insertWorkspace(tx, {
      organization_id: access.organizationId,
      name,
      description,
      ...created,
    });
    const workspaceUser = { workspace_id: id, member_id: access.memberId, role_id: SYSTEM_ROLES.owner.id };
    await insertWorkspaceUser(tx, { ...workspaceUser, ...created });
    return id;
  });
  return readWorkspace(deps, caller, workspaceId);
}

/** What a workspace is for: a text, or null. */
export function readDescription(given: string | null, violations: Violations): string | null {
  const description = given?.trim() || null;
  if (description === null) return null;
  if ([...description].length > LIMITS.workspaceDescriptionCharactersMax) {
    violations.description = `Must have at most ${LIMITS.workspaceDescriptionCharactersMax} characters.`;
  } else if (hasControls(description.replaceAll(/[\r\n\t]/g, ' '))) {
    violations.description = 'Must not contain control characters.';
  }
  return description;
}
