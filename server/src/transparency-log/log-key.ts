import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type NoteKey, rawPublicKey } from '@paraph/pades';
import type { Deps } from '../deps.ts';

/** The name of the log and of its key: the address of its files without the scheme (C2SP tlog-tiles). */
export function originOf({ config }: Pick<Deps, 'config'>): string {
  const { host, pathname } = new URL(config.baseUrl);
  return `${host}${pathname.replace(/\/$/, '')}/log`;
}

export interface LogKey {
  origin: string;
  privateKey: KeyObject;
  publicKey: NoteKey;
}

/** The key of the log, which signs nothing else; made when it does not exist yet. */
export async function openLogKey(deps: Pick<Deps, 'config' | 'vault'>): Promise<LogKey> {
  const pem = await deps.vault.secret('transparency-log.key', newKey);
  const privateKey = createPrivateKey(pem.toString());
  const origin = originOf(deps);
  const publicKey: NoteKey = { name: origin, publicKey: rawPublicKey(privateKey), kind: 'signature' };
  return { origin, privateKey, publicKey };
}

function newKey(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ed25519');
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
