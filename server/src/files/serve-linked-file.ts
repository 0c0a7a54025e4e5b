import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { RawResponse } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { type FileLinkProof, isFileLinkValid } from './file-link.ts';
import { type ServedFile, serveStoredFile } from './serve-file.ts';

/** A call for a file by a link that may carry a signature of its own. */
export interface LinkCall {
  query: FileLinkProof;
  caller: Caller | null;
  request: FastifyRequest;
}

/**
 * Serves the file of a storage link (interface.md §10). `find` authorizes the request; a signed link is authorized by
 * its signature.
 */
export async function serveLinkedFile(
  deps: Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log' | 'vault'>,
  { query, caller, request }: LinkCall,
  find: (proof: {
    caller: Caller | null;
    linkIsSigned: boolean;
  }) => Promise<{ fileId: number; name: string } & Pick<ServedFile, 'appended'>>,
): Promise<RawResponse> {
  const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '');
  const { name, ...file } = await find({ caller, linkIsSigned: isFileLinkValid(deps, path, query) });
  return serveStoredFile(deps, request, { ...file, fileName: name, disposition: 'inline' });
}

/** What the picture of a document's first page is called. */
export function nameOfThumb(documentName: string): string {
  return documentName.replace(/\.pdf$/i, '.png');
}
