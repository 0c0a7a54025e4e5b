import { Fault } from '@paraph/domain';
import {
  createTimestampResponse,
  type EmbeddedSignature,
  hashesOf,
  type ImprintHash,
  type RevocationSource,
  readTimestampResponse,
  readTimestampToken,
  requestTimestamp,
  type Signer,
  stampedDigest,
  type TimestampAuthority,
  type Timestamping,
  type TimestampToken,
  tokenBytesOf,
  timestampBytes as tokenRoom,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { traced } from '../platform/observe/tracing.ts';
import {
  type AuthorityCalls,
  askAuthority,
  fetchedRevocation,
} from '../platform/outside/revocation-client.ts';
import { type Authority, certificatesOf, rootCertificates } from './open-authority.ts';
import { TIMESTAMP_POLICY } from './open-certified-key.ts';

type IssuingDeps = Pick<Deps, 'authority' | 'clock' | 'ids'>;
type StampingDeps = IssuingDeps & Pick<Deps, 'config'>;

// Times have whole seconds, and the machine's clock is synchronized by NTP.
const ACCURACY_SECONDS = 1;

/**
 * The public timestamp service, DER in and out (RFC 3161).
 *
 * @throws Fault after the time for which the key may be used, where no other could be certified
 */
export async function issueTimestamp(deps: IssuingDeps, request: Uint8Array): Promise<Uint8Array> {
  const { signer, usedUntil } = deps.authority.timestamping;
  const time = deps.clock.now();
  if (time > usedUntil)
    throw new Fault(
      `The key for timestamps may not be used since ${usedUntil.toISOString()}, and has no successor. ` +
        'Run paraph doctor, which says what it waits for.',
    );
  return createTimestampResponse({
    request,
    signer,
    serial: deps.ids.bytes(16),
    time,
    policy: TIMESTAMP_POLICY,
    accuracySeconds: ACCURACY_SECONDS,
  });
}

/**
 * Timestamping for our own sealing: only by the external authorities where the operator configured any. Our own
 * authority proves order and integrity, but no time to parties that do not trust this instance. A signature has room
 * for the timestamp of either (`withTimestamp`).
 */
export function openTimestamping(deps: StampingDeps): Timestamping {
  const own = openOwnTimestamping(deps);
  const outside = externalAuthorities(deps);
  if (outside.length === 0) return own;
  const external = { ...machineOf(deps), authorities: outside, anchors: trustedRoots(deps) };
  return { ...external, tokenBytes: Math.max(tokenBytesOf(external), tokenBytesOf(own)) };
}

/** What `finish` makes with a timestamp, and whose timestamp it is. */
export async function withTimestamp<Made>(
  { authority }: Pick<Deps, 'authority'>,
  timestamping: Timestamping,
  finish: (timestamping: Timestamping) => Promise<Made>,
): Promise<{ made: Made; timestamp: IssuedTimestamp }> {
  const answers: Uint8Array[] = [];
  const authorities = timestamping.authorities.map(({ timestamp, ...rest }) => ({
    ...rest,
    timestamp: async (request: Uint8Array) => {
      const answer = await timestamp(request);
      answers.push(answer);
      return answer;
    },
  }));
  const made = await finish({ ...timestamping, authorities });
  // The first valid answer is the last one that was asked for.
  return {
    made,
    timestamp: issuedTimestamp(authority, readTimestampResponse(answers.at(-1) ?? new Uint8Array())),
  };
}

/** Our own authority only, without external calls. */
export function openOwnTimestamping(deps: StampingDeps): Timestamping {
  const { imprint } = deps.config.hashes;
  return {
    ...machineOf(deps),
    authorities: [{ name: 'this instance', timestamp: (request) => issueTimestamp(deps, request) }],
    anchors: rootCertificates(deps.authority),
    policy: TIMESTAMP_POLICY,
    tokenBytes: ownTokenBytes(deps.authority.timestamping.signer, imprint),
  };
}

function machineOf({ clock, config, ids }: StampingDeps): Pick<Timestamping, 'hash' | 'now' | 'randomBytes'> {
  return {
    now: () => clock.now(),
    randomBytes: (length) => ids.bytes(length),
    hash: config.hashes.imprint,
  };
}

/** By the signer, whose certificates and hash do not change. */
const roomOf = new WeakMap<Signer, number>();

/** A token is built to measure it, so it is cached for as long as the signer lives. */
function ownTokenBytes(signer: Signer, imprint: ImprintHash): number {
  const bytes = roomOf.get(signer) ?? tokenRoom(signer, TIMESTAMP_POLICY, imprint);
  roomOf.set(signer, bytes);
  return bytes;
}

/** The trust anchors of this instance: its own roots, and the configured roots of external timestamp authorities. */
export function trustedRoots({ authority, config }: Pick<Deps, 'authority' | 'config'>): Buffer[] {
  return [...rootCertificates(authority), ...config.timestamps.roots];
}

/** The same for a file that was signed elsewhere before: its earlier timestamps lead to these roots. */
export function alsoTrusting(timestamping: Timestamping, roots: readonly Uint8Array[]): Timestamping {
  return { ...timestamping, anchors: [...timestamping.anchors, ...roots] };
}

/** A timestamp token over bytes, DER. @throws PdfRefusal `timestamp` when none can be had */
export async function timestampBytes(deps: StampingDeps, bytes: Uint8Array) {
  const timestamping = openTimestamping(deps);
  return (await requestTimestamp(stampedDigest(bytes, timestamping), timestamping)).der;
}

/** Whose a timestamp is, read from the token itself and not from the settings. */
export interface IssuedTimestamp {
  time: Date;
  /** Hexadecimal, assigned by the authority. */
  serial: string;
  /** Its common name. */
  authority: string;
  /** Issued by this instance: proves order and integrity, but no time to parties that do not trust it. */
  isInternal: boolean;
}

export interface LastTimestamp extends IssuedTimestamp {
  /** When its certificate expires: another timestamp must cover it by then. */
  expiresAt: Date;
  /** All that it depends on. */
  hashes: string[];
}

/** As the trail says it. */
export function timestampDetail({ authority, isInternal, serial, time }: IssuedTimestamp) {
  return { authority, isInternal, serial, time: time.toISOString() };
}

/** The newest document timestamp of a file. */
export function readLastTimestamp(
  authority: Authority,
  signatures: readonly EmbeddedSignature[],
): LastTimestamp {
  const last = signatures.findLast(({ kind }) => kind === 'timestamp');
  const token = last && readTimestampToken(last.contents);
  const signer = token?.cms.signer;
  if (!token || !signer) throw new Fault('The sealed file holds no timestamp of an authority.');
  return { ...issuedTimestamp(authority, token), expiresAt: signer.notAfter, hashes: hashesOf(token) };
}

function issuedTimestamp(
  authority: Authority,
  { time, serial, cms: { signer } }: TimestampToken,
): IssuedTimestamp {
  const isInternal = certificatesOf(authority.timestamping).some((each) => signer && each.equals(signer.der));
  return { time, serial, authority: signer?.commonName ?? 'an unnamed authority', isInternal };
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
