import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Fault } from '@paraph/domain';
import { createCrl, localSigner, parseCertificate } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { BRING_BACK, isIssuedBy, listCertificates, ownListOf } from './open-certified-key.ts';
import { certifyResponder } from './open-responder.ts';
import { authoritiesListOf, offlineCrlOf, rootName } from './open-roots.ts';
import { listGenerations } from './timestamping-keys.ts';

type Vault = Deps['vault'];

export interface StoredRoot {
  /** Of its files in the vault. */
  name: string;
  certificate: Buffer;
  /** PEM; null while it is elsewhere. */
  key: Buffer | null;
}

/** The roots of the vault, the first one first. */
export async function listRoots(vault: Vault): Promise<StoredRoot[]> {
  const roots: StoredRoot[] = [];
  for (let generation = 1; ; generation += 1) {
    const name = rootName(generation);
    const certificate = await vault.find(`${name}.cer`);
    if (!certificate) return roots;
    roots.push({ name, certificate, key: await vault.find(`${name}.key`) });
  }
}

/**
 * The private keys of the roots as PKCS #8 PEM, encrypted with a passphrase, one after another.
 *
 * @throws Fault if the vault contains none
 */
export async function encryptRootKeys({ vault }: Pick<Deps, 'vault'>, passphrase: string): Promise<string> {
  const form = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  return (await getRootKeys(vault)).map(({ key }) => String(key.export(form))).join('');
}

/** @throws Fault if the vault contains no key of a root */
export async function getRootKeys(vault: Vault): Promise<(Omit<StoredRoot, 'key'> & { key: KeyObject })[]> {
  const roots = await listRoots(vault);
  if (roots.length === 0) throw new Fault('There is no root yet: it is made at the first start.');
  const keys = roots.flatMap(({ key, ...root }) =>
    key ? [{ ...root, key: createPrivateKey(key.toString()) }] : [],
  );
  if (keys.length > 0) return keys;
  throw new Fault(`The key of the root is not here; ${BRING_BACK}`);
}

const BLOCK = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g;

/**
 * Opens an exported copy and compares it with the certificates of the roots.
 *
 * @returns the keys by the name of their root
 * @throws Fault where the passphrase is wrong, a key is of another root, or a key of the vault is not in the copy
 */
export async function openRootCopy(
  { vault }: Pick<Deps, 'vault'>,
  { pem, passphrase }: { pem: string; passphrase: string },
): Promise<Map<string, KeyObject>> {
  const roots = await listRoots(vault);
  if (roots.length === 0) throw new Fault('There is no root here that the key could belong to.');
  const keys = new Map<string, KeyObject>();
  for (const block of pem.match(BLOCK) ?? [pem]) {
    const key = decrypt(block, passphrase);
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
    const root = roots.find(({ certificate }) => publicKey.equals(parseCertificate(certificate).publicKey));
    if (!root) throw new Fault('The file holds the key of another root than this instance’s.');
    keys.set(root.name, key);
  }
  const missing = roots.find(({ name, key }) => key && !keys.has(name));
  if (missing)
    throw new Fault(`The file does not hold the key of ${missing.name}, which is here; choose another file.`);
  return keys;
}

function decrypt(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem', passphrase });
  } catch (error) {
    throw new Fault('The file is no private key that this passphrase opens.', { cause: error });
  }
}

/**
 * Signs with the keys of the roots what replaces them while they are offline: an OCSP responder certificate and a CRL,
 * both valid until the last certificate issued by the root expires.
 */
export async function createDelegate(
  deps: Pick<Deps, 'clock' | 'config' | 'ids' | 'vault'>,
): Promise<{ until: Date }> {
  const { vault } = deps;
  const now = deps.clock.now();
  let until = now;
  for (const { name, certificate, key } of await getRootKeys(vault)) {
    const signer = localSigner(key, [certificate], `ecdsa-${deps.config.hashes.signature}`);
    until = await lastExpiryBelow(vault, certificate);
    const list = { number: toSeconds(now), thisUpdate: now, nextUpdate: until, revoked: [] };
    await vault.replace(offlineCrlOf(name), await createCrl({ signer, ...list }));
    const ofAuthorities = await createCrl({ signer, ...list, scope: 'authorities' });
    await vault.replace(offlineCrlOf(authoritiesListOf(name)), ofAuthorities);
    for (const own of await ownListsBelow(vault, certificate)) {
      const ofKey = { ...list, nextUpdate: own.until, scope: { distributionPoint: own.url } };
      if (own.until > now) await vault.replace(offlineCrlOf(own.name), await createCrl({ signer, ...ofKey }));
    }
    await certifyResponder(deps, name, { certificate, key: signer, notAfter: until });
  }
  return { until };
}

async function ownListsBelow(
  vault: Vault,
  root: Buffer,
): Promise<{ name: string; url: string; until: Date }[]> {
  const below = (await listGenerations(vault)).flat().filter((each) => isIssuedBy(each, root));
  return below.flatMap((each) => {
    const own = ownListOf(each);
    return own ? [{ ...own, until: parseCertificate(each).notAfter }] : [];
  });
}

/** At most the end of the root. */
async function lastExpiryBelow(vault: Vault, root: Buffer): Promise<Date> {
  const below = [...(await listCertificates(vault, 'issuing')), ...(await listGenerations(vault)).flat()];
  const ends = below
    .filter((each) => isIssuedBy(each, root))
    .map((each) => parseCertificate(each).notAfter.getTime());
  const last = Math.max(0, ...ends);
  const { notAfter } = parseCertificate(root);
  return last === 0 ? notAfter : new Date(Math.min(last, notAfter.getTime()));
}
