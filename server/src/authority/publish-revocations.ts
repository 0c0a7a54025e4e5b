import {
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
import { isIssuedBy } from './open-certified-key.ts';
import type { RootAuthority } from './open-roots.ts';
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
  const lists = new Map<RootAuthority | 'issuing', Promise<Uint8Array>>();
  const listOf = (of: RootAuthority | 'issuing'): Promise<Uint8Array> => {
    const made = lists.get(of) ?? evidenceCrl(deps, of);
    lists.set(of, made);
    return made;
  };
  return {
    revocation: async (certificate, issuer) => {
      if (!ours.some((certificate) => certificate.equals(issuer.der)))
        return outside.revocation(certificate, issuer);
      const request = createOcspRequest({ certificate, issuer });
      const isRoot = roots.some(({ certificate }) => certificate.equals(issuer.der));
      // Those who trust another root of ours come over a link, and need the list of that root besides.
      const crls = await Promise.all((isRoot ? roots : (['issuing'] as const)).map(listOf));
      const certificateEnd = certificate.notAfter;
      return { crls, ocsps: [await respondToOcsp(deps, request, { inUse, certificateEnd })] };
    },
  };
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
async function evidenceCrl(deps: Slice, of: RootAuthority | 'issuing'): Promise<Uint8Array> {
  if (of === 'issuing') return publishCrl(deps, of, DESTROYED_KEY_LIFE_MS);
  const ends = parseCertificate(deps.authority.timestamping.certificate).notAfter;
  return publishCrl(deps, of, Math.max(LIST_LIFE_MS.root, ends.getTime() - deps.clock.now().getTime()));
}

/** The list of revoked certificates of one of our authorities as it is now, DER. */
export async function publishCrl(
  deps: Slice,
  of: RootAuthority | 'issuing',
  lifeMs: number = LIST_LIFE_MS[of === 'issuing' ? of : 'root'],
): Promise<Uint8Array> {
  const { signer, crl } = of === 'issuing' ? { ...deps.authority.issuing, crl: null } : of;
  if (crl !== null) return crl;
  const now = deps.clock.now();
  const expiredSince = new Date(now.getTime() - ENDED_MS);
  const revoked = of === 'issuing' ? await listRevoked(deps.database, expiredSince) : [];
  return createCrl({
    signer,
    // RFC 5280 §5.2.3: it must increase; time does.
    number: toSeconds(now),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + lifeMs),
    ...(of === 'issuing' ? { expiredSince } : {}),
    revoked: revoked.map(({ serial, revokedAt, reason }) => ({
      serial: Buffer.from(serial, 'hex'),
      revokedAt,
      ...reasonCode(reason),
    })),
  });
}
