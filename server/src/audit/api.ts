import { listEventsOf } from './event-store.ts';

export { type EventRange, listEventRanges } from './event-range-store.ts';
export {
  findEvent,
  isMadeOfTemplate,
  listEvents,
  listIdsWithSnapshot,
  notifiedEventsOf,
  readLastTimes,
  readTemplateIds,
  type StoredEvent,
  snapshotOf,
} from './event-store.ts';
export { countEventsIn, isSettled, readHorizon } from './event-window-store.ts';
export { entryOfJson, type LedgerEntry, ledgerEntriesAmong, ledgerEntryOf } from './ledger-store.ts';

/** What a person did in these workflows, with the address and browser that they used. */
export async function listActs(...[reads, workflowIds, person]: Parameters<typeof listEventsOf>) {
  const events = await listEventsOf(reads, workflowIds, person);
  return events.map(({ workflow_id: workflowId, name, occurred_at: date, actor }) => ({
    workflowId,
    event: name,
    date,
    ip: actor?.ip ?? null,
    userAgent: actor?.userAgent ?? null,
    through: actor?.through ?? null,
    byKey: actor?.byKey ?? null,
  }));
}
