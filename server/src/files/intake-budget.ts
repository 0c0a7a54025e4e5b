import { LIMITS } from '@paraph/domain';
import type { IntakeProcess } from './intake-process.ts';

/** What reading one file may cost, however often the intake is asked about it; lessened as it is spent. */
export interface IntakeBudget {
  /** Processor time: on a busy machine the same file costs the same. */
  cpuMs: number;
  /** Time in line. */
  waitMs: number;
}

/** Enough for a book that nobody built to be costly; each page that was read adds to it. */
const CPU_MS = 4_000;

export function openIntakeBudget(): IntakeBudget {
  return { cpuMs: CPU_MS, waitMs: LIMITS.uploadWaitSecondsMax * 1_000 };
}

/** Which limit ended a run. */
export type Excess = 'cpu' | 'wall';

interface RunLimits {
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
