import { oids } from '../asn1/oids.ts';
import { hasIssued } from '../certificates/check-path.ts';
import type { Certificate } from '../certificates/parse-certificate.ts';
import { checkSignatureValue } from '../certificates/verify-algorithm.ts';
import { isOfIssuer, keyHashOf } from './certificate-id.ts';
import type { Crl } from './read-crl.ts';
import type { OcspResponse, SingleOcspResponse } from './read-ocsp.ts';

export interface RevocationQuery {
  readonly certificate: Certificate;
  /** Its issuer; the certificate's signature is verified already. */
  readonly issuer: Certificate;
  /** Time of the certificate's use. */
  readonly at: Date;
}

export type RevocationStatus =
  | { readonly status: 'good' /** DER of the list or answer that says so. */; readonly evidence: Uint8Array }
  | { readonly status: 'revoked'; readonly revokedAt: Date; readonly evidence: Uint8Array }
  | { readonly status: 'unknown' };

/**
 * The revocation status of a certificate at a time, proven by CRLs and OCSP responses (RFC 5280 §6.3, RFC 6960 §3.2).
 * Ignores data that its issuer did not sign or that is not current for the time.
 */
export function revocationStatus(
  question: RevocationQuery,
  evidence: { readonly crls: readonly Crl[]; readonly ocsps: readonly OcspResponse[] },
): RevocationStatus {
  const statements = [
    ...evidence.ocsps.flatMap((answer) => ocspStatements(answer, question)),
    ...evidence.crls.flatMap((crl) => crlStatements(crl, question)),
  ];
  const { at } = question;
  // A revocation is permanent: it overrides older statements of `good`.
  const revoked = statements.find(({ revokedAt }) => revokedAt && revokedAt <= at);
  if (revoked?.revokedAt)
    return { status: 'revoked', revokedAt: revoked.revokedAt, evidence: revoked.evidence };
  if (isDisowned(question, evidence.ocsps)) return { status: 'unknown' };
  const good = statements.find((statement) => speaksOf(statement, at));
  return good ? { status: 'good', evidence: good.evidence } : { status: 'unknown' };
}

interface Statement {
  readonly evidence: Uint8Array;
  readonly revokedAt: Date | null;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
}

/** Issued after the time, or before it and still current then. */
function speaksOf({ thisUpdate, nextUpdate }: Statement, at: Date): boolean {
  return thisUpdate >= at || (nextUpdate !== null && nextUpdate >= at);
}

const CRL_SIGN = 6;

function crlStatements(crl: Crl, { certificate, issuer }: RevocationQuery): Statement[] {
  const isOurs = sameBytes(crl.issuer, issuer.subject) && issuer.keyUsage?.has(CRL_SIGN) !== false;
  const isInScope = crl.scope === 'all' || certificate.isAuthority === (crl.scope === 'authorities');
  // RFC 5280 §6.3.3 (b)(2)(i)
  const isOfPoint = crl.distributionPoints?.some((url) => certificate.crlUrls.includes(url)) ?? true;
  if (!isOurs || !isInScope || !isOfPoint || crl.isUnusable || !isSignedBy(crl, issuer)) return [];
  const revokedAt = crl.revoked.get(Buffer.from(certificate.serial).toString('hex')) ?? null;
  // Expired certificates are removed from other CRLs, so absence proves nothing there.
  const listsEnded = crl.expiredSince !== null && crl.expiredSince <= certificate.notAfter;
  if (revokedAt === null && crl.thisUpdate > certificate.notAfter && !listsEnded) return [];
  return [{ evidence: crl.der, revokedAt, thisUpdate: crl.thisUpdate, nextUpdate: crl.nextUpdate }];
}

/** Whether the issuer does not know the certificate: it is then in no list, which proves nothing. */
function isDisowned(question: RevocationQuery, answers: readonly OcspResponse[]): boolean {
  const responses = answers.flatMap((answer) => responsesAbout(answer, question));
  return responses.length > 0 && responses.every(({ status }) => status === 'unknown');
}

function responsesAbout(
  answer: OcspResponse,
  { certificate, issuer }: RevocationQuery,
): SingleOcspResponse[] {
  const serial = Buffer.from(certificate.serial).toString('hex');
  const responses = answer.responses.filter(({ id }) => id.serial === serial && isOfIssuer(id, issuer));
  return responses.length > 0 && responderOf(answer, issuer) ? responses : [];
}

function ocspStatements(answer: OcspResponse, question: RevocationQuery): Statement[] {
  const responses = responsesAbout(answer, question).filter(({ status }) => status !== 'unknown');
  return responses.map(({ revokedAt, thisUpdate, nextUpdate }) => ({
    evidence: answer.der,
    revokedAt,
    thisUpdate,
    nextUpdate,
  }));
}

/** The certificate that signed the response: the issuer or its delegated responder (RFC 6960 §4.2.2.2). */
function responderOf(answer: OcspResponse, issuer: Certificate): Certificate | null {
  const candidates = [issuer, ...answer.certificates.filter((one) => isDelegate(one, { issuer, answer }))];
  const issuerCertificate = candidates.find(
    (candidate) => isNamed(answer.responder, candidate) && isSignedBy(answer, candidate),
  );
  return issuerCertificate ?? null;
}

function isDelegate(
  certificate: Certificate,
  { issuer, answer }: { readonly issuer: Certificate; readonly answer: OcspResponse },
): boolean {
  const { producedAt } = answer;
  return (
    certificate.extendedKeyUsage?.includes(oids.ocspSigning) === true &&
    certificate.hasNoCheck &&
    certificate.unknownCritical.length === 0 &&
    producedAt >= certificate.notBefore &&
    producedAt <= certificate.notAfter &&
    sameBytes(certificate.issuer, issuer.subject) &&
    hasIssued(issuer, certificate)
  );
}

function isNamed(responder: OcspResponse['responder'], certificate: Certificate): boolean {
  if ('name' in responder) return sameBytes(responder.name, certificate.subject);
  return sameBytes(responder.keyHash, keyHashOf(certificate));
}

type Signed = Pick<Crl, 'body' | 'signatureAlgorithm' | 'signature'>;

/** Cache: CRLs are long and used often, so the signature of each is verified once per key. */
const verdicts = new WeakMap<Signed, Map<string, boolean>>();

function isSignedBy(signed: Signed, { publicKey }: Certificate): boolean {
  const verdictsOfKey = verdicts.get(signed) ?? new Map<string, boolean>();
  verdicts.set(signed, verdictsOfKey);
  const key = Buffer.from(publicKey).toString('latin1');
  const verdict = verdictsOfKey.get(key) ?? isSignedByKey(signed, publicKey);
  verdictsOfKey.set(key, verdict);
  return verdict;
}

function isSignedByKey({ body, signatureAlgorithm, signature }: Signed, publicKey: Uint8Array): boolean {
  const signed = { algorithm: signatureAlgorithm, hash: '', publicKey, data: body, signature };
  return checkSignatureValue(signed) === null;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
