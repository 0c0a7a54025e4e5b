import type { IntakeBudget } from './intake-budget.ts';
import type { IntakeProcess } from './intake-process.ts';

/** Which limit ended a run. */
export type Excess = 'cpu' | 'wall';

export interface RunLimits {
  /** Ends the watch and charges the budget; answers the limit that was exceeded. */
  end(): Excess | null;
}

const LOOK_EVERY_MS = 100;

/**
 * Kills a process that spends more processor time on one file than the budget has left. The time on the clock is
 * limited far beyond that, against a process that hangs: a busy machine is not the fault of the file.
 */
export function limitRun(
  process: Pick<IntakeProcess, 'cpuMs' | 'kill'>,
  budget: IntakeBudget,
  wallMsMax: number,
): RunLimits {
  const before = process.cpuMs();
  let spent = 0;
  let excess: Excess | null = null;
  const look = () => {
    const now = process.cpuMs();
    if (before !== null && now !== null) spent = now - before;
  };
  const stop = (reason: Excess) => {
    excess ??= reason;
    process.kill();
  };
  const looking = setInterval(() => {
    look();
    if (spent > budget.cpuMs) stop('cpu');
  }, LOOK_EVERY_MS);
  const hanging = setTimeout(() => stop('wall'), wallMsMax);
  return {
    end: () => {
      clearInterval(looking);
      clearTimeout(hanging);
      look();
      budget.cpuMs -= spent;
      return excess;
    },
  };
}
