import { invalid, type Violations } from '@paraph/domain';
import { readEmbedOrigins } from '../accounts/embed-origins.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { lockOrganization } from './member-store.ts';
import { type OrganizationChoice, requireAdministrator } from './organization-access.ts';
import { listOrganizationRows, updateOrganization } from './workspace-store.ts';

/** The origins whose pages may show what an API key of the organization opens for signing. */
export async function readOrganizationEmbedOrigins(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<{ embedOrigins: string[] }> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  return { embedOrigins: await embedOriginsOf(database, organizationId) };
}

export async function updateOrganizationEmbedOrigins(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId: chosen, embedOrigins }: OrganizationChoice & { embedOrigins: readonly string[] },
): Promise<{ embedOrigins: string[] }> {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  const violations: Violations = {};
  const origins = readEmbedOrigins(embedOrigins, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await embedOriginsOf(tx, organizationId);
    await updateOrganization(tx, organizationId, { embed_origins: origins });
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, now: deps.clock.now() },
      name: 'organization.embed_origins_changed',
      ...{ before: { embedOrigins: before.join(' ') }, after: { embedOrigins: origins.join(' ') } },
    });
  });
  return { embedOrigins: origins };
}

export async function embedOriginsOf(reads: Reads, organizationId: number): Promise<string[]> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  return organization?.embed_origins ?? [];
}
