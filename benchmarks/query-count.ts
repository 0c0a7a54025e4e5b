import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { StatementsSent } from './target-messages.ts';

const measuring = new AsyncLocalStorage<true>();
const byText = new Map<string, number>();
let sent = 0;

/** Counts what this process asks of its database from now on: round trips are what most calls are made of. */
export function countQueries(): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    if (!measuring.getStore()) count(given[0]);
    return Reflect.apply(query, this, given);
  } as typeof query;
}

function count(given: unknown): void {
  sent += 1;
  const text = typeof given === 'string' ? given : String((given as { text?: unknown } | null)?.text);
  // Counting is measured with what it counts, so it does as little as it can.
  byText.set(text, (byText.get(text) ?? 0) + 1);
}

const TEXT_MAX = 160;

/** What `act` asks is not counted: the measuring itself. */
export function uncounted<T>(act: () => T): T {
  return measuring.run(true, act);
}

/** What `act` starts is counted again. */
export function counted<T>(act: () => T): T {
  return measuring.exit(act);
}

/** All so far, and each text with how often it was sent. */
export function queriesSent(): StatementsSent {
  const named: Record<string, number> = {};
  for (const [text, times] of byText) {
    const name = text.trim().replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX);
    named[name] = (named[name] ?? 0) + times;
  }
  return { sent, byText: named };
}
