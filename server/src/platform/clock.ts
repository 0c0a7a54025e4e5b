/** The only source of time. Tests hand in a clock that they move themselves. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Whether it is the name of a time zone, such as Europe/Paris. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Seconds since 1970, as the interface writes every timestamp. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

/** How far a clock is from that of the system, in seconds, for libraries that ask the system. */
export function aheadOfSystemSeconds(clock: Clock): number {
  return clock === systemClock ? 0 : (clock.now().getTime() - systemClock.now().getTime()) / 1000;
}

/** A monotonic clock, for durations. */
export function readMonotonicMs(): number {
  return performance.now();
}
