import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readDer,
  readFractionalTime,
  readOid,
  readWholeBitString,
} from '../asn1/der-reader.ts';
import { oids } from '../asn1/oids.ts';
import { type Certificate, parseCertificate } from '../certificates/parse-certificate.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type CertificateId, readCertificateId } from './certificate-id.ts';
import { readNonce } from './ocsp-request.ts';

export interface SingleOcspResponse {
  readonly id: CertificateId;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | null;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
}

/** A parsed OCSP response (RFC 6960 §4.2.1); its signature is not verified. */
export interface OcspResponse {
  readonly der: Uint8Array;
  /** DER ResponseData, the signed part. */
  readonly body: Uint8Array;
  readonly responder: { readonly name: Uint8Array } | { readonly keyHash: Uint8Array };
  readonly producedAt: Date;
  readonly responses: readonly SingleOcspResponse[];
  /** DER nonce extension; null without one. */
  readonly nonce: Uint8Array | null;
  /** Certificates of a delegated responder. */
  readonly certificates: readonly Certificate[];
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
}

/** Parses an OCSP response. @throws PdfRefusal `revocation` when it is malformed or an error response. */
export function readOcspResponse(der: Uint8Array): OcspResponse {
  try {
    return readResponse(der);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new PdfRefusal('revocation', `An answer about revocation cannot be read. ${error.message}`);
  }
}

function readResponse(der: Uint8Array): OcspResponse {
  const [status, wrapper] = children(expectTag(readDer(der), derTags.sequence));
  const code = expectTag(status, derTags.enumerated).content[0];
  if (code !== 0)
    throw new PdfRefusal('revocation', `The OCSP responder refused the request (status ${code}).`);
  const [type, bytes] = children(expectTag(children(expectTag(wrapper, 0xa0))[0], derTags.sequence));
  if (readOid(type) !== oids.ocspBasic) throw new PdfRefusal('revocation', 'It is of an unknown type.');
  const basic = children(readDer(expectTag(bytes, derTags.octetString).content));
  const [body, algorithm, signature, certificates] = basic;
  return {
    der,
    body: expectTag(body, derTags.sequence).whole,
    ...readBody(expectTag(body, derTags.sequence)),
    certificates: certificates?.tag === 0xa0 ? readCertificates(certificates) : [],
    signatureAlgorithm: readOid(children(expectTag(algorithm, derTags.sequence))[0]),
    signature: readWholeBitString(signature),
  };
}

function readBody(body: DerElement) {
  const elements = children(body);
  if (elements[0]?.tag === 0xa0) elements.shift();
  const [responder, producedAt, answers, extensions] = elements;
  return {
    responder: readResponder(responder),
    producedAt: readFractionalTime(producedAt),
    responses: children(expectTag(answers, derTags.sequence)).map(readSingle),
    nonce: extensions?.tag === 0xa1 ? readNonce(children(extensions)[0]) : null,
  };
}

function readResponder(element: DerElement | undefined): OcspResponse['responder'] {
  if (element?.tag === 0xa1) return { name: expectTag(children(element)[0], derTags.sequence).whole };
  const [keyHash] = children(expectTag(element, 0xa2));
  return { keyHash: expectTag(keyHash, derTags.octetString).content };
}

function readSingle(element: DerElement): SingleOcspResponse {
  const [id, status, thisUpdate, ...rest] = children(element);
  const next = rest[0]?.tag === 0xa0 ? children(rest[0])[0] : undefined;
  const isRevoked = status?.tag === 0xa1;
  if (!isRevoked && status?.tag !== 0x80 && status?.tag !== 0x82)
    throw new PdfRefusal('revocation', 'The OCSP response does not cover the certificate.');
  return {
    id: readCertificateId(id),
    status: isRevoked ? 'revoked' : status.tag === 0x80 ? 'good' : 'unknown',
    revokedAt: isRevoked ? readFractionalTime(children(status)[0]) : null,
    thisUpdate: readFractionalTime(thisUpdate),
    nextUpdate: next ? readFractionalTime(next) : null,
  };
}

function readCertificates(wrapper: DerElement): Certificate[] {
  const [list] = children(wrapper);
  return list ? children(list).map(({ whole }) => parseCertificate(whole)) : [];
}
