import { readConfig } from '@paraph/server/config/config.ts';
import type { DatabaseOptions } from '@paraph/server/database/database.ts';
import { migrateToLatest } from '@paraph/server/database/migrate.ts';
import { type PlannedStatement, planMigrations } from '@paraph/server/database/plan-migrations.ts';
import { type CommandOutput, defineCommand } from '../command-line.ts';
import { provideDatabase, silentLog } from '../with-database.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  about: 'Bring the database to the newest schema; the server does so by itself when it starts.',
  options: {
    plan: {
      type: 'boolean',
      about: 'Change nothing: say what would run, what it locks, and about how long.',
    },
  },
  run: async ({ plan }) => {
    const provided = await provideDatabase(readConfig(), silentLog);
    try {
      return await (plan ? describePlan(provided.options) : migrate(provided.options));
    } finally {
      await provided.end();
    }
  },
});

async function migrate(options: DatabaseOptions): Promise<CommandOutput> {
  const { applied } = await migrateToLatest(options);
  const text = applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`;
  return { text, data: { applied } };
}

async function describePlan(options: DatabaseOptions): Promise<CommandOutput> {
  const statements = await planMigrations(options);
  if (statements.length === 0) return { text: 'Nothing to do.', data: { statements } };
  const lines: string[] = [];
  let latest = '';
  for (const each of statements) {
    // On tables that it brings along itself it is in nobody's way.
    if (each.locks.length === 0) continue;
    if (each.migration !== latest) lines.push(each.migration);
    latest = each.migration;
    lines.push(`  ${each.statement}`, ...each.locks.map((lock) => `    ${describeLock(lock)}`));
    lines.push(`    ${describeTime(each)}`);
  }
  return { text: [...lines, ...describeWhole(statements)].join('\n'), data: { statements } };
}

function describeLock({ table, mode, rows, bytes }: PlannedStatement['locks'][number]): string {
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return `${mode} on ${table}: about ${Math.round(rows).toLocaleString('en')} rows, ${megabytes} MB`;
}

const WORDS: Readonly<Record<PlannedStatement['work'], string>> = {
  none: 'looks at no row',
  scan: 'reads all rows',
  index: 'sorts all rows into an index',
  rewrite: 'writes all rows anew',
};

function describeTime({ stops, work, isConcurrent, seconds }: PlannedStatement): string {
  const beside = isConcurrent ? ', concurrently' : '';
  return `stops ${stops}; ${WORDS[work]}${beside}: ${inWords(seconds)}`;
}

function inWords(seconds: number): string {
  if (seconds < 0.05) return 'at once';
  if (seconds < 10) return `about ${seconds.toFixed(1)} s`;
  return seconds < 120 ? `about ${Math.round(seconds)} s` : `about ${Math.round(seconds / 60)} min`;
}

function describeWhole(statements: readonly PlannedStatement[]): string[] {
  const migrations = new Set(statements.map(({ migration }) => migration)).size;
  const added = statements.filter(({ locks }) => locks.length === 0).length;
  const longest = (those: PlannedStatement[]) =>
    those.length === 0
      ? 'none'
      : `${those.length}, the longest ${inWords(Math.max(...those.map(({ seconds }) => seconds)))}`;
  const total = statements.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    '',
    `${statements.length} statements of ${migrations} migrations, all of them ${inWords(total)}.`,
    `  stop reading and writing of a table: ${longest(statements.filter(({ stops }) => stops === 'reading and writing'))}`,
    `  stop writing to a table: ${longest(statements.filter(({ stops }) => stops === 'writing'))}`,
    `  stop nothing: ${longest(statements.filter(({ stops, locks }) => stops === 'nothing' && locks.length > 0))}`,
    `  on tables that they bring along, and not listed here: ${added}`,
    'Each waits for its locks for a second at most, lets others pass, and is tried again. Nothing was changed.',
  ];
}
