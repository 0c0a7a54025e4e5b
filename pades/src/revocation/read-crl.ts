import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readBoolean,
  readDer,
  readFractionalTime,
  readOid,
  readTime,
  readWholeBitString,
} from '../asn1/der-reader.ts';
import { oids } from '../asn1/oids.ts';
import { readDistributionPointUrls } from '../certificates/parse-certificate.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A parsed certificate revocation list (RFC 5280 §5); its signature is not verified. */
export interface Crl {
  readonly der: Uint8Array;
  /** DER TBSCertList, the signed part. */
  readonly body: Uint8Array;
  /** DER Name. */
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** Revocation time by serial number in hexadecimal. */
  readonly revoked: ReadonlyMap<string, Date>;
  /** Its scope (issuingDistributionPoint). */
  readonly scope: 'all' | 'authorities' | 'others';
  /** It speaks only of certificates that name one of these URLs; null where it names none. */
  readonly distributionPoints: readonly string[] | null;
  /** It lists revoked certificates that ended since then; null where it need not list any that has ended. */
  readonly expiredSince: Date | null;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  /** It has a critical extension that is not supported, and must not be used (RFC 5280 §5.2). */
  readonly isUnusable: boolean;
}

/** @throws PdfRefusal `revocation` */
export function readCrl(der: Uint8Array): Crl {
  try {
    return readList(der);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new PdfRefusal('revocation', `A list of revoked certificates cannot be read. ${error.message}`);
  }
}

function readList(der: Uint8Array): Crl {
  const [body, outer, signature] = children(expectTag(readDer(der), derTags.sequence));
  const elements = children(expectTag(body, derTags.sequence));
  if (elements[0]?.tag === derTags.integer) elements.shift();
  const [inner, issuer, thisUpdate, ...rest] = elements;
  if (!body || !outer || !inner || Buffer.compare(outer.whole, inner.whole) !== 0)
    throw new PdfRefusal('revocation', 'It names two signature algorithms.');
  const isTime = rest[0]?.tag === derTags.utcTime || rest[0]?.tag === derTags.generalizedTime;
  const nextUpdate = isTime ? readTime(rest.shift()) : null;
  const list = rest[0]?.tag === derTags.sequence ? rest.shift() : undefined;
  const extensions = rest[0]?.tag === 0xa0 ? rest.shift() : undefined;
  const entries = list ? children(list).map(readEntry) : [];
  const rules = readRules(extensions && children(extensions)[0]);
  return {
    der,
    body: body.whole,
    issuer: expectTag(issuer, derTags.sequence).whole,
    thisUpdate: readTime(thisUpdate),
    nextUpdate,
    revoked: new Map(entries.map(({ serial, revokedAt }) => [serial, revokedAt])),
    scope: rules.scope,
    distributionPoints: rules.distributionPoints,
    expiredSince: rules.expiredSince,
    signatureAlgorithm: readOid(children(outer)[0]),
    signature: readWholeBitString(signature),
    isUnusable: rules.isUnusable || entries.some(({ isUnusable }) => isUnusable),
  };
}

function readEntry(entry: DerElement) {
  const [serial, revokedAt, extensions] = children(entry);
  return {
    serial: Buffer.from(expectTag(serial, derTags.integer).content).toString('hex'),
    revokedAt: readTime(revokedAt),
    // The only critical entry extension names another issuing authority (RFC 5280 §5.3.3).
    isUnusable: readExtensions(extensions).some(({ critical }) => critical),
  };
}

interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  readonly value: Uint8Array;
}

function readExtensions(list: DerElement | undefined): Extension[] {
  if (!list) return [];
  return children(list).map((item) => {
    const elements = children(item);
    const critical = elements.length > 2 && readBoolean(elements[1]);
    return {
      oid: readOid(elements[0]),
      critical,
      value: expectTag(elements.at(-1), derTags.octetString).content,
    };
  });
}

type Rules = Pick<Crl, 'distributionPoints' | 'expiredSince' | 'isUnusable' | 'scope'>;

function readRules(list: DerElement | undefined): Rules {
  let scope: Crl['scope'] = 'all';
  let distributionPoints: string[] | null = null;
  let isUnusable = false;
  let expiredSince: Date | null = null;
  for (const { oid, critical, value } of readExtensions(list)) {
    if (oid === oids.expiredCertsOnCrl) {
      expiredSince = readFractionalTime(readDer(value));
      continue;
    }
    if (oid !== oids.issuingDistributionPoint) {
      isUnusable ||= critical;
      continue;
    }
    // RFC 5280 §5.2.5: [1] holders only, [2] authorities only; reasons, foreign entries and attributes are not read.
    for (const part of children(readDer(value))) {
      const { tag, content } = part;
      if (tag === 0xa0) {
        const urls = readDistributionPointUrls(part);
        if (urls.length > 0) distributionPoints = urls;
        continue;
      }
      const isSet = content.length === 1 && content[0] === 0xff;
      if (tag === 0x81 && isSet) scope = 'others';
      else if (tag === 0x82 && isSet) scope = 'authorities';
      else if (isSet || tag === 0x83) isUnusable = true;
    }
  }
  return { scope, distributionPoints, expiredSince, isUnusable };
}
