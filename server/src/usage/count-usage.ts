import type { EventName } from '@paraph/domain';
import { countEventsIn, isSettled, readHorizon } from '../audit/api.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addStoredBytes, listMeasured } from '../http/quota-store.ts';
import { type DocumentSizes, readDocumentSizes, readOwners } from '../workflows/api.ts';
import { measureStored } from './quotas.ts';
import { addUsage, lockProgress, type Month, saveCounted, saveSeen, type Usage } from './usage-store.ts';

/**
 * Events are counted by windows of their ids, each in one transaction with the mark of how far that is: a process that
 * is killed leaves neither half a window nor one that is counted again. Ids are given before the commit, so a window
 * ends at an id that was seen, and is counted when every transaction of that time has ended: none can commit a lower
 * one. Where one still runs, the next hour counts it. A window costs what is in it, however much lies before.
 */
export async function countUsage({ clock, database }: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const count = () => database.transaction().execute((tx) => countWindow(tx, clock.now()));
  while (await count());
  await measureStored({ clock, database });
}

const WINDOW = 20_000;

/** Whether there may be more. */
async function countWindow(tx: Tx, now: Date): Promise<boolean> {
  const { counted, seen } = await lockProgress(tx);
  if (counted === seen.event) {
    const horizon = await readHorizon(tx);
    if (horizon.event > counted) await saveSeen(tx, horizon);
    else await saveCounted(tx, { event: counted, now });
    return horizon.event > counted;
  }
  if (!(await isSettled(tx, seen))) {
    // Of a database that was restored into another server the transactions have other numbers: it is seen anew.
    await saveSeen(tx, await readHorizon(tx));
    return false;
  }
  const end = Math.min(counted + WINDOW, seen.event);
  const months = await usageIn(tx, { after: counted, upTo: end });
  await addUsage(tx, months);
  await countStored(tx, { after: counted, upTo: end, months });
  await saveCounted(tx, { event: end, now });
  return true;
}

/** Adds to what was measured what came to be stored by later events than those that were seen then. */
async function countStored(
  tx: Tx,
  { after, upTo, months }: { after: number; upTo: number; months: readonly Month[] },
): Promise<void> {
  const measured = (await listMeasured(tx)).filter(({ event }) => event !== null);
  for (const [from, organizations] of Map.groupBy(measured, ({ event }) => Math.max(after, event ?? 0))) {
    const later = from === after ? months : await usageIn(tx, { after: from, upTo });
    const organizationIds = organizations.map(({ organizationId }) => organizationId);
    const bytesOfOne = (id: number) =>
      sum(later.flatMap((each) => (each.organizationId === id ? [each.stored_bytes] : [])));
    await addStoredBytes(tx, { organizationIds, bytes: organizationIds.map(bytesOfOne) });
  }
}

type Counted = Exclude<keyof Usage, 'stored_bytes'>;

const COUNTED: ReadonlyMap<EventName, Counted> = new Map([
  ['workflow.started', 'started'],
  ['workflow.signed', 'completed'],
  ['action.signed', 'signatures'],
  ['document.sealed', 'sealed_files'],
  ['mail.sent', 'mails'],
]);
const NOTHING: Usage = {
  ...{ started: 0, completed: 0, signatures: 0 },
  ...{ sealed_files: 0, stored_bytes: 0, mails: 0 },
};

async function usageIn(tx: Tx, window: Record<'after' | 'upTo', number>): Promise<Month[]> {
  const events = await countEventsIn(tx, { ...window, names: [...COUNTED.keys()] });
  const ids = [...new Set(events.map(({ workflowId }) => workflowId))];
  const owners = await readOwners(tx, ids);
  const storing = events.filter(({ name }) => bytesOf(name) !== null).map(({ workflowId }) => workflowId);
  const sizes = await readDocumentSizes(tx, [...new Set(storing)]);
  const months = new Map<string, Month>();
  for (const { workflowId, name, month, count, documentIds } of events) {
    const owner = owners.get(workflowId);
    const column = COUNTED.get(name);
    if (!owner || !column) continue;
    const key = `${owner.workspaceId} ${month}`;
    const total = months.get(key) ?? { ...owner, month, ...NOTHING };
    total[column] += count;
    const bytes = bytesOf(name);
    if (bytes !== null) total.stored_bytes += bytes(sizes.get(workflowId) ?? [], documentIds);
    months.set(key, total);
  }
  return [...months.values()];
}

const sum = (sizes: readonly number[]) => sizes.reduce((one, other) => one + other, 0);

/** What comes to be stored: the documents when it starts, each sealed file when it is made. */
function bytesOf(name: EventName) {
  if (name === 'workflow.started')
    return (documents: readonly DocumentSizes[]) => sum(documents.map(({ original }) => original));
  if (name !== 'document.sealed') return null;
  return (documents: readonly DocumentSizes[], sealed: readonly number[]) =>
    sum(documents.filter(({ id }) => sealed.includes(id)).map((each) => each.sealed));
}
