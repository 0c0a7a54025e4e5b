import { readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc: always 100 for programs, regardless of the kernel's own frequency. */
const TICK_MS = 10;

/** Processor time that a process has used so far, all its threads; null where the system does not show it. */
export function readCpuMs(pid: number): number | null {
  try {
    return cpuMsIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** proc_pid_stat(5): utime and stime are fields 14 and 15; the name, field 2, may contain spaces and parentheses. */
function cpuMsIn(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}

/** A monotonic clock, for durations. */
export function readMonotonicMs(): number {
  return performance.now();
}
