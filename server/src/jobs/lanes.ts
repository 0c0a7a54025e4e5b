import type { JobName } from './enqueue.ts';

/**
 * How many jobs of each kind a process runs concurrently. Jobs that wait for external servers (texts, mail, receivers,
 * timestamps) have separate limits, so that they never block the others.
 */
export const LANES = { quick: 4, seal: 3, text: 3, mail: 3, delivery: 20 } as const;
export type Lane = keyof typeof LANES;

const LANE_OF: Partial<Record<JobName, Lane>> = {
  'code-send': 'text',
  'mail-send': 'mail',
  'webhook-deliver': 'delivery',
  'timestamp-signature': 'seal',
  'seal-document': 'seal',
  'renew-seal': 'seal',
  'publish-checkpoint': 'seal',
};

const NAMES = Object.keys(LANES) as Lane[];

export function laneOf(name: JobName): Lane {
  return LANE_OF[name] ?? 'quick';
}

/** Fast jobs are searched first, so that the search does not scan a backlog of slow ones. */
export function priorityOf(name: JobName): number {
  return NAMES.indexOf(laneOf(name));
}

export interface LaneLimiter {
  /** The lanes that are full for a worker searching for a job now. */
  closed(): Lane[];
  /** That worker has its job, or found none. */
  looked(): void;
  /** Does a job in its place. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

/** Workers search concurrently: a running search counts for every lane, so that no lane exceeds its limit. */
export function openLanes(): LaneLimiter {
  const running: Record<Lane, number> = { quick: 0, seal: 0, text: 0, mail: 0, delivery: 0 };
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
