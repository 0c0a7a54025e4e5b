import {
  type Certificate,
  type CrlScope,
  createCrl,
  createOcspRequest,
  createOcspResponse,
  type OcspAuthority,
  type OcspStatus,
  parseCertificate,
  type RevocationSource,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { findCertificate, listRevoked, type Revocation } from './certificate-store.ts';
import { DESTROYED_KEY_LIFE_MS } from './certify-key.ts';
import type { IssuedCertificate } from './issue-certificate.ts';
import { type Authority, certificatesOf, linkCertificates } from './open-authority.ts';
import { isIssuedBy, ownListOf } from './open-certified-key.ts';
import { authoritiesListOf, type RootAuthority } from './open-roots.ts';
import { reasonCode } from './revoke-certificate.ts';
import { externalRevocation } from './timestamping.ts';

type Slice = Pick<Deps, 'authority' | 'clock' | 'database'>;

const LIFE_MS = 86_400_000;

/**
 * Answers whether certificates of this instance are revoked, DER in and out. Unrecorded certificates are unknown,
 * except those of a seal in progress, which are recorded with its document.
 */
export async function respondToOcsp(
  deps: Slice,
  request: Uint8Array,
  { inUse = [], certificateEnd }: { inUse?: readonly IssuedCertificate[]; certificateEnd?: Date } = {},
): Promise<Uint8Array> {
  const time = deps.clock.now();
  // What a seal keeps is not asked for again: it speaks of a certificate until that ends.
  const nextUpdate = new Date(time.getTime() + (certificateEnd ? DESTROYED_KEY_LIFE_MS : LIFE_MS));
  const authorities = authoritiesOf(deps, inUse);
  return createOcspResponse({
    ...{ request, authorities, time, nextUpdate },
    ...(certificateEnd ? { certificateEnd } : {}),
  });
}

/**
 * Revocation for our own sealing: own certificates without a network call, by OCSP and by one list for each issuer;
 * strict validators want a list beside the answer. Others at the URLs in their certificates.
 */
export function openRevocation(
  deps: Slice & Pick<Deps, 'config'>,
  inUse: readonly IssuedCertificate[],
): RevocationSource {
  const outside = externalRevocation(deps);
  const { root, formerRoots, issuing } = deps.authority;
  const roots = [root, ...formerRoots];
  const ours = [...roots.map(({ certificate }) => certificate), ...certificatesOf(issuing)];
  const lists = new Map<string, Promise<Uint8Array>>();
  const keep = (name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const made = lists.get(name) ?? make();
    lists.set(name, made);
    return made;
  };
  const listsOfRoot = (of: RootAuthority, certificate: Certificate): Promise<Uint8Array>[] => {
    const own = ownListBelow(of, certificate.der);
    if (!own && isIssuedBy(certificate.der, of.certificate) && !certificate.isAuthority)
      return [keep(of.name, () => evidenceCrl(deps, of))];
    const ofAuthorities = keep(authoritiesListOf(of.name), () => evidenceCrl(deps, of, 'authorities'));
    return own
      ? [keep(own.name, () => ownEvidenceCrl(deps, of, { certificate, url: own.url })), ofAuthorities]
      : [ofAuthorities];
  };
  return {
    revocation: async (certificate, issuer) => {
      if (!ours.some((certificate) => certificate.equals(issuer.der)))
        return outside.revocation(certificate, issuer);
      const request = createOcspRequest({ certificate, issuer });
      const isRoot = roots.some(({ certificate }) => certificate.equals(issuer.der));
      // Those who trust another root of ours come over a link, and need the list of that root besides.
      const crls = await Promise.all(
        isRoot
          ? roots.flatMap((of) => listsOfRoot(of, certificate))
          : [keep('issuing', () => evidenceCrl(deps, 'issuing'))],
      );
      const certificateEnd = certificate.notAfter;
      return { crls, ocsps: [await respondToOcsp(deps, request, { inUse, certificateEnd })] };
    },
  };
}

/** Of a certificate for timestamps that this root issued. */
function ownListBelow(root: RootAuthority, certificate: Uint8Array): ReturnType<typeof ownListOf> {
  return isIssuedBy(certificate, root.certificate) ? ownListOf(certificate) : null;
}

/** The list for one certificate for timestamps by its name, as `root-timestamping2`; null where there is none. */
export async function publishOwnCrl(deps: Slice, name: string): Promise<Uint8Array | null> {
  const { root, formerRoots, timestamping } = deps.authority;
  for (const certificate of certificatesOf(timestamping)) {
    const own = ownListOf(certificate);
    if (own?.name !== name) continue;
    const of = [root, ...formerRoots].find((each) => isIssuedBy(certificate, each.certificate));
    return of ? publishCrl(deps, of, { scope: { distributionPoint: own.url } }) : null;
  }
  return null;
}

function authoritiesOf({ authority, database }: Slice, inUse: readonly IssuedCertificate[]): OcspAuthority[] {
  const { root, formerRoots, issuing, timestamping } = authority;
  const below = [...[issuing, timestamping].flatMap(certificatesOf), ...linkCertificates(authority)];
  return [
    {
      issuer: issuing.certificate,
      signer: issuing.responder,
      expiredSince: issuedSince(authority),
      statusOf: async (serial) => {
        const stored = await findCertificate(database, serial);
        const isInUse = inUse.some((one) => one.serial === serial);
        return statusOf(stored ?? (isInUse ? { revokedAt: null, reason: null } : undefined));
      },
    },
    ...[root, ...formerRoots].map(({ certificate, responder }): OcspAuthority => {
      const serials = below.filter((each) => isIssuedBy(each, certificate)).map(serialOf);
      return {
        issuer: certificate,
        signer: responder,
        statusOf: async (serial) => ({ status: serials.includes(serial) ? 'good' : 'unknown' }),
      };
    }),
  ];
}

/** Since when there are certificates of signers: none that has ended is forgotten. */
function issuedSince({ issuing }: Pick<Authority, 'issuing'>): Date {
  const times = certificatesOf(issuing).map((der) => parseCertificate(der).notBefore.getTime());
  return new Date(Math.min(...times));
}

function statusOf(stored: Revocation | undefined): OcspStatus {
  if (!stored) return { status: 'unknown' };
  const { revokedAt, reason } = stored;
  return revokedAt ? { status: 'revoked', revokedAt, ...reasonCode(reason) } : { status: 'good' };
}

function serialOf(certificate: Uint8Array): string {
  return Buffer.from(parseCertificate(certificate).serial).toString('hex');
}

const DAY_MS = 86_400_000;
/** A certificate ends long before its document is sealed: a month more than the longest deadline of a workflow. */
const ENDED_MS = 120 * DAY_MS;
// The root issues once in years, so its list may be valid longer.
const LIST_LIFE_MS = { issuing: 7 * DAY_MS, root: 30 * DAY_MS } as const;

/**
 * The list for seals. That of the issuer of signers lasts as long as a certificate, because some validators look at
 * lists alone, and until the end want one that still holds. The root's is the newest statement about the authority for
 * timestamps that a file can hold: it lasts as long as the certificate of that authority, so that a file can be checked
 * years later without network.
 */
async function evidenceCrl(
  deps: Slice,
  of: RootAuthority | 'issuing',
  scope?: 'authorities',
): Promise<Uint8Array> {
  if (of === 'issuing') return publishCrl(deps, of, { lifeMs: DESTROYED_KEY_LIFE_MS });
  const left = lifeLeft(deps, deps.authority.timestamping.certificate);
  return publishCrl(deps, of, { lifeMs: Math.max(LIST_LIFE_MS.root, left), ...(scope ? { scope } : {}) });
}

/** The list for one certificate for timestamps alone: it speaks of nothing after its end. */
async function ownEvidenceCrl(
  deps: Slice,
  of: RootAuthority | 'issuing',
  { certificate, url }: { certificate: Certificate; url: string },
): Promise<Uint8Array> {
  const left = lifeLeft(deps, certificate.der);
  return publishCrl(deps, of, {
    scope: { distributionPoint: url },
    lifeMs: left > 0 ? left : LIST_LIFE_MS.root,
  });
}

/** Until the certificate ends. */
function lifeLeft({ clock }: Pick<Slice, 'clock'>, certificate: Uint8Array): number {
  return parseCertificate(certificate).notAfter.getTime() - clock.now().getTime();
}

/**
 * The list of revoked certificates of one of our authorities as it is now, DER; with `scope` of some of the
 * certificates.
 */
export async function publishCrl(
  deps: Slice,
  of: RootAuthority | 'issuing',
  { lifeMs, scope }: { lifeMs?: number; scope?: CrlScope } = {},
): Promise<Uint8Array> {
  if (of !== 'issuing' && of.signer === null) return findOfflineCrl(of, scope);
  const { signer } = of === 'issuing' ? deps.authority.issuing : of;
  const now = deps.clock.now();
  const expiredSince = new Date(now.getTime() - ENDED_MS);
  const revoked = of === 'issuing' ? await listRevoked(deps.database, expiredSince) : [];
  return createCrl({
    signer,
    // RFC 5280 §5.2.3: it must increase; time does.
    number: toSeconds(now),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + (lifeMs ?? LIST_LIFE_MS[of === 'issuing' ? of : 'root'])),
    ...(scope ? { scope } : {}),
    ...(of === 'issuing' ? { expiredSince } : {}),
    revoked: revoked.map(({ serial, revokedAt, reason }) => ({
      serial: Buffer.from(serial, 'hex'),
      revokedAt,
      ...reasonCode(reason),
    })),
  });
}

function findOfflineCrl(
  { name, crl, partLists }: Extract<RootAuthority, { signer: null }>,
  scope: CrlScope | undefined,
): Uint8Array {
  if (scope === undefined) return crl;
  const isOfAuthorities = scope === 'authorities';
  const part = isOfAuthorities ? authoritiesListOf(name) : /([^/]+)-crl$/.exec(scope.distributionPoint)?.[1];
  return partLists.get(part ?? '') ?? crl;
}
