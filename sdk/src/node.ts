import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/**
 * Opens a file for upload. Its bytes are read when they are sent, again for each retry.
 *
 * @example
 * import { openFile } from '@paraph/sdk/node';
 * await paraph.createQuickEnvelope({ name, document: await openFile('lease.pdf'), steps });
 */
export async function openFile(
  path: string,
  { type = 'application/pdf' }: { type?: string } = {},
): Promise<{ content: Blob; name: string; type: string }> {
  return { content: await openAsBlob(path, { type }), name: basename(path), type };
}
