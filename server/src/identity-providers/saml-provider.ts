import { generateKeyPair, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { Fault } from '@paraph/domain';
import { createCertificate } from '@paraph/pades';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { callWhole, policyForUsers } from '../platform/outside/http-client.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import { presentCertificates, readProviderMetadata, type SamlFacts } from './saml-metadata.ts';
import {
  findSamlProvider,
  listDueMetadata,
  type StoredSamlProvider,
  updateSamlProvider,
} from './saml-store.ts';
import { pemOf, XML_BYTES_MAX } from './saml-xml.ts';

export type SamlDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

const newKeyPair = promisify(generateKeyPair);
const CERTIFICATE_SECONDS = 10 * 365 * 86_400;
const TIMEOUT_MS = 15_000;
/** Metadata is read daily, at whatever minute the job begins. */
const METADATA_SECONDS = 23 * 3_600;
const SLICE = 50;

/** Our key at the provider of a connection, which it may know us by; RSA, as all of them take. */
export async function makeOwnKey({ clock, config, ids, vault }: SamlDeps, connectionId: string) {
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 });
  const certificate = createCertificate({
    subject: { commonName: new URL(config.baseUrl).hostname.slice(0, 64) },
    subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
    ...{ issuer: null, issuerKey: privateKey, serial: ids.bytes(16), profile: 'root' },
    ...{ notBefore: clock.now(), notAfter: addSeconds(clock.now(), CERTIFICATE_SECONDS) },
  });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    sealed_key: vault.encrypt(pem, keyBoundTo(connectionId)),
    own_certificate: Buffer.from(certificate).toString('base64'),
  };
}

export function openOwnKey({ vault }: Pick<Deps, 'vault'>, saml: StoredSamlProvider): string {
  return vault.decrypt(saml.sealed_key, keyBoundTo(saml.connection_id));
}

export function keyBoundTo(connectionId: string): string {
  return `saml-provider:${connectionId}`;
}

export async function getSamlProvider(reads: Reads, connectionId: string): Promise<StoredSamlProvider> {
  const saml = await findSamlProvider(reads, connectionId);
  if (saml) return saml;
  throw new Fault('The connection was removed.');
}

/** @throws Fault */
export async function fetchMetadata({ config }: Pick<Deps, 'config'>, url: string): Promise<SamlFacts> {
  const { host } = new URL(url);
  const { status, bytes } = await callWhole({
    ...policyForUsers(config),
    ...{ url, body: null, headers: { accept: 'application/samlmetadata+xml, */*' } },
    ...{ timeoutMs: TIMEOUT_MS, responseBytesMax: XML_BYTES_MAX },
  });
  if (status !== 200) throw new Fault(`${host} answered ${status} for its metadata.`, { retryable: true });
  return readProviderMetadata(bytes.toString());
}

export type SamlRefreshDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/** Reads the metadata of a provider anew; what failed is stored, and what was known before stays. */
export async function refreshMetadata(
  deps: SamlRefreshDeps,
  { saml, issuer }: { saml: StoredSamlProvider; issuer: string },
): Promise<void> {
  if (saml.metadata_url === null) return;
  const change = await fetchMetadata(deps, saml.metadata_url).then(
    (facts) => {
      // Another provider would have other people under the same names.
      if (facts.entityId !== issuer)
        return { metadata_problem: `It calls itself ${facts.entityId.slice(0, 200)} now, not ${issuer}.` };
      return { ...columnsOfFacts(facts), metadata_read_at: deps.clock.now(), metadata_problem: null };
    },
    (error) => {
      if (!(error instanceof Fault)) throw error;
      return { metadata_problem: error.message };
    },
  );
  await updateSamlProvider(deps.database, saml.connection_id, change);
}

export function columnsOfFacts({ ssoUrl, sloUrl, certificates, nameFormat }: SamlFacts) {
  return { sso_url: ssoUrl, slo_url: sloUrl, certificates, name_format: nameFormat };
}

/** Of all providers whose metadata is due: one that fails is tried again with the next day. */
export async function refreshAllMetadata(deps: SamlRefreshDeps): Promise<void> {
  const before = addSeconds(deps.clock.now(), -METADATA_SECONDS);
  for (let after = ''; ; ) {
    const slice = await listDueMetadata(deps.database, { before, after, limit: SLICE });
    for (const saml of slice) await refreshMetadata(deps, { saml, issuer: saml.issuer });
    const last = slice.at(-1);
    if (!last || slice.length < SLICE) return;
    after = last.connection_id;
  }
}

/** As it is now, its metadata read anew where all certificates that were in it have ended. */
export async function currentSamlProvider(
  deps: SamlRefreshDeps,
  connection: StoredIdentityProvider,
): Promise<{ saml: StoredSamlProvider; certificates: string[] }> {
  const saml = await getSamlProvider(deps.database, connection.id);
  const certificates = presentCertificates(saml.certificates, deps.clock);
  if (certificates.length > 0 || saml.metadata_url === null) return { saml, certificates };
  await refreshMetadata(deps, { saml, issuer: connection.issuer });
  const anew = await getSamlProvider(deps.database, connection.id);
  return { saml: anew, certificates: presentCertificates(anew.certificates, deps.clock) };
}

/** When the last of the certificates ends. */
export function lastEnd(certificates: readonly string[]): Date | null {
  const ends = certificates.map((each) => new X509Certificate(pemOf(each)).validToDate);
  return ends.toSorted((one, other) => one.getTime() - other.getTime()).at(-1) ?? null;
}
