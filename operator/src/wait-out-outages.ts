import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@paraph/domain';
import { readMonotonicMs } from '@paraph/server/platform/clock.ts';
import { outageOf } from '@paraph/server/platform/outage.ts';

const WAIT_MS_MAX = 10 * 60_000;
const PAUSE_MS = 1_000;
/** What ran for so long before it met an outage met another one. */
const ANOTHER_MS = 60_000;

interface Waiting {
  /** What the work is, as in "the backup". */
  what: string;
  print(text: string): void;
  monotonicMs?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Begins work anew that met an outage of the database or the storage, as when PostgreSQL restarts: once a second, for
 * ten minutes at most. The work is safe to begin anew wherever it was cut off.
 */
export async function waitOutOutages<T>(
  work: () => Promise<T>,
  { what, print, monotonicMs = readMonotonicMs, pause = sleep }: Waiting,
): Promise<T> {
  let since: number | null = null;
  for (;;) {
    const begunAt = monotonicMs();
    try {
      return await work();
    } catch (error) {
      const now = monotonicMs();
      const outage = outageOf(error);
      // What was cut off may look as if it still ran, for a while.
      const isLeft = since !== null && error instanceof Fault && error.retryable;
      if (outage === null && !isLeft) throw error;
      if (since === null || now - begunAt > ANOTHER_MS) {
        since = now;
        const words = error instanceof Error ? error.message : String(error);
        print(`The ${outage ?? 'database'} cannot be used: ${words}`);
        print(`Waiting for it, for ten minutes at most; ${what} then begins anew.`);
      }
      if (now - since >= WAIT_MS_MAX) throw error;
      await pause(PAUSE_MS);
    }
  }
}
