import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The environment as it is, with the settings of a file (NAME=value lines) in place of its own. */
export function readSettingsFile(path: string): Record<string, string | undefined> {
  return { ...process.env, ...parseEnv(readFileSync(path, 'utf8')) };
}
