import { onTestFinished, vi } from 'vitest';
import { type Command, runCommandLine, type Terminal } from '../../operator/src/command-line.ts';
import { ConfigError, readConfig } from '../../server/src/config/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { TestInstance } from './instance.ts';

/** Runs a command as an operator does; answers its exit code and what it printed. */
export async function runOperator(
  commands: readonly Command[],
  args: readonly string[],
  terminal: Partial<Terminal> = {},
): Promise<{ code: number; printed: string; errors: string }> {
  const said = { printed: '', errors: '' };
  const code = await runCommandLine(args, commands, {
    print: (text) => {
      said.printed += text;
    },
    printError: (text) => {
      said.errors += text;
    },
    readInput: async () => undefined,
    ...terminal,
  });
  return { code, ...said };
}

/** The settings that the commands of a test read from the environment. */
export function settingsForThisTest(settings: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** What the service says of these settings; nothing where it takes them. */
export function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** By which a command finds the data of an instance. */
export function settingsOf({ connectionString, deps, settings }: TestInstance): Record<string, string> {
  const ofDocuments = Object.entries(settings).filter(([name]) => /^PARAPH_(S3|ENCRYPTION)_/.test(name));
  return {
    ...Object.fromEntries(ofDocuments),
    DATABASE_URL: connectionString,
    PARAPH_DATA_DIR: deps.config.dataDir,
  };
}

/** A database of its own, dropped after the test. */
export async function databaseForThisTest(creating = createTestDatabase()): Promise<TestDatabase> {
  const database = await creating;
  onTestFinished(() => database.drop());
  return database;
}
