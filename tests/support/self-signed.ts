import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  contextConstructed,
  contextPrimitive,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  utf8String,
} from '../../pades/src/asn1/der-writer.ts';
import { oids } from '../../pades/src/asn1/oids.ts';
import { pemOf } from './trust-providers.ts';

export interface KeyAndCertificate {
  key: string;
  cert: string;
}

/** A key and a certificate that vouches for itself, in PEM, for a host and, as a rule, 127.0.0.1. */
export function makeSelfSigned({ host = 'localhost', hasAddress = true } = {}): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(setOf([sequence(objectIdentifier(oids.commonName), utf8String(host))]));
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256));
  const dayFromNow = (days: number) => time(new Date(Date.now() + days * 86_400_000));
  const address = hasAddress ? [contextPrimitive(7, Buffer.from([127, 0, 0, 1]))] : [];
  const names = sequence(contextPrimitive(2, Buffer.from(host)), ...address);
  const toBeSigned = sequence(
    contextConstructed(0, integer(2)),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(dayFromNow(-1), dayFromNow(30)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    contextConstructed(3, sequence(sequence(objectIdentifier(oids.subjectAltName), octetString(names)))),
  );
  const certificate = sequence(toBeSigned, algorithm, bitString(sign('sha256', toBeSigned, privateKey)));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pemOf(certificate) };
}
