import { withDefiniteLengths } from '../asn1/definite-lengths.ts';
import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readDer,
  readFractionalTime,
  readInteger,
  readOid,
} from '../asn1/der-reader.ts';
import { oids } from '../asn1/oids.ts';
import { digestName, hashOfSignature } from '../certificates/verify-algorithm.ts';
import { checkCms } from '../cms/check-cms.ts';
import { type ReadCms, readCms } from '../cms/read-cms.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';
import { readImprint } from './timestamp-request.ts';

/** A parsed timestamp token (RFC 3161 §2.4.2); not verified. */
export interface TimestampToken {
  readonly der: Uint8Array;
  readonly cms: ReadCms;
  readonly time: Date;
  /** Accuracy of the time in milliseconds; null when the token does not state it. */
  readonly accuracyMs: number | null;
  /** Hexadecimal. */
  readonly serial: string;
  readonly policy: string;
  /** Object identifier of the hash, and the stamped digest. */
  readonly hash: string;
  readonly digest: Uint8Array;
  /** DER INTEGER. */
  readonly nonce: Uint8Array | null;
}

/** Parses a token; zeros may follow it. @throws PdfRefusal `timestamp` when it is malformed. */
export function readTimestampToken(bytes: Uint8Array): TimestampToken {
  try {
    const cms = readCms(bytes);
    if (cms.contentType !== oids.timestampInfo || !cms.content)
      throw new PdfRefusal('timestamp', 'The timestamp is malformed: it holds no time.');
    const { der } = withDefiniteLengths(bytes);
    return { der, cms, ...readInfo(cms.content) };
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new PdfRefusal('timestamp', error.message);
  }
}

/** The signature timestamp, over the signature value (RFC 3161 appendix A); null without one. @throws PdfRefusal */
export function signatureTimestampOf(cms: ReadCms): TimestampToken | null {
  const [value] = cms.unsignedAttributes.get(oids.timestampToken) ?? [];
  return value ? readTimestampToken(value.whole) : null;
}

/** Node's names of all hashes that a token depends on: of what it covers, its signature and its certificate. */
export function hashesOf({ hash, cms }: TimestampToken): string[] {
  const named = [digestName(hash), digestName(cms.digestAlgorithm)];
  const algorithms = [cms.signatureAlgorithm, cms.signer?.signatureAlgorithm ?? ''];
  const all = [...named, ...algorithms.map(hashOfSignature)].filter((each) => each !== null);
  return [...new Set(all)];
}

function readInfo(content: Uint8Array): Omit<TimestampToken, 'der' | 'cms'> {
  const [version, policy, imprint, serial, time, ...rest] = children(
    expectTag(readDer(content), derTags.sequence),
  );
  if (readInteger(version) !== 1) throw new PdfRefusal('timestamp', 'The timestamp has an unknown version.');
  const accuracy = rest[0]?.tag === derTags.sequence ? rest.shift() : undefined;
  const nonce = rest.find(({ tag }) => tag === derTags.integer);
  const { hash, digest } = readImprint(imprint);
  return {
    time: readFractionalTime(time),
    accuracyMs: accuracy ? readAccuracy(accuracy) : null,
    serial: Buffer.from(expectTag(serial, derTags.integer).content).toString('hex'),
    policy: readOid(policy),
    hash,
    digest,
    nonce: nonce?.whole ?? null,
  };
}

function readAccuracy(accuracy: DerElement): number {
  const weights: Readonly<Record<number, number>> = { [derTags.integer]: 1000, 128: 1, 129: 0.001 };
  return children(accuracy).reduce(
    (sum, element) => sum + readInteger({ ...element, tag: derTags.integer }) * (weights[element.tag] ?? 0),
    0,
  );
}

/**
 * Checks a token against the stamped data, without trust in the authority. `digestOf` returns the data's digest; its
 * argument is Node's name of the hash.
 * @returns problems as sentences for users; empty when there are none
 */
export function checkTimestampToken(token: TimestampToken, digestOf: (hash: string) => Uint8Array): string[] {
  const { cms, hash, digest } = token;
  const name = digestName(hash);
  if (name === null) return [`The hash algorithm of the timestamp (${hash}) is not accepted.`];
  const problems: string[] = [];
  if (Buffer.compare(digest, digestOf(name)) !== 0)
    problems.push('The timestamp is of other data than this.');
  const content = cms.content ?? new Uint8Array();
  const checked = checkCms(cms, {
    digestOf: (algorithm) => primitives.createHash(algorithm).update(content).digest(),
    isCades: true,
    contentType: oids.timestampInfo,
  });
  return [...problems, ...checked.map(({ text }) => `The timestamp is not valid: ${text}`)];
}
