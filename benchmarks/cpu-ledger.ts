import { readdirSync, readFileSync } from 'node:fs';

/** Processor seconds by what spent them. On a machine that is shared this holds better than the clock on the wall. */
export type Ledger = Record<'server' | 'intake' | 'postgres', number>;

/** What a server and its children spent so far; null where the system has no `/proc`. */
export function readLedger(serverPid: number): Ledger | null {
  const all = readProcesses();
  if (!all) return null;
  const ledger: Ledger = { server: 0, intake: 0, postgres: 0 };
  const add = (pid: number, kind: keyof Ledger) => {
    const process = all.get(pid);
    if (!process) return;
    ledger[kind] += process.seconds;
    for (const [child, { parent, command }] of all) {
      if (parent === pid) add(child, kindOf(command, kind));
    }
  };
  add(serverPid, 'server');
  return ledger;
}

/** Milliseconds a call, of what was spent between two readings. */
export function spentEach(before: Ledger | null, after: Ledger | null, calls: number): Ledger | null {
  if (!before || !after) return null;
  const each = (kind: keyof Ledger) => ((after[kind] - before[kind]) * 1000) / calls;
  return { server: each('server'), intake: each('intake'), postgres: each('postgres') };
}

interface ProcessFacts {
  parent: number;
  /** Its own, and those of its children that ended and were waited for. */
  seconds: number;
  command: string;
}

/** `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux in use. */
const TICKS_PER_SECOND = 100;

function readProcesses(): Map<number, ProcessFacts> | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.flatMap((pid) => readProcess(Number(pid))));
  } catch {
    return null;
  }
}

function readProcess(pid: number): [number, ProcessFacts][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Behind the name, which may hold spaces and brackets: proc_pid_stat(5), fields 4 and 14 to 17.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    return [[pid, { parent: fields[1] ?? 0, seconds: ticks / TICKS_PER_SECOND, command }]];
  } catch {
    // It ended meanwhile.
    return [];
  }
}

function kindOf(command: string, parent: keyof Ledger): keyof Ledger {
  if (command.includes('intake-child')) return 'intake';
  return command.includes('postgres') ? 'postgres' : parent;
}

/** What a process holds in memory; not a number where the system has no `/proc`. */
export function readResidentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** Processor seconds of the whole machine and of this process with all its children; null without `/proc`. */
export function readMachine(): { all: number; own: number } | null {
  const own = readLedger(process.pid);
  try {
    const [first = ''] = readFileSync('/proc/stat', 'latin1').split('\n');
    // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal.
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = first
      .split(/\s+/)
      .slice(1)
      .map(Number);
    const all = (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
    return own && { all, own: own.server + own.intake + own.postgres };
  } catch {
    return null;
  }
}
