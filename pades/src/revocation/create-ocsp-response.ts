import {
  bitString,
  contextConstructed,
  contextPrimitive,
  enumerated,
  generalizedTime,
  objectIdentifier,
  octetString,
  sequence,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { type Certificate, parseCertificate } from '../certificates/parse-certificate.ts';
import { algorithmIdentifier, type Signer } from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type CertificateId, isOfIssuer, keyHashOf } from './certificate-id.ts';
import { type OcspRequest, readOcspRequest } from './ocsp-request.ts';

export type OcspStatus =
  | { readonly status: 'good' | 'unknown' }
  | { readonly status: 'revoked'; readonly revokedAt: Date; readonly reason?: number };

export interface OcspAuthority {
  /** DER certificate of the issuer of the requested certificates. */
  readonly issuer: Uint8Array;
  /** The issuer itself or its delegated responder (profile `ocsp`, RFC 6960 §4.2.2.2). */
  readonly signer: Signer;
  /** Certificates that ended since then are answered for as others are (archive cutoff, RFC 6960 §4.4.4). */
  readonly expiredSince?: Date;
  /** Status by serial number in hexadecimal; `unknown` for one that was never issued. */
  statusOf(serial: string): Promise<OcspStatus>;
}

export interface OcspResponseOptions {
  /** DER OCSPRequest; untrusted. */
  readonly request: Uint8Array;
  readonly authorities: readonly OcspAuthority[];
  readonly time: Date;
  /** nextUpdate: the response is valid until then. */
  readonly nextUpdate: Date;
  /**
   * The end of the one requested certificate, for a response that is kept as evidence: a good status is stated for its
   * validity and no longer. Without, it is stated for `time`.
   */
  readonly certificateEnd?: Date;
}

/** OCSPResponseStatus (RFC 6960 §4.2.1). */
const MALFORMED = 1;
const UNAUTHORIZED = 6;

/**
 * An OCSP responder (RFC 6960): returns the DER OCSPResponse for a DER OCSPRequest. The authority that issued the first
 * requested certificate responds; certificates of other issuers are `unknown`. Throws only when the signer or the
 * status look-up fails; a bad request gets an error response.
 */
export async function createOcspResponse(options: OcspResponseOptions): Promise<Uint8Array> {
  const request = readable(options.request);
  const [first] = request?.ids ?? [];
  if (!request || !first) return sequence(enumerated(MALFORMED));
  for (const authority of options.authorities) {
    const issuer = parseCertificate(authority.issuer);
    if (isOfIssuer(first, issuer)) return answer(request, { ...options, authority, issuer });
  }
  return sequence(enumerated(UNAUTHORIZED));
}

function readable(der: Uint8Array): OcspRequest | null {
  try {
    return readOcspRequest(der);
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

interface Answering extends OcspResponseOptions {
  readonly authority: OcspAuthority;
  readonly issuer: Certificate;
}

async function answer({ ids, nonce }: OcspRequest, answering: Answering): Promise<Uint8Array> {
  const { signer } = answering.authority;
  const [signerDer] = signer.certificates;
  if (!signerDer) throw new PdfRefusal('certificate', 'A responder needs its certificate.', 'signer');
  const responder = parseCertificate(signerDer);
  const responses: Uint8Array[] = [];
  for (const id of ids) responses.push(await singleResponse(id, answering));
  const body = sequence(
    contextConstructed(2, octetString(keyHashOf(responder))),
    generalizedTime(answering.time),
    sequence(...responses),
    ...(nonce ? [contextConstructed(1, sequence(nonce))] : []),
  );
  const isDelegated = Buffer.compare(signerDer, answering.authority.issuer) !== 0;
  const basic = sequence(
    body,
    algorithmIdentifier(signer.algorithm),
    bitString(await signer.sign(body)),
    ...(isDelegated ? [contextConstructed(0, sequence(signerDer))] : []),
  );
  return sequence(
    enumerated(0),
    contextConstructed(0, sequence(objectIdentifier(oids.ocspBasic), octetString(basic))),
  );
}

async function singleResponse(id: CertificateId, answering: Answering): Promise<Uint8Array> {
  const { authority, issuer } = answering;
  const status: OcspStatus = isOfIssuer(id, issuer)
    ? await authority.statusOf(id.serial)
    : { status: 'unknown' };
  const { thisUpdate, nextUpdate } = statedFor(status, answering);
  return sequence(
    id.der,
    statusElement(status),
    generalizedTime(thisUpdate),
    contextConstructed(0, generalizedTime(nextUpdate)),
    ...(authority.expiredSince
      ? [contextConstructed(1, sequence(archiveCutoff(authority.expiredSince)))]
      : []),
  );
}

/**
 * Validators that know no archive cutoff take a status after the end for none, and one that holds beyond it for one of
 * a time at which the certificate was not valid.
 */
function statedFor({ status }: OcspStatus, { time, nextUpdate, certificateEnd }: OcspResponseOptions) {
  if (status !== 'good' || !certificateEnd) return { thisUpdate: time, nextUpdate };
  const end = certificateEnd.getTime();
  return {
    thisUpdate: new Date(Math.min(time.getTime(), end - 1_000)),
    nextUpdate: new Date(Math.min(nextUpdate.getTime(), end)),
  };
}

function archiveCutoff(since: Date): Uint8Array {
  return sequence(objectIdentifier(oids.archiveCutoff), octetString(generalizedTime(since)));
}

function statusElement(status: OcspStatus): Uint8Array {
  if (status.status !== 'revoked')
    return contextPrimitive(status.status === 'good' ? 0 : 2, new Uint8Array());
  const reason = status.reason === undefined ? [] : [contextConstructed(0, enumerated(status.reason))];
  return contextConstructed(1, generalizedTime(status.revokedAt), ...reason);
}
