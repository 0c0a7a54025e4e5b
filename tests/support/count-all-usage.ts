import { expect, vi } from 'vitest';
import type { Deps } from '../../server/src/deps.ts';
import { countUsage } from '../../server/src/usage/count-usage.ts';

export const COUNT_WAIT = { timeout: 20_000, interval: 100 };

/** Until all that has happened is counted: transactions of other databases on the server delay it as well. */
export async function countAllUsage(deps: Deps): Promise<void> {
  const last = await deps.pool.query('select coalesce(max(id), 0)::int as id from events');
  await vi.waitFor(async () => {
    await countUsage(deps);
    const { rows } = await deps.pool.query('select counted_event::int as counted from usage_marks');
    expect(rows[0].counted).toBeGreaterThanOrEqual(last.rows[0].id);
  }, COUNT_WAIT);
}
