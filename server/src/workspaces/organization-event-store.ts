import type { Insertable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { OrganizationEventRow } from '../database/rows.generated.ts';
import { type PageRequest, readPage } from '../http/pages.ts';

export async function insertOrganizationEvents(tx: Tx, rows: readonly Insertable<OrganizationEventRow>[]) {
  if (rows.length > 0)
    await tx
      .insertInto('organization_events')
      .values([...rows])
      .execute();
}

/** The newest first. */
export async function listOrganizationEventPage(reads: Reads, organizationId: number, request: PageRequest) {
  const events = reads.selectFrom('organization_events').where('organization_id', '=', organizationId);
  return readPage(events.selectAll().orderBy('id', 'desc'), request);
}
