import { readdirSync, readFileSync } from 'node:fs';

/** Processor seconds by what spent them. On a machine that is shared this holds better than the clock on the wall. */
export type Ledger = Record<'server' | 'intake' | 'postgres', number>;

/** What a server and its children spent so far; null where the system has no `/proc`. */
export function readLedger(serverPid: number): Ledger | null {
  return sumOf(serverPid, (_pid, { seconds }) => seconds);
}

/** What a server and its children hold in memory that is theirs alone, in bytes. */
export function readPrivateBytes(serverPid: number): Ledger | null {
  return sumOf(serverPid, (pid) => readBytes(pid, 'RssAnon'));
}

function sumOf(serverPid: number, figureOf: (pid: number, facts: ProcessFacts) => number): Ledger | null {
  const all = readProcesses();
  if (!all) return null;
  const ledger: Ledger = { server: 0, intake: 0, postgres: 0 };
  const add = (pid: number, kind: keyof Ledger) => {
    const process = all.get(pid);
    if (!process) return;
    ledger[kind] += figureOf(pid, process);
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
  /** Its own only. */
  ownSeconds: number;
  /** Tells it from a later process of the same number. */
  startedAt: number;
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
    // Behind the name, which may hold spaces and brackets: proc_pid_stat(5), fields 4, 14 to 17 and 22.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const secondsIn = (places: readonly number[]) =>
      places.reduce((sum, at) => sum + (fields[at] ?? 0), 0) / TICKS_PER_SECOND;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    const [seconds, ownSeconds] = [secondsIn([11, 12, 13, 14]), secondsIn([11, 12])];
    return [[pid, { parent: fields[1] ?? 0, seconds, ownSeconds, startedAt: fields[19] ?? 0, command }]];
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
  return readBytes(pid, 'VmRSS');
}

/** A line of proc_pid_status(5). */
function readBytes(pid: number, line: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(new RegExp(`^${line}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

const LOOK_MS = 1_000;

/** Processor seconds that a measurement did not get. */
export interface Lost {
  /** To other programs than this process and its descendants. */
  others: number;
  /** To other machines on the same host, as the host tells. */
  host: number;
}

/**
 * Measures what the machine does besides. It looks once a second: a browser does not wait for its processes, so that
 * nothing tells what they used once they ended.
 *
 * @returns ends it; null without `/proc`
 */
export function watchOthers(): () => Lost | null {
  const before = readMachineSeconds();
  const own = new Map<string, { first: number; last: number; pid: number }>();
  const look = (isFirst: boolean) => {
    const all = readProcesses() ?? new Map<number, ProcessFacts>();
    const known = new Set([process.pid, ...[...own.values()].map(({ pid }) => pid)]);
    const isOwn = (pid: number): boolean =>
      known.has(pid) || (all.has(pid) && isOwn(all.get(pid)?.parent ?? 0));
    for (const [pid, { ownSeconds, startedAt }] of all) {
      if (!isOwn(pid)) continue;
      const key = `${pid} ${startedAt}`;
      own.set(key, { first: own.get(key)?.first ?? (isFirst ? ownSeconds : 0), last: ownSeconds, pid });
    }
  };
  look(true);
  const timer = setInterval(() => look(false), LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    look(false);
    const after = readMachineSeconds();
    if (before === null || after === null) return null;
    const used = [...own.values()].reduce((sum, { first, last }) => sum + last - first, 0);
    return { others: Math.max(0, after.used - before.used - used), host: after.stolen - before.stolen };
  };
}

/** Processor seconds of the whole machine; null without `/proc`. */
function readMachineSeconds(): { used: number; stolen: number } | null {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'latin1').split('\n');
    // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal.
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = first
      .split(/\s+/)
      .slice(1)
      .map(Number);
    const used = user + nice + system + irq + softirq;
    return { used: used / TICKS_PER_SECOND, stolen: steal / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}
