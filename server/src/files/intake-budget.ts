import { LIMITS } from '@paraph/domain';

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
