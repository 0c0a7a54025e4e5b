import type { JobName } from './enqueue.ts';

/**
 * How many jobs of a kind one process runs at once. What waits for others (mail servers, receivers, timestamps) never
 * takes the places of what does not: each kind has places of its own.
 */
export const LANES = { quick: 4, seal: 3, mail: 3, delivery: 20 } as const;
export type Lane = keyof typeof LANES;

const LANE_OF: Partial<Record<JobName, Lane>> = {
  'mail-send': 'mail',
  'webhook-deliver': 'delivery',
  'seal-document': 'seal',
  'renew-seal': 'seal',
};

const NAMES = Object.keys(LANES) as Lane[];

export function laneOf(name: JobName): Lane {
  return LANE_OF[name] ?? 'quick';
}

/** What is done soonest is looked for first, so that a search passes over no backlog of what is slow. */
export function priorityOf(name: JobName): number {
  return NAMES.indexOf(laneOf(name));
}

export interface LaneKeeper {
  /** The lanes that a worker who looks for a job now may not take one of. */
  closed(): Lane[];
  /** That worker has its job, or found none. */
  looked(): void;
  /** Does a job in its place. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

/** Workers look side by side: until a look is over it counts for every lane, so that no lane ever holds too many. */
export function openLanes(): LaneKeeper {
  const running: Record<Lane, number> = { quick: 0, seal: 0, mail: 0, delivery: 0 };
  let looking = 0;
  return {
    closed: () => {
      looking += 1;
      return NAMES.filter((lane) => running[lane] + looking > LANES[lane]);
    },
    looked: () => {
      looking -= 1;
    },
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
