import { readFileSync } from 'node:fs';

/** Of the times in /proc; the kernel shows 100 a second to every program, whatever it counts in itself. */
const TICK_MS = 10;

/** Processor time that a process has used so far, all its threads; null where the system does not show it. */
export function readCpuMs(pid: number): number | null {
  try {
    return cpuMsIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** proc_pid_stat(5): utime and stime are fields 14 and 15; the name, field 2, may hold spaces and parentheses. */
function cpuMsIn(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}

/** A clock that only goes forward, for measuring spans. */
export function readMonotonicMs(): number {
  return performance.now();
}
