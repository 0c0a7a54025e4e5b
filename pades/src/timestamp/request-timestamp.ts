import { createHash } from 'node:crypto';
import { children, derTags, expectTag, readDer, readInteger } from '../asn1/der-reader.ts';
import { integer } from '../asn1/der-writer.ts';
import { checkPath } from '../certificates/check-path.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import type { ImprintHash } from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { createTimestampRequest } from './timestamp-request.ts';
import { checkTimestampToken, readTimestampToken, type TimestampToken } from './timestamp-token.ts';

/** Port to one authority: sends a DER TimeStampReq, over HTTP or in this process, and returns the DER TimeStampResp. */
export interface TimestampAuthority {
  /** Name for error messages; default: its position in the list. */
  readonly name?: string;
  timestamp(request: Uint8Array): Promise<Uint8Array>;
}

export interface Timestamping {
  /** Tried in this order until one returns a valid timestamp. */
  readonly authorities: readonly TimestampAuthority[];
  /** DER trust anchors for timestamp authorities. */
  readonly anchors: readonly Uint8Array[];
  /** Local clock; a timestamp that differs too much is rejected. */
  now(): Date;
  randomBytes(length: number): Uint8Array;
  /** Requested policy (object identifier); default: any. */
  readonly policy?: string;
  /** By what the stamped digests are made; default SHA-256. */
  readonly hash?: ImprintHash;
  /** Room for one token; default 8,192. {@link timestampBytes} tells it of an authority in this process. */
  readonly tokenBytes?: number;
}

const TOKEN_BYTES = 8192;

/** Room for one token of these authorities, in a placeholder. */
export function tokenBytesOf({ tokenBytes }: Timestamping): number {
  return tokenBytes ?? TOKEN_BYTES;
}

const NONCE_BYTES = 8;
/** Tolerance for clock differences plus response time. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** What is stamped of some bytes. */
export function stampedDigest(
  bytes: Uint8Array,
  { hash = 'sha256' }: Pick<Timestamping, 'hash'>,
): Uint8Array {
  return createHash(hash).update(bytes).digest();
}

/**
 * Requests a timestamp over a digest, by the hash of `timestamping`, and validates it.
 * @throws PdfRefusal `timestamp` with every authority's reason when none returned a valid timestamp.
 */
export async function requestTimestamp(
  digest: Uint8Array,
  timestamping: Timestamping,
): Promise<TimestampToken> {
  const { authorities, policy, randomBytes, hash = 'sha256' } = timestamping;
  const reasons: string[] = [];
  for (const [index, authority] of authorities.entries()) {
    const who = authority.name ?? `authority ${index + 1}`;
    const nonce = randomBytes(NONCE_BYTES);
    const named = policy === undefined ? {} : { policy };
    const request = createTimestampRequest({ digest, nonce, hash, ...named });
    try {
      const token = readTimestampResponse(await authority.timestamp(request));
      const problems = checkTimestampResponse(token, { digest, nonce, timestamping });
      if (problems.length === 0) return token;
      reasons.push(`${who}: ${problems.join(' ')}`);
    } catch (error) {
      // Try the next authority; the error reports this reason when all fail.
      reasons.push(`${who}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (reasons.length === 0) reasons.push('no authority is named');
  throw new PdfRefusal('timestamp', `No timestamp could be had (${reasons.join('; ')}).`, 'authorities');
}

/** Extracts the token from a DER TimeStampResp. @throws PdfRefusal `timestamp` when the request was not granted. */
export function readTimestampResponse(der: Uint8Array): TimestampToken {
  const [info, token] = readResponse(der);
  const [status, text] = children(expectTag(info, derTags.sequence));
  const code = readInteger(status);
  // 0 granted, 1 granted with modifications (RFC 3161 §2.4.2).
  if (code > 1 || !token) {
    const words = text?.tag === derTags.sequence ? children(text).map(({ content }) => content) : [];
    const said = words.map((word) => JSON.stringify(Buffer.from(word).toString('utf8'))).join(' ');
    throw new PdfRefusal(
      'timestamp',
      `The timestamp was not granted (status ${code}${said && `: ${said}`}).`,
    );
  }
  return readTimestampToken(token.whole);
}

function readResponse(der: Uint8Array) {
  try {
    return children(expectTag(readDer(der), derTags.sequence));
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new PdfRefusal('timestamp', 'The answer of the timestamp authority cannot be read.');
  }
}

interface Asked {
  readonly digest: Uint8Array;
  readonly nonce: Uint8Array;
  readonly timestamping: Timestamping;
}

function checkTimestampResponse(token: TimestampToken, { digest, nonce, timestamping }: Asked): string[] {
  const { anchors, policy, now, hash = 'sha256' } = timestamping;
  const problems = checkTimestampToken(token, (by) => (by === hash ? digest : new Uint8Array()));
  if (!token.nonce || Buffer.compare(token.nonce, integer(nonce)) !== 0)
    problems.push('The answer does not repeat our nonce: it is of another request.');
  if (policy !== undefined && token.policy !== policy)
    problems.push(`The policy is ${token.policy} and not ${policy}.`);
  const difference = Math.abs(token.time.getTime() - now().getTime());
  if (difference > CLOCK_DIFFERENCE_MS + (token.accuracyMs ?? 0))
    problems.push(`Its time (${token.time.toISOString()}) is too far from ours.`);
  if (token.cms.signer) {
    const path = { pool: token.cms.certificates, anchors: anchors.map(parseCertificate), at: token.time };
    problems.push(...checkPath(token.cms.signer, { ...path, purpose: 'timestamp' }).reasons);
  }
  return problems;
}
