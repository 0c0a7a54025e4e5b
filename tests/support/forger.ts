import { generateKeyPairSync } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BoundTo,
  buildSignedAttributes,
  createSigningJob,
  finishSignature,
  localSigner,
  type Signer,
  signCertificate,
  type TrustedLog,
} from '@paraph/pades';
import { issuersOf } from '../../server/src/authority/certify-key.ts';
import { certificatesOf, rootCertificates } from '../../server/src/authority/open-authority.ts';
import { openOwnTimestamping } from '../../server/src/authority/timestamping.ts';
import type { Deps } from '../../server/src/deps.ts';
import { readCertificatesSince } from '../../server/src/transparency-log/api.ts';
import { entryOf } from '../../server/src/transparency-log/integrate-leaves.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { openTestInstance, type TestInstance } from './instance.ts';
import { copyLog } from './witnesses.ts';

/** Another machine with the keys of an instance and its log as it is now: what somebody has who copied both. */
export async function stealInstance({ deps }: TestInstance): Promise<TestInstance> {
  const copy = await openTestInstance({
    now: deps.clock.now(),
    prepareDataDir: (dataDir) =>
      cp(join(deps.config.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true }),
  });
  await copyLog(deps, copy.deps);
  return copy;
}

/** Signs a file in the name of a person without the service, with a timestamp of its key. */
export async function forge(
  deps: Deps,
  pdf: Uint8Array,
  signerFor: (digest: Uint8Array) => Promise<Signer> | Signer,
): Promise<Buffer> {
  const job = createSigningJob(pdf);
  const field = { name: 'One', page: 0, rect: [50, 50, 200, 100] as const };
  const form = job.prepareDocument({ signatureFields: [field] });
  const about = { fieldName: 'One', name: 'Ann', appearance: null, reason: 'Signed electronically' };
  const options = { ...about, signingTime: deps.clock.now(), contentsBytes: 16_384 };
  const prepared = job.prepare(options, deps.authority.issuing.certificate);
  const signer = await signerFor(prepared.digest);
  const [own = new Uint8Array()] = signer.certificates;
  const signedAttributes = buildSignedAttributes(prepared.digest, own);
  const update = await finishSignature({ ...prepared, signedAttributes }, signer, openOwnTimestamping(deps));
  return Buffer.concat([pdf, form, update]);
}

/** A certificate by the issuing key, of which the log knows nothing. */
export async function certifyUnseen({ authority, clock, ids }: Deps, boundTo?: BoundTo): Promise<Signer> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = clock.now().getTime();
  const options = {
    subject: { commonName: 'Ann', email: 'ann@example.com', country: 'CH' },
    subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
    issuer: authority.issuing.certificate,
    serial: ids.bytes(16),
    ...{ notBefore: new Date(now - 3_600_000), notAfter: new Date(now + 900_000) },
    profile: 'signer' as const,
    ...authority.urls,
    ...(boundTo ? { boundTo } : {}),
  };
  const der = await signCertificate(options, authority.issuing.signer);
  return localSigner(privateKey, [der, ...issuersOf(authority)]);
}

/** The log of an instance, as it says it to a validator that may look into it. */
export async function logOf({
  authority,
  ...deps
}: Deps): Promise<TrustedLog & { findEntry(index: number): string | null }> {
  const { origin, publicKey } = await openLogKey(deps);
  const leaves = await deps.database.selectFrom('transparency_leaves').selectAll().execute();
  const entries = new Map(leaves.map((leaf) => [leaf.position, entryOf(leaf).toString()]));
  return {
    roots: [...rootCertificates(authority), ...certificatesOf(authority.issuing)],
    origin,
    publicKey: publicKey.publicKey,
    since: await readCertificatesSince(deps.database),
    findEntry: (index) => entries.get(index) ?? null,
  };
}
