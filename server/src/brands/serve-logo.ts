import type { Deps } from '../deps.ts';
import { type FileDeps, StoredFileFault } from '../files/check-stored-file.ts';
import { readFileBytes } from '../files/read-stored-file.ts';
import { inSandbox, serveFile } from '../files/serve-file.ts';
import type { RawResponse } from '../http/bind.ts';

/** A picture that a page of ours shows, and nothing else: opened by itself it may do nothing. */
export async function serveLogo(
  deps: Parameters<typeof serveFile>[0],
  call: Parameters<typeof serveFile>[1],
  file: Parameters<typeof serveFile>[2]['file'],
): Promise<RawResponse> {
  const about = { file, fileName: `logo.${file.format}`, disposition: 'inline' } as const;
  return inSandbox(await serveFile(deps, call, about));
}

/**
 * The bytes of a logo, for what is made with it. Null where they are damaged or missing, which the log says: neither
 * mails nor certificates wait for a picture.
 *
 * @throws what an outage of the storage throws
 */
export async function readLogo(
  deps: FileDeps & Pick<Deps, 'log'>,
  fileId: number | null,
): Promise<Buffer | null> {
  if (fileId === null) return null;
  return readFileBytes(deps, fileId).catch((error: unknown) => {
    if (!(error instanceof StoredFileFault)) throw error;
    deps.log.warn({ err: error, fileId }, 'a logo cannot be read, and is left out');
    return null;
  });
}
