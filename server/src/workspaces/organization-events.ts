import type { OrganizationEvent } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import { recordOrganizationEvents } from '../organization-record/api.ts';
import { listMembershipsOf } from './member-store.ts';

/** Writes the same down in each organization of a user; of nobody, and then nothing, where the id is of none. */
export async function recordForOrganizations(
  tx: Tx,
  act: {
    userId: number;
    /** Who did it; by default the user. */
    actorId?: number | null;
    name: OrganizationEvent;
    detail?: Readonly<Record<string, string | number>>;
    now: Date;
  },
): Promise<void> {
  const { userId, actorId = userId, name, detail = {}, now } = act;
  const memberships = await listMembershipsOf(tx, { userId, organizationId: null }, null);
  await recordOrganizationEvents(
    tx,
    memberships.map(({ organization_id: organizationId }) => ({
      ...{ organizationId, actorId, name, now },
      detail: { ...detail, userId },
    })),
  );
}
