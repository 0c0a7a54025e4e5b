import {
  bitString,
  contextConstructed,
  contextPrimitive,
  enumerated,
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
  /** As in the certificate. */
  readonly serial: Uint8Array;
  readonly revokedAt: Date;
  /** CRLReason (RFC 5280 §5.3.1): 1 key compromised, 4 superseded, 5 no longer used. Left out: not said. */
  readonly reason?: number;
}

export interface CrlOptions {
  /** The authority: its certificate first. */
  readonly signer: Signer;
  /** Larger than that of every earlier list. */
  readonly number: number;
  readonly thisUpdate: Date;
  /** When a newer list will be there at the latest. */
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
}

/** A list of revoked certificates (RFC 5280 §5), DER. */
export async function createCrl(options: CrlOptions): Promise<Uint8Array> {
  const { signer, number, thisUpdate, nextUpdate, revoked } = options;
  const [own] = signer.certificates;
  if (!own) throw new PdfRefusal('certificate', 'A list needs the certificate of its authority.', 'signer');
  if (!(thisUpdate < nextUpdate))
    throw new PdfRefusal('argument', 'nextUpdate must lie behind thisUpdate.', 'nextUpdate');
  if (!Number.isSafeInteger(number) || number < 0)
    throw new PdfRefusal('argument', 'number must be a whole number from 0.', 'number');
  const { subject, subjectKeyId } = parseCertificate(own);
  const algorithm = algorithmIdentifier(signer.algorithm);
  const keyId = subjectKeyId
    ? [extension(oids.authorityKeyIdentifier, sequence(contextPrimitive(0, subjectKeyId)))]
    : [];
  const body = sequence(
    integer(1),
    algorithm,
    subject,
    time(thisUpdate),
    time(nextUpdate),
    // RFC 5280 §5.1.2.6: an empty list must be absent.
    ...(revoked.length === 0 ? [] : [sequence(...revoked.map(entry))]),
    contextConstructed(0, sequence(...keyId, extension(oids.crlNumber, integer(number)))),
  );
  return sequence(body, algorithm, bitString(await signer.sign(body)));
}

function entry({ serial, revokedAt, reason }: RevokedCertificate): Uint8Array {
  // RFC 5280 §5.3.1: "unspecified" (0) is said by leaving the extension out.
  const said = reason === undefined || reason === 0 ? [] : [extension(oids.crlReason, enumerated(reason))];
  return sequence(integer(serial), time(revokedAt), ...(said.length === 0 ? [] : [sequence(...said)]));
}

function extension(oid: string, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(oid), octetString(value));
}
