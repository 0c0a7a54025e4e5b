import { LIMITS } from '@paraph/domain';
import type { IntakeProcess } from './intake-process.ts';

/** The remaining processor time for one file, across all intake requests about it. */
export interface IntakeBudget {
  /** Processor time: on a busy machine the same file costs the same. */
  cpuMs: number;
  /** Time in the queue. */
  waitMs: number;
}

/** Enough for an ordinary long document; each page read adds to it. */
const CPU_MS = 4_000;

export function openIntakeBudget(): IntakeBudget {
  return { cpuMs: CPU_MS, waitMs: LIMITS.uploadWaitSecondsMax * 1_000 };
}

/** Which limit ended a run. */
export type Excess = 'cpu' | 'wall';

interface RunLimits {
  /** Stops watching and charges the budget; returns the exceeded limit. */
  end(): Excess | null;
}

const LOOK_EVERY_MS = 100;

/**
 * Kills a process that uses more processor time on one file than the budget allows. The limit of wall time is much
 * higher, only for stalled processes, because a busy machine is not the fault of the file.
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
