import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { UnavailableFault } from '@paraph/domain';
import { type NoteKey, rawPublicKey } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { readState } from './transparency-store.ts';

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

const LOG_KEY = 'transparency-log.key';

/**
 * The key of the log, which signs nothing else; made for a log without leaves.
 *
 * @throws UnavailableFault where it is gone: another key would make another log, in which no earlier proof counts
 */
export function openLogKey(deps: Pick<Deps, 'config' | 'database' | 'vault'>): Promise<LogKey> {
  const make = async () => {
    const { size } = await readState(deps.database);
    if (size === 0) return newKey();
    throw new UnavailableFault(
      `The key of the log is missing, so nothing can be signed. The operator of this instance has to bring back ` +
        `${LOG_KEY} from the copy of its keys; paraph log --new-key goes on without it.`,
    );
  };
  return openKey(deps, { file: LOG_KEY, origin: originOf(deps), kind: 'signature', make });
}

/** A key in place of one that is lost. False where there is one. */
export async function replaceLostLogKey({ vault }: Pick<Deps, 'vault'>): Promise<boolean> {
  if (await vault.find(LOG_KEY)) return false;
  await vault.secret(LOG_KEY, newKey);
  return true;
}

/** The key that cosigns checkpoints of other logs: a second one, because a key has one name (C2SP tlog-cosignature). */
export function openWitnessKey(deps: Pick<Deps, 'config' | 'vault'>): Promise<LogKey> {
  const origin = `${originOf(deps)}/witness`;
  return openKey(deps, { file: 'transparency-witness.key', origin, kind: 'cosignature', make: newKey });
}

interface KeyFile extends Pick<NoteKey, 'kind'> {
  file: string;
  origin: string;
  make: () => Uint8Array | Promise<Uint8Array>;
}

async function openKey(
  { vault }: Pick<Deps, 'vault'>,
  { file, origin, kind, make }: KeyFile,
): Promise<LogKey> {
  const privateKey = createPrivateKey((await vault.secret(file, make)).toString());
  return { origin, privateKey, publicKey: { name: origin, publicKey: rawPublicKey(privateKey), kind } };
}

function newKey(): Uint8Array {
  const { privateKey } = generateKeyPairSync('ed25519');
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
