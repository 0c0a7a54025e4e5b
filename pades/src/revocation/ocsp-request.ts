import { children, type DerElement, derTags, expectTag, readDer, readOid } from '../asn1/der-reader.ts';
import { contextConstructed, objectIdentifier, octetString, sequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import type { Certificate } from '../certificates/parse-certificate.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type CertificateId, createCertificateId, readCertificateId } from './certificate-id.ts';

export interface OcspQuery {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  /** 1 to 32 random bytes (RFC 9654 §2.1) that the response should repeat; omit it to accept a stored response. */
  readonly nonce?: Uint8Array;
}

/** Creates an OCSP request for one certificate (RFC 6960 §4.1), DER. */
export function createOcspRequest({ certificate, issuer, nonce }: OcspQuery): Uint8Array {
  if (nonce && (nonce.length < 1 || nonce.length > NONCE_MAX))
    throw new PdfRefusal('argument', 'nonce must have 1 to 32 random bytes.', 'nonce');
  const extension = nonce && sequence(objectIdentifier(oids.ocspNonce), octetString(octetString(nonce)));
  return sequence(
    sequence(
      sequence(sequence(createCertificateId(certificate, issuer))),
      ...(extension ? [contextConstructed(2, sequence(extension))] : []),
    ),
  );
}

const NONCE_MAX = 32;
/** Certificates per request. */
const QUESTIONS_MAX = 20;

export interface OcspRequest {
  readonly ids: readonly CertificateId[];
  /** DER nonce extension, to be repeated in the response; null without one. */
  readonly nonce: Uint8Array | null;
}

/** Parses an OCSP request. @throws PdfRefusal when it is malformed or lists too many certificates. */
export function readOcspRequest(der: Uint8Array): OcspRequest {
  const [body] = children(expectTag(readDer(der), derTags.sequence));
  const elements = children(expectTag(body, derTags.sequence));
  while (elements[0]?.tag === 0xa0 || elements[0]?.tag === 0xa1) elements.shift();
  const [list, extensions] = elements;
  const questions = children(expectTag(list, derTags.sequence));
  if (questions.length === 0 || questions.length > QUESTIONS_MAX)
    throw new PdfRefusal('revocation', `Ask about 1 to ${QUESTIONS_MAX} certificates at once.`);
  return {
    ids: questions.map((question) => readCertificateId(children(question)[0])),
    nonce: extensions?.tag === 0xa2 ? readNonce(children(extensions)[0]) : null,
  };
}

/** The DER nonce extension; null when it is missing or longer than RFC 9654 allows. */
export function readNonce(extensions: DerElement | undefined): Uint8Array | null {
  for (const extension of children(expectTag(extensions, derTags.sequence))) {
    const elements = children(extension);
    if (readOid(elements[0]) !== oids.ocspNonce) continue;
    const length = expectTag(elements.at(-1), derTags.octetString).content.length;
    return length <= NONCE_MAX + 2 ? extension.whole : null;
  }
  return null;
}
