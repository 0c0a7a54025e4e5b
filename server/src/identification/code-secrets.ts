import type { Deps } from '../deps.ts';
import { type CodeBinding, findCode, type StoredCode } from './code-store.ts';

type Secrets = Pick<Deps, 'vault'>;

/** Says nothing of the code without the key of the vault, and counts for one link, action and content only. */
export function codeHashOf(
  { vault }: Secrets,
  { linkId, actionId, contentHash }: CodeBinding,
  { code, salt }: { code: string; salt: Uint8Array },
): Buffer {
  const bound = [linkId, actionId, contentHash.toString('hex'), Buffer.from(salt).toString('hex'), code];
  return vault.derive('signing-code', bound.join(' '));
}

/** For the message that is still to be sent, or shown. */
export function encryptCode({ vault }: Secrets, id: number, code: string): string {
  return vault.encrypt(code, boundTo(id));
}

/** Null once the code is sent, used or replaced. */
export function decryptCode(
  { vault }: Secrets,
  { id, encrypted_code: encrypted }: StoredCode,
): string | null {
  return encrypted === null ? null : vault.decrypt(encrypted, boundTo(id));
}

function boundTo(id: number): string {
  return `signing-code:${id}`;
}

/** A code that is still to be sent or shown; null once it is sent, used, replaced or over. */
export async function findCodeText(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  codeId: number,
): Promise<string | null> {
  const code = await findCode(deps.database, codeId);
  return code && code.expires_at > deps.clock.now() ? decryptCode(deps, code) : null;
}
