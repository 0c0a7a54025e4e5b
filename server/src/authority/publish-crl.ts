import { createCrl, parseCertificate, type Signer } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { listRevoked } from './certificate-store.ts';
import type { RootAuthority } from './open-roots.ts';
import { reasonCode } from './revocation-reason.ts';

const DAY_MS = 86_400_000;
// The root issues once in years, so its list may be valid longer.
const LIFE_MS = { issuing: 7 * DAY_MS, root: 30 * DAY_MS } as const;

/**
 * The list for seals. The root's is the newest statement about the authority for timestamps that a file can hold: it
 * lasts as long as the certificate of that authority, so that a file can be checked years later without network.
 */
export async function evidenceCrl(
  deps: Pick<Deps, 'authority' | 'clock' | 'database'>,
  of: RootAuthority | 'issuing',
): Promise<Uint8Array> {
  if (of === 'issuing' || of.signer === null) return publishCrl(deps, of);
  const { timestamping } = deps.authority;
  const ends = parseCertificate(timestamping.certificate).notAfter;
  const life = Math.max(LIFE_MS.root, ends.getTime() - deps.clock.now().getTime());
  return sign(deps, of.signer, { life, revoked: false });
}

/** The list of revoked certificates of one of our authorities as it is now, DER. */
export async function publishCrl(
  deps: Pick<Deps, 'authority' | 'clock' | 'database'>,
  of: RootAuthority | 'issuing',
): Promise<Uint8Array> {
  if (of === 'issuing')
    return sign(deps, deps.authority.issuing.signer, { life: LIFE_MS.issuing, revoked: true });
  if (of.signer === null) return of.crl;
  return sign(deps, of.signer, { life: LIFE_MS.root, revoked: false });
}

async function sign(
  deps: Pick<Deps, 'clock' | 'database'>,
  signer: Signer,
  about: { life: number; revoked: boolean },
): Promise<Uint8Array> {
  const now = deps.clock.now();
  const revoked = about.revoked ? await listRevoked(deps.database, now) : [];
  return createCrl({
    signer,
    // RFC 5280 §5.2.3: it must increase; time does.
    number: toSeconds(now),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + about.life),
    revoked: revoked.map(({ serial, revokedAt, reason }) => ({
      serial: Buffer.from(serial, 'hex'),
      revokedAt,
      ...reasonCode(reason),
    })),
  });
}
