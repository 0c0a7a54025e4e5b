import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readBoolean,
  readDer,
  readInteger,
  readOid,
} from '../asn1/der-reader.ts';
import { boolean, integer, nullValue, objectIdentifier, octetString, sequence } from '../asn1/der-writer.ts';
import { type ImprintHash, imprintHashes } from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

export interface TimestampQuery {
  /** The digest to be stamped. */
  readonly digest: Uint8Array;
  /** By what it was made; default SHA-256. */
  readonly hash?: ImprintHash;
  /** Random bytes that the response must repeat; used as a positive number. */
  readonly nonce: Uint8Array;
  /** Required policy (object identifier); default: any. */
  readonly policy?: string;
}

/** Creates a TimeStampReq with certReq, so that the response holds the certificate (RFC 3161 §2.4.1), DER. */
export function createTimestampRequest({
  digest,
  nonce,
  policy,
  hash = 'sha256',
}: TimestampQuery): Uint8Array {
  const { oid, bytes } = imprintHashes[hash];
  if (digest.length !== bytes)
    throw new PdfRefusal('argument', `digest must be the ${bytes} bytes of a ${hash}.`, 'digest');
  if (nonce.length < 8 || nonce.length > 20)
    throw new PdfRefusal('argument', 'nonce must have 8 to 20 random bytes.', 'nonce');
  // RFC 8702 §3 leaves the parameters of SHA-3 out; authorities are used to NULL for SHA-2 (RFC 5754 §2).
  const parameters = hash.startsWith('sha3-') ? [] : [nullValue()];
  return sequence(
    integer(1),
    sequence(sequence(objectIdentifier(oid), ...parameters), octetString(digest)),
    ...(policy === undefined ? [] : [objectIdentifier(policy)]),
    integer(nonce),
    boolean(true),
  );
}

export interface TimestampRequest {
  /** DER MessageImprint, which the response repeats. */
  readonly imprint: Uint8Array;
  /** Object identifier. */
  readonly hash: string;
  readonly digest: Uint8Array;
  readonly policy: string | null;
  /** DER INTEGER. */
  readonly nonce: Uint8Array | null;
  readonly wantsCertificate: boolean;
  readonly hasExtensions: boolean;
}

/** Parses a TimeStampReq. @throws PdfRefusal when it is malformed. */
export function readTimestampRequest(der: Uint8Array): TimestampRequest {
  const [version, imprint, ...rest] = children(expectTag(readDer(der), derTags.sequence));
  if (readInteger(version) !== 1) throw new PdfRefusal('timestamp', 'The request has an unknown version.');
  const take = (tag: number): DerElement | null => (rest[0]?.tag === tag ? (rest.shift() ?? null) : null);
  const policy = take(derTags.objectIdentifier);
  const nonce = take(derTags.integer);
  const wants = take(derTags.boolean);
  const extensions = take(0xa0);
  if (rest.length > 0) throw new PdfRefusal('timestamp', 'The request has parts that do not belong there.');
  return {
    ...readImprint(imprint),
    policy: policy ? readOid(policy) : null,
    nonce: nonce?.whole ?? null,
    wantsCertificate: wants !== null && readBoolean(wants),
    hasExtensions: extensions !== null,
  };
}

export function readImprint(element: DerElement | undefined): {
  readonly imprint: Uint8Array;
  readonly hash: string;
  readonly digest: Uint8Array;
} {
  const imprint = expectTag(element, derTags.sequence);
  const [algorithm, digest] = children(imprint);
  return {
    imprint: imprint.whole,
    hash: readOid(children(expectTag(algorithm, derTags.sequence))[0]),
    digest: expectTag(digest, derTags.octetString).content,
  };
}
