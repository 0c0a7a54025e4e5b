import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether this module is a source, and not in the bundle in `server/dist/`. */
export const isSource = import.meta.url.endsWith('.ts');

/** The folder of the whole project, with a slash at its end. */
export const projectDir = fileURLToPath(new URL(isSource ? '../../../' : '../../', import.meta.url));

/** Of this release. */
export function readVersion(): string {
  const text = readFileSync(`${projectDir}server/package.json`, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
