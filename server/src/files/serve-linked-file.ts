import { LIMITS } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { RawResponse } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { equalSecrets } from '../platform/ids.ts';
import { type ServedFile, serveStoredFile } from './serve-file.ts';

/** What a signed link carries besides its path. */
export interface FileLinkProof {
  expires?: number | undefined;
  signature?: string | undefined;
}

type Slice = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** An absolute URL for a storage path that needs no credential for 15 minutes (interface.md §10). */
export function signFileLink(deps: Slice, path: string): string {
  const expires = toSeconds(addSeconds(deps.clock.now(), LIMITS.signedFileLinkSeconds));
  const query = new URLSearchParams({ expires: String(expires), signature: sign(deps, path, expires) });
  return `${deps.config.baseUrl}${path}?${query}`;
}

/** Whether the link was signed by this instance for exactly this path and is still good. */
export function isFileLinkValid(deps: Slice, path: string, proof: FileLinkProof): boolean {
  const { expires, signature } = proof;
  if (expires === undefined || signature === undefined || !Number.isSafeInteger(expires)) return false;
  return equalSecrets(signature, sign(deps, path, expires)) && toSeconds(deps.clock.now()) < expires;
}

function sign({ vault }: Pick<Deps, 'vault'>, path: string, expires: number): string {
  return vault.derive('file link', `${expires} ${path}`).toString('base64url');
}

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
