import { readFile } from 'node:fs/promises';

/** Of the package that this is in; the project itself has none for it. */
export async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { version = 'from source' } = JSON.parse(manifest) as { version?: string };
  return version;
}
