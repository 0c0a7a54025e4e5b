import { invalid, type Violations } from '@paraph/domain';
import { readName } from '../accounts/account-rules.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { lockOrganization } from './member-store.ts';
import { type OrganizationChoice, requireAdministrator } from './organization-access.ts';
import { listOrganizationRows, updateOrganization } from './workspace-store.ts';

/**
 * Gives an organization another name: pages, mails and seals that are made from then on show it. What was sealed
 * before, and its certificates, keep the name that they were made with.
 */
export async function renameOrganization(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { name: asked, ...choice }: OrganizationChoice & { name: string },
): Promise<{ id: number; name: string }> {
  const violations: Violations = {};
  const name = readName(asked, 'name', violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { organizationId: id } = await requireAdministrator(deps.database, caller, choice.organizationId);
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    const [before] = await listOrganizationRows(tx, [id]);
    if (!before || before.name === name) return;
    await updateOrganization(tx, id, { name });
    const detail = { before: before.name, after: name };
    const act = { organizationId: id, actorId: caller.userId, now: deps.clock.now() };
    await recordOrganizationEvent(tx, { ...act, name: 'organization.renamed', detail });
  });
  return { id, name };
}
