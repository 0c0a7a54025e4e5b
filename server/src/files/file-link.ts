import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { equalSecrets } from '../platform/ids.ts';

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
