import { mkdir, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, loadavg, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';

export type Cell = string | number | null;
export type Row = Readonly<Record<string, Cell>>;

export interface Table {
  title: string;
  /** What a row's figures mean, where a heading cannot say it. */
  notes?: readonly string[];
  rows: readonly Row[];
}

export interface Report {
  tables: readonly Table[];
  /** Figures that later runs or other programs may want to compare, beside the tables. */
  details?: unknown;
}

export const RESULTS_DIR = fileURLToPath(new URL('./results/', import.meta.url));

export interface MachineFacts {
  cores: number;
  cpu: string;
  system: string;
  node: string;
  /** Of the last minute: above the number of cores, absolute figures say little. */
  load: number;
  /** Cores that other programs kept busy during the measurement, and that the host gave to other machines. */
  others?: number | null;
  host?: number | null;
  /** Before and after the measurement (`measureWakeUp`). */
  wakeUpUs?: readonly number[];
}

export function machineFacts(): MachineFacts {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    load: round(loadavg()[0] ?? 0),
  };
}

export async function saveReport(name: string, report: Report, machine: MachineFacts): Promise<string> {
  await mkdir(RESULTS_DIR, { recursive: true });
  const path = `${RESULTS_DIR}${name}.json`;
  const measuredAt = new Date().toISOString();
  await writeFile(path, `${JSON.stringify({ name, measuredAt, machine, ...report }, null, 2)}\n`);
  return path;
}

export function printTable({ title, notes = [], rows }: Table): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column] ?? null)))];
  const widths = columns.map((_column, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = columns.map((column) => rows.every((row) => typeof (row[column] ?? 0) === 'number'));
  const print = (line: readonly string[]) =>
    line
      .map((text, at) => (isNumber[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = lines;
  const text = [title, '', print(head), print(widths.map((width) => '─'.repeat(width))), ...body.map(print)];
  console.log(['', ...text, ...notes.map((note) => `  · ${note}`)].join('\n'));
}

/** Three digits that count: more would promise what a run does not repeat. */
export function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? round(cell).toLocaleString('en-US', { maximumFractionDigits: 4 }) : cell;
}
