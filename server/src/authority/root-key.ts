import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { createCrl, localSigner, parseCertificate } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { Fault } from '../platform/fault.ts';
import { BRING_BACK, OFFLINE_CRL } from './open-authority.ts';
import { certifyResponder } from './open-responder.ts';

type Slice = Pick<Deps, 'clock' | 'ids' | 'vault'>;

/**
 * The root's private key as a PKCS #8 PEM, encrypted with a passphrase.
 *
 * @throws Fault if the vault does not contain it
 */
export async function encryptRootKey({ vault }: Pick<Deps, 'vault'>, passphrase: string): Promise<string> {
  const key = createPrivateKey((await getRootKey(vault)).toString());
  return String(key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }));
}

/** @throws Fault if the vault does not contain it */
export async function getRootKey(vault: Deps['vault']): Promise<Buffer> {
  if (!(await vault.find('root.cer')))
    throw new Fault('There is no root yet: it is made at the first start.', { retryable: false });
  const key = await vault.find('root.key');
  if (key) return key;
  throw new Fault(`The key of the root is not here; ${BRING_BACK}`, { retryable: false });
}

/**
 * Opens an exported copy and compares it with the certificate of the root.
 *
 * @throws Fault where the passphrase is wrong, or the key is of another root
 */
export async function openRootCopy(
  { vault }: Pick<Deps, 'vault'>,
  { pem, passphrase }: { pem: string; passphrase: string },
): Promise<KeyObject> {
  const certificate = await vault.find('root.cer');
  if (!certificate)
    throw new Fault('There is no root here that the key could belong to.', { retryable: false });
  const key = decrypt(pem, passphrase);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  if (!publicKey.equals(parseCertificate(certificate).publicKey))
    throw new Fault('The file holds the key of another root than this instance’s.', { retryable: false });
  return key;
}

function decrypt(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem', passphrase });
  } catch (error) {
    const message = 'The file is no private key that this passphrase opens.';
    throw new Fault(message, { retryable: false, cause: error });
  }
}

/**
 * Signs with the root key what replaces it while it is offline: an OCSP responder certificate and a CRL, both valid
 * until the last certificate issued by the root expires.
 */
export async function createDelegate({ clock, ids, vault }: Slice): Promise<{ until: Date }> {
  const root = (await vault.find('root.cer')) ?? Buffer.alloc(0);
  const signer = localSigner(createPrivateKey((await getRootKey(vault)).toString()), [root]);
  const now = clock.now();
  const until = await lastExpiryBelow(vault, parseCertificate(root).notAfter);
  const list = { number: toSeconds(now), thisUpdate: now, nextUpdate: until, revoked: [] };
  await vault.replace(OFFLINE_CRL, await createCrl({ signer, ...list }));
  await certifyResponder({ clock, ids, vault }, 'root', { certificate: root, key: signer, notAfter: until });
  return { until };
}

async function lastExpiryBelow(vault: Deps['vault'], rootEnd: Date): Promise<Date> {
  let last = 0;
  for (const role of ['issuing', 'timestamping']) {
    for (let index = 1; ; index += 1) {
      const found = await vault.find(index === 1 ? `${role}.cer` : `${role}-${index}.cer`);
      if (!found) break;
      last = Math.max(last, parseCertificate(found).notAfter.getTime());
    }
  }
  return last === 0 ? rootEnd : new Date(Math.min(last, rootEnd.getTime()));
}
