import { openPkcs11Token } from '../platform/keys/pkcs11-token.ts';
import type { Log } from '../platform/observe/log.ts';
import {
  type AuthoritySettings,
  type IssuerUrls,
  type KeyAndCertificate,
  openCertifiedKey,
} from './open-certified-key.ts';
import { openResponder } from './open-responder.ts';
import { openRoots, type Responding, ROOT_YEARS, type Roots } from './open-roots.ts';
import { openTimestampingKey, type TimestampingKey } from './timestamping-keys.ts';

/** All that were ever made for a key or, for timestamps, its predecessors and successors. */
export function certificatesOf({
  certificate,
  earlier,
}: Pick<KeyAndCertificate, 'certificate' | 'earlier'>): Buffer[] {
  return [certificate, ...earlier];
}

export interface Authority extends Roots {
  issuing: KeyAndCertificate & Responding;
  /** For timestamps only; its key signs nothing else. */
  timestamping: TimestampingKey;
  urls: IssuerUrls;
}

/**
 * The keys and certificates of this instance, made when they do not exist yet. `timestampingAhead`: how many keys for
 * timestamps shall be certified in advance, for the time without the root.
 *
 * @throws Fault when a token cannot be used, or a key is another than its certificate was made for.
 */
export async function openAuthority(
  deps: AuthoritySettings,
  { timestampingAhead = 0 }: { timestampingAhead?: number } = {},
): Promise<Authority> {
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
  const timestamping = await openTimestampingKey(deps, {
    ...below,
    name: `Paraph time of ${name}`,
    ahead: timestampingAhead,
  });
  const responder = await openResponder(deps, 'issuing', issuing);
  return { ...roots, issuing: { ...issuing, responder }, timestamping, urls: urlsOf(deps) };
}

/** As they are in the vault by now: what another process made, and what is due. All who have the authority see it. */
export async function refreshAuthority(deps: AuthoritySettings & { authority: Authority }): Promise<void> {
  Object.assign(deps.authority, await openAuthority(deps));
}

const REFRESHED_EVERY_MS = 6 * 3_600_000;

/** Does so again and again; returns how to stop. */
export function keepAuthority(deps: AuthoritySettings & { authority: Authority; log: Log }): () => void {
  const timer = setInterval(() => {
    refreshAuthority(deps).catch((error: unknown) =>
      deps.log.error(
        { err: error },
        'the keys of the authority could not be read again; it goes on as it is',
      ),
    );
  }, REFRESHED_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
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
