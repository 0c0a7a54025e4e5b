import { createHash } from 'node:crypto';
import {
  generalizedTime,
  integer,
  namedBits,
  objectIdentifier,
  sequence,
  utf8String,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { type ImprintHash, imprintHashes, type Signer, signatureAlgorithms } from '../certificates/signer.ts';
import { digestName } from '../certificates/verify-algorithm.ts';
import { buildCms, buildSignedAttributes } from '../cms/build-cms.ts';
import { longestCms } from '../cms/signature-bytes.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { createTimestampRequest, readTimestampRequest, type TimestampRequest } from './timestamp-request.ts';

export interface TimestampResponseOptions {
  /** DER TimeStampReq; untrusted. */
  readonly request: Uint8Array;
  /** Key and certificate; the sole, critical extended key usage must be id-kp-timeStamping (RFC 3161 §2.3). */
  readonly signer: Signer;
  /** Unique serial number among all tokens of this signer: 8 to 20 bytes, used as a positive number. */
  readonly serial: Uint8Array;
  /** Null while the clock is not trusted; the request is then rejected with timeNotAvailable. */
  readonly time: Date | null;
  /** Object identifier of the authority's policy. */
  readonly policy: string;
  /** Accuracy of `time`; at least 1, because the token holds whole seconds. */
  readonly accuracySeconds: number;
}

/** PKIFailureInfo bits (RFC 3161 §2.4.2). */
const failures = {
  badAlgorithm: 0,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const;

const digestBytes: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(imprintHashes).map(([name, { bytes }]) => [name, bytes]),
);

/**
 * A timestamp authority (RFC 3161, profile EN 319 422): returns the DER TimeStampResp for a DER TimeStampReq.
 * A request that cannot be granted gets a rejection with the reason; throws only when the signer fails.
 */
export async function createTimestampResponse(options: TimestampResponseOptions): Promise<Uint8Array> {
  if (options.serial.length < 8 || options.serial.length > 20)
    throw new PdfRefusal('argument', 'serial must have 8 to 20 bytes.', 'serial');
  if (!Number.isInteger(options.accuracySeconds) || options.accuracySeconds < 1)
    throw new PdfRefusal('argument', 'accuracySeconds must be a whole number from 1.', 'accuracySeconds');
  const request = readable(options.request);
  if (!request) return rejection('badDataFormat', 'The request cannot be read.');
  const hash = digestName(request.hash);
  if (hash === null || digestBytes[hash] !== request.digest.length)
    return rejection('badAlgorithm', 'The hash must be SHA-2 or SHA-3 of 256, 384 or 512 bits.');
  if (request.policy !== null && request.policy !== options.policy)
    return rejection('unacceptedPolicy', `The policy of this authority is ${options.policy}.`);
  if (request.hasExtensions) return rejection('unacceptedExtension', 'Extensions are not understood.');
  if (options.time === null) return rejection('timeNotAvailable', 'The time is not certain at the moment.');
  const token = await createToken(request, { ...options, time: options.time });
  return sequence(sequence(integer(0)), token);
}

function readable(der: Uint8Array): TimestampRequest | null {
  try {
    return readTimestampRequest(der);
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

function rejection(reason: keyof typeof failures, text: string): Uint8Array {
  return sequence(sequence(integer(2), sequence(utf8String(text)), namedBits([failures[reason]])));
}

async function createToken(
  request: TimestampRequest,
  options: TimestampResponseOptions & { readonly time: Date },
): Promise<Uint8Array> {
  const { signer } = options;
  const [signerDer] = signer.certificates;
  if (!signerDer)
    throw new PdfRefusal('certificate', 'A signer needs at least its own certificate.', 'certificates');
  const bytes = timestampInfo(request, options);
  const { hash } = signatureAlgorithms[signer.algorithm];
  const digest = createHash(hash).update(bytes).digest();
  const signedAttributes = buildSignedAttributes(digest, signerDer, {
    contentType: oids.timestampInfo,
    hash,
  });
  return buildCms({
    signedAttributes,
    signature: await signer.sign(signedAttributes),
    certificates: signer.certificates,
    isWithoutCertificates: !request.wantsCertificate,
    algorithm: signer.algorithm,
    content: { type: oids.timestampInfo, bytes },
  });
}

/** TSTInfo (RFC 3161 §2.4.2). */
function timestampInfo(
  { imprint, nonce }: Pick<TimestampRequest, 'imprint' | 'nonce'>,
  {
    policy,
    serial,
    time,
    accuracySeconds,
  }: Pick<TimestampResponseOptions, 'accuracySeconds' | 'policy' | 'serial'> & { readonly time: Date },
): Uint8Array {
  return sequence(
    integer(1),
    objectIdentifier(policy),
    imprint,
    integer(serial),
    generalizedTime(time),
    sequence(integer(accuracySeconds)),
    ...(nonce ? [nonce] : []),
  );
}

/** Their first bit is set, which takes a byte more. */
const LONGEST_SERIAL = new Uint8Array(20).fill(0xff);
const LONGEST_NONCE = new Uint8Array(8).fill(0xff);

/**
 * The most bytes that a token by this signer has, of a request by `requestTimestamp` to `createTimestampResponse`:
 * `tokenBytes` of an authority in this process.
 */
export function timestampBytes(
  signer: Pick<Signer, 'algorithm' | 'certificates'>,
  policy: string,
  hash: ImprintHash = 'sha256',
): number {
  const digest = new Uint8Array(imprintHashes[hash].bytes);
  const request = createTimestampRequest({ digest, nonce: LONGEST_NONCE, hash });
  const longest = { policy, serial: LONGEST_SERIAL, time: new Date(0), accuracySeconds: 3600 };
  const bytes = timestampInfo(readTimestampRequest(request), longest);
  return longestCms(signer, { content: { type: oids.timestampInfo, bytes } });
}
