import { Fault } from '@paraph/domain';
import {
  createTimestampResponse,
  type EmbeddedSignature,
  type RevocationSource,
  readTimestampToken,
  requestTimestamp,
  type Signer,
  type TimestampAuthority,
  type Timestamping,
  timestampBytes as tokenRoom,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { traced } from '../platform/observe/tracing.ts';
import {
  type AuthorityCalls,
  askAuthority,
  fetchedRevocation,
} from '../platform/outside/revocation-client.ts';
import { type Authority, certificatesOf, rootCertificates } from './open-authority.ts';
import { TIMESTAMP_POLICY } from './open-certified-key.ts';

type IssuingDeps = Pick<Deps, 'authority' | 'clock' | 'ids'>;

// Times have whole seconds, and the machine's clock is synchronized by NTP.
const ACCURACY_SECONDS = 1;

/** The public timestamp service, DER in and out (RFC 3161). */
export async function issueTimestamp(deps: IssuingDeps, request: Uint8Array): Promise<Uint8Array> {
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
export function openTimestamping(deps: IssuingDeps & Pick<Deps, 'config'>): Timestamping {
  const outside = externalAuthorities(deps);
  if (outside.length === 0) return openOwnTimestamping(deps);
  return { ...machineOf(deps), authorities: outside, anchors: trustedRoots(deps) };
}

/** Our own authority only, without external calls. */
export function openOwnTimestamping(deps: IssuingDeps): Timestamping {
  return {
    ...machineOf(deps),
    authorities: [{ name: 'this instance', timestamp: (request) => issueTimestamp(deps, request) }],
    anchors: rootCertificates(deps.authority),
    policy: TIMESTAMP_POLICY,
    tokenBytes: tokenBytesOf(deps.authority.timestamping.signer),
  };
}

function machineOf({ clock, ids }: IssuingDeps): Pick<Timestamping, 'now' | 'randomBytes'> {
  return { now: () => clock.now(), randomBytes: (length) => ids.bytes(length) };
}

/** By the signer, whose certificates do not change. */
const roomOf = new WeakMap<Signer, number>();

/** A token is built to measure it, so it is cached for as long as the signer lives. */
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
export async function timestampBytes(deps: IssuingDeps & Pick<Deps, 'config'>, bytes: Uint8Array) {
  return (await requestTimestamp(sha256(bytes), openTimestamping(deps))).der;
}

export interface LastTimestamp {
  time: Date;
  /** Hexadecimal, assigned by the authority. */
  serial: string;
  /** Its common name. */
  authority: string;
  /** Issued by this instance: proves order and integrity, but no time to parties that do not trust it. */
  isInternal: boolean;
  /** When its certificate expires: another timestamp must cover it by then. */
  expiresAt: Date;
}

/** The newest document timestamp of a file, read from the token itself, not from the settings. */
export function readLastTimestamp(
  authority: Authority,
  signatures: readonly EmbeddedSignature[],
): LastTimestamp {
  const last = signatures.findLast(({ kind }) => kind === 'timestamp');
  const token = last && readTimestampToken(last.contents);
  const signer = token?.cms.signer;
  if (!token || !signer) throw new Fault('The sealed file holds no timestamp of an authority.');
  return {
    time: token.time,
    serial: token.serial,
    authority: signer.commonName ?? 'an unnamed authority',
    isInternal: certificatesOf(authority.timestamping).some((each) => each.equals(signer.der)),
    expiresAt: signer.notAfter,
  };
}

/** The authorities for timestamps that the operator named, in their order. */
export function externalAuthorities({ config }: Pick<Deps, 'config'>): TimestampAuthority[] {
  return config.timestamps.urls.map((url) => ({
    name: new URL(url).host,
    timestamp: (body) =>
      traced({ name: 'timestamp', kind: 'client' }, () =>
        askAuthority(callsOf({ config }), { url, body, type: 'application/timestamp-query' }),
      ),
  }));
}

/**
 * Fetches revocation data of those authorities' certificates from the URLs in the certificates. A certificate is only
 * followed once it chains to a root that the operator configured.
 */
export function externalRevocation({ config }: Pick<Deps, 'config'>): RevocationSource {
  return fetchedRevocation(callsOf({ config }));
}

function callsOf({ config }: Pick<Deps, 'config'>): AuthorityCalls {
  const policy = { allowLoopback: true, ownHosts: [new URL(config.baseUrl).host], isOperators: true };
  return { version: config.version, policy, timeoutMs: config.timestamps.timeoutMs };
}
