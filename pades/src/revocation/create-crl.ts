import {
  bitString,
  boolean,
  contextConstructed,
  contextPrimitive,
  enumerated,
  generalizedTime,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  time,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { algorithmIdentifier, type Signer } from '../certificates/signer.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

export interface RevokedCertificate {
  /** Serial number as in the certificate. */
  readonly serial: Uint8Array;
  readonly revokedAt: Date;
  /** CRLReason (RFC 5280 §5.3.1): 1 keyCompromise, 4 superseded, 5 cessationOfOperation; omit it for unspecified. */
  readonly reason?: number;
}

export interface CrlOptions {
  /** Key and certificate of the issuing authority. */
  readonly signer: Signer;
  /** CRL number; must increase with every CRL (RFC 5280 §5.2.3). */
  readonly number: number;
  readonly thisUpdate: Date;
  /** Latest time of the next CRL. */
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
  /** Revoked certificates that ended since then are still listed, so that absence proves that one was not revoked. */
  readonly expiredSince?: Date;
  /** Default: it speaks of all certificates of the issuer. */
  readonly scope?: CrlScope;
}

/** Of authorities alone, or of those alone that name this ASCII URL (issuingDistributionPoint, RFC 5280 §5.2.5). */
export type CrlScope = 'authorities' | { readonly distributionPoint: string };

/** Creates a certificate revocation list (RFC 5280 §5), DER. */
export async function createCrl(options: CrlOptions): Promise<Uint8Array> {
  const { signer, number, thisUpdate, nextUpdate, revoked, expiredSince, scope } = options;
  const [signerDer] = signer.certificates;
  if (!signerDer)
    throw new PdfRefusal('certificate', 'A list needs the certificate of its authority.', 'signer');
  if (!(thisUpdate < nextUpdate))
    throw new PdfRefusal('argument', 'nextUpdate must be later than thisUpdate.', 'nextUpdate');
  if (!Number.isSafeInteger(number) || number < 0)
    throw new PdfRefusal('argument', 'number must be a whole number from 0.', 'number');
  const { subject, subjectKeyId } = parseCertificate(signerDer);
  const algorithm = algorithmIdentifier(signer.algorithm);
  const keyId = subjectKeyId
    ? [extension(oids.authorityKeyIdentifier, sequence(contextPrimitive(0, subjectKeyId)))]
    : [];
  const ended = expiredSince ? [extension(oids.expiredCertsOnCrl, generalizedTime(expiredSince))] : [];
  const point = scope === undefined ? [] : [issuingDistributionPoint(scope, subject)];
  const body = sequence(
    integer(1),
    algorithm,
    subject,
    time(thisUpdate),
    time(nextUpdate),
    // RFC 5280 §5.1.2.6: an empty list must be absent.
    ...(revoked.length === 0 ? [] : [sequence(...revoked.map(entry))]),
    contextConstructed(0, sequence(...keyId, extension(oids.crlNumber, integer(number)), ...ended, ...point)),
  );
  return sequence(body, algorithm, bitString(await signer.sign(body)));
}

function issuingDistributionPoint(scope: CrlScope, issuer: Uint8Array): Uint8Array {
  const point = sequence(scope === 'authorities' ? contextPrimitive(2, TRUE) : pointName(scope, issuer));
  return sequence(objectIdentifier(oids.issuingDistributionPoint), boolean(true), octetString(point));
}

const TRUE = Uint8Array.of(0xff);

/** With the name of the issuer: certificates that name no list, as those of responders, are spoken of too. */
function pointName({ distributionPoint }: Exclude<CrlScope, string>, issuer: Uint8Array): Uint8Array {
  const url = contextPrimitive(6, Buffer.from(distributionPoint, 'latin1'));
  return contextConstructed(0, contextConstructed(0, url, contextConstructed(4, issuer)));
}

function entry({ serial, revokedAt, reason }: RevokedCertificate): Uint8Array {
  // RFC 5280 §5.3.1: the extension is omitted for "unspecified" (0).
  const said = reason === undefined || reason === 0 ? [] : [extension(oids.crlReason, enumerated(reason))];
  return sequence(integer(serial), time(revokedAt), ...(said.length === 0 ? [] : [sequence(...said)]));
}

function extension(oid: string, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(oid), octetString(value));
}
