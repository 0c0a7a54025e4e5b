import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, EXIT } from './exit-code.ts';

/** Reads a file of a log by its path, `checkpoint` or `tile/0/000`; null where there is none. */
export type LogFiles = (path: string) => Promise<Uint8Array | null>;

/** The longest is a tile of entries: 256 lines. */
const FILE_BYTES_MAX = 1024 * 1024;

/** From the address of an instance, or from a folder with a copy of its log. */
export function openLogFiles(folder: string): LogFiles {
  return /^https?:\/\//.test(folder)
    ? (path) => fetchFile(`${folder.replace(/\/$/, '')}/log/${path}`)
    : (path) => readFile(join(folder, path)).catch(() => null);
}

async function fetchFile(url: string): Promise<Uint8Array | null> {
  const answer = await fetch(url).catch(() => null);
  if (!answer) throw new CommandError(`${url} cannot be reached.`, EXIT.unreachable);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new CommandError(`${url} answered ${answer.status}.`, EXIT.unreachable);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > FILE_BYTES_MAX) throw new CommandError(`${url} is too long for a file of a log.`);
  return bytes;
}
