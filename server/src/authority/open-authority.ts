import { openPkcs11Token } from '../platform/keys/pkcs11-token.ts';
import {
  type AuthoritySettings,
  type IssuerUrls,
  type KeyAndCertificate,
  openCertifiedKey,
} from './open-certified-key.ts';
import { openResponder } from './open-responder.ts';
import { openRoots, type Responding, ROOT_YEARS, type Roots } from './open-roots.ts';

/** All that were ever made for a key. */
export function certificatesOf({
  certificate,
  earlier,
}: Pick<KeyAndCertificate, 'certificate' | 'earlier'>): Buffer[] {
  return [certificate, ...earlier];
}

export interface Authority extends Roots {
  issuing: KeyAndCertificate & Responding;
  /** For timestamps only; its key signs nothing else. */
  timestamping: KeyAndCertificate;
  urls: IssuerUrls;
}

const END_ENTITY_YEARS = 10;

/**
 * The keys and certificates of this instance, made when they do not exist yet.
 * @throws Fault when a token cannot be used, or a key is another than its certificate was made for.
 */
export async function openAuthority(deps: AuthoritySettings): Promise<Authority> {
  const name = new URL(deps.config.baseUrl).hostname;
  const { token: settings } = deps.config;
  const token = settings ? await openPkcs11Token(settings) : null;
  const roots = await openRoots(deps, token, `Paraph root of ${name}`);
  const below = { token, issuer: roots.root };
  const issuing = await openCertifiedKey(deps, {
    ...below,
    role: 'issuing',
    profile: 'issuing',
    years: ROOT_YEARS,
    name: `Paraph signers of ${name}`,
  });
  const timestamping = await openCertifiedKey(deps, {
    ...below,
    role: 'timestamping',
    profile: 'timestamping',
    years: END_ENTITY_YEARS,
    name: `Paraph time of ${name}`,
  });
  const responder = await openResponder(deps, 'issuing', issuing);
  return { ...roots, issuing: { ...issuing, responder }, timestamping, urls: urlsOf(deps) };
}

function urlsOf({ config }: AuthoritySettings): IssuerUrls {
  const base = `${config.baseUrl.replace(/\/$/, '')}/authority`;
  return { crlUrl: `${base}/crl`, ocspUrl: `${base}/ocsp`, issuerUrl: `${base}/issuing.cer` };
}

/** The certificates of all roots of this instance, the newest first. */
export function rootCertificates({ root, formerRoots }: Pick<Authority, 'formerRoots' | 'root'>): Buffer[] {
  return [root, ...formerRoots].map(({ certificate }) => certificate);
}

/** The certificates by which those who trust one root accept what another certified. */
export function linkCertificates({ links }: Pick<Authority, 'links'>): Buffer[] {
  return links.flatMap(({ newWithOld, oldWithNew }) => [newWithOld, oldWithNew]);
}
