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
export function openLogKey(deps: Pick<Deps, 'config' | 'vault'>): Promise<LogKey> {
  return openKey(deps, { file: 'transparency-log.key', origin: originOf(deps), kind: 'signature' });
}

/** The key that cosigns checkpoints of other logs: a second one, because a key has one name (C2SP tlog-cosignature). */
export function openWitnessKey(deps: Pick<Deps, 'config' | 'vault'>): Promise<LogKey> {
  const origin = `${originOf(deps)}/witness`;
  return openKey(deps, { file: 'transparency-witness.key', origin, kind: 'cosignature' });
}

async function openKey(
  { vault }: Pick<Deps, 'vault'>,
  { file, origin, kind }: { file: string; origin: string; kind: NoteKey['kind'] },
): Promise<LogKey> {
  const privateKey = createPrivateKey((await vault.secret(file, newKey)).toString());
  return { origin, privateKey, publicKey: { name: origin, publicKey: rawPublicKey(privateKey), kind } };
}

function newKey(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ed25519');
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
