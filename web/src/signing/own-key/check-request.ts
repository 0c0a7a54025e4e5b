import { type OwnCertificate, readCertificate } from './certificate.ts';
import { childrenOf, contentOf, DerError, hexOf, isSame, readDer, tags } from './der.ts';
import { RefusedRequest, type RequestCheck } from './refused-request.ts';
import { type ShownDocument, signedRangeOf } from './signed-range.ts';

/** What the server wants signed. */
export interface SigningRequest {
  /** DER. */
  readonly certificate: Uint8Array;
  readonly documents: readonly { readonly documentId: number; readonly signedAttributes: Uint8Array }[];
}

/** What the page knows by itself, or has shown to the person. */
export interface Shown {
  readonly documents: readonly ShownDocument[];
  readonly name: string;
  readonly email: string;
  /** The time of the preview that was shown. */
  readonly madeAtMs: number;
  /** By the clock of this device. */
  readonly nowMs: number;
  /** SHA-256 of what was shown and answered, where the signature says it; absent where it says nothing of that. */
  readonly contentHash?: Uint8Array;
}

/** A device's clock may be wrong, but the day is seen by its owner. */
const CLOCK_TOLERANCE_MS = 86_400_000;
const NAME_MAX = 64;

// Object identifiers as their DER contents.
const CONTENT_TYPE = '2a864886f70d010903';
const MESSAGE_DIGEST = '2a864886f70d010904';
const SIGNING_CERTIFICATE_V2 = '2a864886f70d010910022f';
/** Of Paraph's own (docs/log.md). */
const CONTENT_HASH = '69b7eb9bbfa7b9f2aa87b3a7bb898793c0dd4904';
const DATA = '2a864886f70d010701';

/**
 * Requires that the server wants exactly that signed which was shown: each document byte for byte, under a certificate
 * of this key in the person's name, and nothing else.
 *
 * @throws RefusedRequest
 */
export async function checkRequest(
  { certificate: der, documents }: SigningRequest,
  { shown, publicKey }: { shown: Shown; publicKey: Uint8Array },
): Promise<void> {
  const certificate = within('certificate', () => readCertificate(der));
  checkCertificate(certificate, { shown, publicKey });
  const certificateHash = await sha256(der);
  const wanted = documents.map(({ documentId }) => documentId).sort();
  const drawn = shown.documents.map(({ documentId }) => documentId).sort();
  if (wanted.length === 0 || wanted.join() !== drawn.join() || new Set(wanted).size !== wanted.length)
    throw new RefusedRequest('documents', 'other documents than those that were shown');
  for (const { documentId, signedAttributes } of documents) {
    const document = shown.documents.find((each) => each.documentId === documentId);
    if (!document) throw new RefusedRequest('documents', 'a document that was not shown');
    const { signed, statedMs } = signedRangeOf(document);
    if (Math.floor(statedMs / 1000) !== Math.floor(shown.madeAtMs / 1000))
      throw new RefusedRequest('time', 'the signature states another time than the preview');
    const contentHash = shown.contentHash ?? null;
    const expected = { digest: await sha256(signed), contentHash, certificate, certificateHash };
    checkAttributes(signedAttributes, expected);
  }
}

function checkCertificate(
  { publicKey: certified, commonName, emails, notBeforeMs, notAfterMs }: OwnCertificate,
  { shown, publicKey }: { shown: Shown; publicKey: Uint8Array },
): void {
  const { name, email, madeAtMs, nowMs } = shown;
  if (!isSame(certified, publicKey)) throw new RefusedRequest('key', 'the certificate is of another key');
  if (commonName !== shortened(name) || emails.join('\n') !== email)
    throw new RefusedRequest('name', 'the certificate is in another name');
  if (Math.abs(madeAtMs - nowMs) > CLOCK_TOLERANCE_MS)
    throw new RefusedRequest('time', 'the signature states a time that is not now');
  if (madeAtMs < notBeforeMs || madeAtMs > notAfterMs)
    throw new RefusedRequest('validity', 'the certificate is not valid at that time');
}

/** As a certificate holds a name (RFC 5280 appendix A.1): at most 64 characters. */
function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= NAME_MAX ? name : `${characters.slice(0, NAME_MAX - 1).join('')}…`;
}

interface Expected {
  readonly digest: Uint8Array;
  /** Null where the attribute must be absent. */
  readonly contentHash: Uint8Array | null;
  readonly certificate: OwnCertificate;
  readonly certificateHash: Uint8Array;
}

/**
 * Content type, message digest, the certificate and what the page knows of the content, and no further attribute
 * (RFC 5652 §11, RFC 5035 §3).
 */
function checkAttributes(der: Uint8Array, { digest, contentHash, ...binding }: Expected): void {
  const values = within('attributes', () => readAttributes(der));
  const typeOf = values.get(CONTENT_TYPE);
  const digestOf = values.get(MESSAGE_DIGEST);
  const bound = values.get(SIGNING_CERTIFICATE_V2);
  const count = contentHash === null ? 3 : 4;
  if (values.size !== count || !typeOf || !digestOf || !bound)
    throw new RefusedRequest('attributes', 'other attributes than those of a signature over a file');
  within('attributes', () => {
    if (hexOf(contentOf(typeOf, tags.objectIdentifier)) !== DATA) throw new DerError('it is not over a file');
  });
  const signed = within('digest', () => contentOf(digestOf, tags.octetString));
  if (!isSame(signed, digest)) throw new RefusedRequest('digest', 'it is over bytes that were not shown');
  within('binding', () => checkBinding(bound, binding));
  if (contentHash === null) return;
  const stated = within('content', () => contentOf(values.get(CONTENT_HASH), tags.octetString));
  if (!isSame(stated, contentHash)) throw new RefusedRequest('content', 'it names another content');
}

function readAttributes(der: Uint8Array) {
  const attributes = childrenOf(readDer(der), tags.set).map((attribute) => {
    const [oid, values] = childrenOf(attribute, tags.sequence, 2);
    const [value] = childrenOf(values, tags.set, 1);
    if (!value) throw new DerError('an attribute has no value');
    return [hexOf(contentOf(oid, tags.objectIdentifier)), value] as const;
  });
  const byType = new Map(attributes);
  if (byType.size !== attributes.length) throw new DerError('an attribute occurs twice');
  return byType;
}

/** One certificate, by SHA-256 (which is left out as the default), issuer and serial number. */
function checkBinding(
  value: ReturnType<typeof readDer>,
  { certificate, certificateHash }: Pick<Expected, 'certificate' | 'certificateHash'>,
): void {
  const [list] = childrenOf(value, tags.sequence, 1);
  const [only] = childrenOf(list, tags.sequence, 1);
  const [hash, issuerSerial] = childrenOf(only, tags.sequence, 2);
  if (!isSame(contentOf(hash, tags.octetString), certificateHash))
    throw new DerError('it names another certificate');
  const [names, serial] = childrenOf(issuerSerial, tags.sequence, 2);
  const [name] = childrenOf(names, tags.sequence, 1);
  const isSameName = isSame(contentOf(name, 0xa4), certificate.issuer);
  if (!isSameName || !isSame(contentOf(serial, tags.integer), certificate.serial))
    throw new DerError('it names the certificate of another issuer');
}

/** What cannot be read is refused as that part of the request. */
function within<T>(check: RequestCheck, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) throw new RefusedRequest(check, error.message);
    throw error;
  }
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
}
