import {
  createTimestampResponse,
  requestTimestamp,
  type Signer,
  type Timestamping,
  timestampBytes as tokenRoom,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { externalAuthorities } from './external-authorities.ts';
import { rootCertificates } from './open-authority.ts';
import { TIMESTAMP_POLICY } from './policies.ts';

type Slice = Pick<Deps, 'authority' | 'clock' | 'ids'>;

// Times have whole seconds, and the machine's clock is synchronized by NTP.
const ACCURACY_SECONDS = 1;

/** The public timestamp service, DER in and out (RFC 3161). */
export async function issueTimestamp(deps: Slice, request: Uint8Array): Promise<Uint8Array> {
  const { signer } = deps.authority.timestamping;
  return createTimestampResponse({
    request,
    signer,
    serial: deps.ids.bytes(16),
    time: deps.clock.now(),
    policy: TIMESTAMP_POLICY,
    accuracySeconds: ACCURACY_SECONDS,
  });
}

/**
 * Timestamping for our own sealing: only by the external authorities where the operator configured any. Our own
 * authority proves order and integrity, but no time to parties that do not trust this instance.
 */
export function openTimestamping(deps: Slice & Pick<Deps, 'config'>): Timestamping {
  const outside = externalAuthorities(deps);
  const clock = {
    now: () => deps.clock.now(),
    randomBytes: (length: number) => deps.ids.bytes(length),
  };
  if (outside.length > 0) return { ...clock, authorities: outside, anchors: trustedRoots(deps) };
  return openOwnTimestamping(deps);
}

/** Our own authority only, without external calls. */
export function openOwnTimestamping(deps: Slice): Timestamping {
  return {
    now: () => deps.clock.now(),
    randomBytes: (length) => deps.ids.bytes(length),
    authorities: [{ name: 'this instance', timestamp: (request) => issueTimestamp(deps, request) }],
    anchors: rootCertificates(deps.authority),
    policy: TIMESTAMP_POLICY,
    tokenBytes: tokenBytesOf(deps.authority.timestamping.signer),
  };
}

/** By the signer, whose certificates do not change. */
const roomOf = new WeakMap<Signer, number>();

/** A token is built to know it, so it is kept for as long as the signer is. */
function tokenBytesOf(signer: Signer): number {
  const bytes = roomOf.get(signer) ?? tokenRoom(signer, TIMESTAMP_POLICY);
  roomOf.set(signer, bytes);
  return bytes;
}

/** The trust anchors of this instance: its own roots, and the configured roots of external timestamp authorities. */
export function trustedRoots({ authority, config }: Pick<Deps, 'authority' | 'config'>): Buffer[] {
  return [...rootCertificates(authority), ...config.timestamps.roots];
}

/** A timestamp token over bytes, DER. @throws PdfRefusal `timestamp` when none can be had */
export async function timestampBytes(
  deps: Slice & Pick<Deps, 'config'>,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  return (await requestTimestamp(sha256(bytes), openTimestamping(deps))).der;
}
