import type { Clock } from './clock.ts';

/** Beyond it one of two clocks is wrong, and nobody can say which. */
const SKEW_SECONDS_MAX = 60;

/** A clock of this machine, read before and after another one was. */
interface Reading {
  before: number;
  after: number;
}

/** By how much this machine is ahead of the other clock, in seconds; negative: behind. 0 as far as the answer's way goes. */
export function skewSeconds({ before, after }: Reading, otherMs: number): number {
  if (otherMs < before) return (before - otherMs) / 1000;
  return otherMs > after ? (after - otherMs) / 1000 : 0;
}

/** The same with what reads the other clock. */
export async function measureSkew(machine: Clock, readMs: () => Promise<number>): Promise<number> {
  const before = machine.now().getTime();
  const ms = await readMs();
  return skewSeconds({ before, after: machine.now().getTime() }, ms);
}

/** Null while both clocks may be right. */
export function describeSkew(seconds: number): string | null {
  if (Math.abs(seconds) <= SKEW_SECONDS_MAX) return null;
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const length = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${length} ${direction} that of the database. Set both by NTP.`;
}
