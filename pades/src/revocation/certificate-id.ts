import {
  children,
  type DerElement,
  derTags,
  expectTag,
  readBitString,
  readDer,
  readOid,
} from '../asn1/der-reader.ts';
import { integer, nullValue, objectIdentifier, octetString, sequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import type { Certificate } from '../certificates/parse-certificate.ts';
import { digestName } from '../certificates/verify-algorithm.ts';
import { primitives } from '../primitives.ts';

/** CertID of OCSP (RFC 6960 §4.1.1): hashes of the issuer's name and key, and the serial number. */
export interface CertificateId {
  /** DER CertID. */
  readonly der: Uint8Array;
  /** Object identifier. */
  readonly hash: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** Hexadecimal. */
  readonly serial: string;
}

export function createCertificateId(certificate: Certificate, issuer: Certificate): Uint8Array {
  const { subject, key } = hashesOf(issuer, 'sha1');
  return sequence(
    sequence(objectIdentifier(oids.sha1), nullValue()),
    octetString(subject),
    octetString(key),
    integer(certificate.serial),
  );
}

export function readCertificateId(element: DerElement | undefined): CertificateId {
  const id = expectTag(element, derTags.sequence);
  const [algorithm, name, key, serial] = children(id);
  return {
    der: id.whole,
    hash: readOid(children(expectTag(algorithm, derTags.sequence))[0]),
    issuerNameHash: expectTag(name, derTags.octetString).content,
    issuerKeyHash: expectTag(key, derTags.octetString).content,
    serial: Buffer.from(expectTag(serial, derTags.integer).content).toString('hex'),
  };
}

/** Whether the id is of this issuer. The hash only identifies; the response's signature proves. */
export function isOfIssuer(id: CertificateId, issuer: Certificate): boolean {
  const name = id.hash === oids.sha1 ? 'sha1' : digestName(id.hash);
  if (name === null) return false;
  const { subject, key } = hashesOf(issuer, name);
  return Buffer.compare(subject, id.issuerNameHash) === 0 && Buffer.compare(key, id.issuerKeyHash) === 0;
}

/** KeyHash of OCSP (RFC 6960 §4.2.1), which is always SHA-1. */
export function keyHashOf(certificate: Certificate): Uint8Array {
  return hashesOf(certificate, 'sha1').key;
}

interface IssuerHashes {
  readonly subject: Uint8Array;
  readonly key: Uint8Array;
}

/** By issuer and hash: each is compared with every answer about its certificates. */
const issuerHashes = new WeakMap<Certificate, Map<string, IssuerHashes>>();

function hashesOf(issuer: Certificate, name: string): IssuerHashes {
  const hashesOfIssuer = issuerHashes.get(issuer) ?? new Map<string, IssuerHashes>();
  issuerHashes.set(issuer, hashesOfIssuer);
  const hash = (bytes: Uint8Array): Uint8Array => primitives.createHash(name).update(bytes).digest();
  const hashes = hashesOfIssuer.get(name) ?? {
    subject: hash(issuer.subject),
    key: hash(publicKeyBits(issuer)),
  };
  hashesOfIssuer.set(name, hashes);
  return hashes;
}

/** Input of KeyHash: the content of the key's BIT STRING without the count of unused bits (RFC 6960 §4.1.1). */
function publicKeyBits({ publicKey }: Certificate): Uint8Array {
  return readBitString(children(readDer(publicKey))[1]);
}
