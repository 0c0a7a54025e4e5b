import type { Deps } from '../deps.ts';
import { decryptCode } from './code-secrets.ts';
import { findCode } from './code-store.ts';

/** A code that is still to be sent or shown; null once it is sent, used, replaced or over. */
export async function findPlainCode(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  codeId: number,
): Promise<string | null> {
  const code = await findCode(deps.database, codeId);
  return code && code.expires_at > deps.clock.now() ? decryptCode(deps, code) : null;
}
