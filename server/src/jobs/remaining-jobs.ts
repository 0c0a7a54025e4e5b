export interface RemainingJobs {
  /** Another process or this one has told of jobs. */
  told(): void;
  /** Whether a search would find nothing. */
  isNone(): boolean;
  /** Begins a search; what it returns takes whether no job is left, as far as the search could see. */
  look(): (isNoneLeft: boolean) => void;
}

/**
 * Whether a search for a job can find one: every job that is added is told of, and once a second what has become due
 * (`wake-workers.ts`). So after a search that has left none there is none until the next message. One that arrives
 * while a search is under way may be about a job that it could not see yet.
 */
export function openRemainingJobs(): RemainingJobs {
  let messages = 0;
  /** How many messages had arrived when the latest search began that left none. */
  let noneSince: number | null = null;
  return {
    told: () => {
      messages += 1;
    },
    isNone: () => noneSince === messages,
    look: () => {
      const begunAt = messages;
      return (isNoneLeft) => {
        if (isNoneLeft) noneSince = Math.max(begunAt, noneSince ?? 0);
      };
    },
  };
}
