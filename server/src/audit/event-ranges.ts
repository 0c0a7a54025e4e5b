import { type Database, isLockTimeout } from '../database/database.ts';
import {
  analyzeEvents,
  createEventRange,
  dropEmptyRange,
  isUnanalyzed,
  listEventRanges,
} from './event-range-store.ts';

// Events lie in ranges of workflows, each of about a month. All that asks for events asks for those of workflows, and
// so looks into one range: it costs the same however many others there are. With ranges of the time of events, every
// question for a workflow would look into all of them, and no key could say that a chain has one event of each number.
// A range is made a month before it is needed, and dropped once all of its workflows are erased.

/** How far the numbers of workflows have come, and at most how many a month takes. */
export interface Numbering {
  last: number;
  monthly: number;
}

/** So many workflows begin in no less time than it takes to make a range. */
const AHEAD = 100_000;

/** Makes the ranges of the month to come, and returns how many. What is in use for long is left to the next time. */
export async function provideEventRanges(database: Database, { last, monthly }: Numbering): Promise<number> {
  let [made, end] = [0, (await listEventRanges(database)).at(-1)?.before ?? 1];
  while (end < last + monthly) {
    // Where none was made in time, events that lie in the rest stay there, and so do those of the next workflows.
    const from = end > last ? end : last + AHEAD;
    const before = from + monthly;
    if (!(await unlessBusy(createEventRange(database, { after: end, from, before })))) break;
    made += 1;
    end = before;
  }
  return made;
}

/** Makes those to come, and drops those whose workflows are all erased. Once an hour. */
export async function keepEventRanges(database: Database, numbering: Numbering): Promise<void> {
  const made = await provideEventRanges(database, numbering);
  if (made > 0 || (await isUnanalyzed(database))) await analyzeEvents(database);
  for (const range of await listEventRanges(database))
    if (range.before <= numbering.last - AHEAD) await unlessBusy(dropEmptyRange(database, range));
}

/** Null where a table that it needs is in use for long. */
function unlessBusy<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (isLockTimeout(error)) return null;
    throw error;
  });
}

/**
 * Makes ranges as they were where a backup was taken, by the numbers at which they end: in an empty database, before
 * its rows are loaded.
 */
export async function restoreEventRanges(database: Database, ends: readonly number[]): Promise<void> {
  let after = (await listEventRanges(database)).at(-1)?.before ?? 1;
  for (const before of ends.filter((end) => end > after)) {
    await createEventRange(database, { after, from: after, before });
    after = before;
  }
}
