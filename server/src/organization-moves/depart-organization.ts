import { Fault } from '@paraph/domain';
import { keyText } from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { leafInsertion } from '../transparency-log/api.ts';
import { openLogKey } from '../transparency-log/log-key.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { arrivalHash, readArrival } from './arrival.ts';
import { beginDeparture, saveDeparture } from './departure-store.ts';
import { requireOrganization } from './freeze-organization.ts';
import { findStage, listArchives, whileLifted } from './freeze-store.ts';

type DepartDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

interface Choice {
  organizationId: number;
  /** The address of the instance where it is now. */
  movedTo: string;
  /** What that instance said when it had read it in. */
  arrival: string;
  /** One that this instance does not remember, as it was restored from a backup of before. */
  archive?: string | undefined;
  /** How long links lead there; then what is here is erased. */
  days: number;
}

/**
 * Ends a frozen organization that another instance has read in: its record and the log say where it has gone, its links
 * lead there for a while, and then what is here is erased (`erase-departed.ts`). One transaction, and safe to repeat.
 *
 * @throws Fault where it is not frozen, or what the other instance said is about something else
 */
export async function departOrganization(
  deps: DepartDeps,
  { organizationId, movedTo, arrival, archive, days }: Choice,
): Promise<Date> {
  const name = await requireOrganization(deps.database, organizationId);
  const logKey = keyText((await openLogKey(deps)).publicKey);
  const now = deps.clock.now();
  const endsAt = addSeconds(now, days * 86_400);
  await deps.database.transaction().execute(async (tx) => {
    const first = { organization_id: organizationId, moved_to: movedTo, ends_at: endsAt };
    const former = await beginDeparture(tx, first);
    if ((await findStage(tx, organizationId)) !== 'frozen')
      throw new Fault(`${name} is not frozen, and would go on here and there. Move it first.`);
    const { cell, hash } = await requireArrived(tx, { organizationId, arrival, archive, name, logKey });
    const workspaces = await listWorkspacesIn(tx, organizationId);
    const about = { ...first, cell, workspace_ids: workspaces.map(({ id }) => String(id)) };
    await saveDeparture(tx, { ...about, arrival: hash });
    if (former.arrival?.equals(hash)) return;
    await leafInsertion(tx, [{ kind: 'events', hash }]).execute();
    const event = { organizationId, actorId: null, name: 'organization.departed', now } as const;
    await whileLifted(tx, organizationId, () =>
      recordOrganizationEvent(tx, { ...event, detail: { to: movedTo, arrival } }),
    );
  });
  return endsAt;
}

interface Stated extends Pick<Choice, 'archive' | 'arrival' | 'organizationId'> {
  name: string;
  logKey: string;
}

async function requireArrived(tx: Tx, { organizationId, arrival, archive: named, name, logKey }: Stated) {
  const stated = readArrival(arrival);
  const archives = named === undefined ? await listArchives(tx, organizationId) : [named];
  for (const archive of archives)
    if (stated && arrivalHash({ organizationId, archive, logKey, cell: stated.cell }).equals(stated.hash))
      return stated;
  throw new Fault(
    `${arrival} is not what an instance said that has read in ${name} from an archive of after it was frozen. ` +
      'paraph import-organization prints it, also when it is repeated.',
  );
}
