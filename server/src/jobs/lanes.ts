/** Fast jobs come first: the order of the search. */
export const LANES = ['quick', 'seal', 'text', 'mail', 'delivery', 'transfer', 'bulk'] as const;
export type Lane = (typeof LANES)[number];
export type Places = Record<Lane, number>;

/**
 * How many jobs of each kind a process runs concurrently, by the processors it may use. Jobs that wait for external
 * servers (texts, mail, receivers, timestamps, destinations) have separate limits, so that they never block the others.
 * Quick ones and seals wait for the database and the storage as well, so there are more of them than processors.
 */
export function placesFor(cores: number): Places {
  const between = (count: number, min: number, max: number) => Math.max(min, Math.min(count, max));
  return {
    quick: between(2 * cores, 3, 12),
    seal: between(cores + 1, 2, 8),
    text: 3,
    mail: 3,
    delivery: 20,
    transfer: 3,
    bulk: 1,
  };
}

export function isLane(text: string): text is Lane {
  return (LANES as readonly string[]).includes(text);
}

export interface LaneLimiter {
  /** The searches of one runner: one that ends amid a search never reports its end. */
  openSearches(): Searches;
  isIdle(): boolean;
  /** Does a job in a slot of its lane. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
  /** Whether a slot is free beside those that running searches may fill. */
  hasSlot(lane: Lane): boolean;
}

export interface Searches {
  /** The lanes that are full for a worker searching for a job now. */
  closed(): Lane[];
  /** That worker has its job, or there is none for it. */
  looked(): void;
}

/** Workers search concurrently: a running search counts for every lane, so that no lane exceeds its limit. */
export function openLanes(places: Places): LaneLimiter {
  const running: Record<Lane, number> = {
    quick: 0,
    seal: 0,
    text: 0,
    mail: 0,
    delivery: 0,
    transfer: 0,
    bulk: 0,
  };
  let latest = { looking: 0 };
  return {
    openSearches: () => {
      const mine = { looking: 0 };
      latest = mine;
      return {
        closed: () => {
          mine.looking += 1;
          return LANES.filter((lane) => running[lane] + mine.looking > places[lane]);
        },
        looked: () => {
          mine.looking -= 1;
        },
      };
    },
    hasSlot: (lane) => running[lane] + latest.looking < places[lane],
    isIdle: () => LANES.every((lane) => running[lane] === 0),
    run: async (lane, work) => {
      running[lane] += 1;
      try {
        return await work();
      } finally {
        running[lane] -= 1;
      }
    },
  };
}
