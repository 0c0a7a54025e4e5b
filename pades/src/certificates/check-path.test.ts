import { createPublicKey, generateKeyPairSync, type KeyPairKeyObjectResult, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  bitString,
  boolean,
  contextConstructed,
  integer,
  namedBits,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  utf8String,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { certificateOf, sampleAuthority, sampleTimes, spkiOf } from '../testing/sample-authority.ts';
import { checkPath } from './check-path.ts';
import { type Certificate, parseCertificate } from './parse-certificate.ts';

const authority = sampleAuthority();
const root = parseCertificate(authority.root);
const at = new Date('2026-11-21T14:05:00Z');
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Issuer {
  readonly subject: Uint8Array;
  readonly key: KeyPairKeyObjectResult['privateKey'];
}
const theRoot: Issuer = { subject: root.subject, key: authority.rootKey };

const extension = (oid: string, value: Uint8Array, critical = true) =>
  sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
const DIGITAL_SIGNATURE = 0;
const KEY_CERT_SIGN = 5;
const isAuthority = (value: boolean) =>
  extension(oids.basicConstraints, value ? sequence(boolean(true)) : sequence());
const usage = (...bits: number[]) => extension(oids.keyUsage, namedBits(bits));
const UNKNOWN = '1.3.6.1.4.1.99999.1';
const unknown = (critical: boolean) => extension(UNKNOWN, nullValue(), critical);

/** A certificate with any extensions: also those that no authority should give. */
function certify(commonName: string, { subject, key }: Issuer, extensions: readonly Uint8Array[]) {
  const keys = newKeys();
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256));
  const name = sequence(setOf([sequence(objectIdentifier(oids.commonName), utf8String(commonName))]));
  const body = sequence(
    contextConstructed(0, integer(2)),
    integer(Buffer.from(commonName)),
    algorithm,
    subject,
    sequence(time(sampleTimes.notBefore), time(sampleTimes.notAfter)),
    name,
    spkiOf(keys.publicKey),
    contextConstructed(3, sequence(...extensions)),
  );
  const der = sequence(body, algorithm, bitString(sign('sha256', body, key)));
  return { certificate: parseCertificate(der), asIssuer: { subject: name, key: keys.privateKey } };
}

const reasonsOf = (signer: Certificate, pool: readonly Certificate[]) =>
  checkPath(signer, { pool, anchors: [root], at }).reasons;
/** What is wrong with a signer's path that leads to the root over an issuer with these extensions. */
function reasonsOver(extensions: readonly Uint8Array[]): readonly string[] {
  const middle = certify('Middle', theRoot, extensions);
  const { certificate } = certify('Ana', middle.asIssuer, [usage(DIGITAL_SIGNATURE)]);
  return reasonsOf(certificate, [middle.certificate]);
}

describe('who may issue certificates (RFC 5280 §6.1.4 k, n)', () => {
  test('an authority with the right to sign certificates', () => {
    expect(reasonsOver([isAuthority(true), usage(KEY_CERT_SIGN)])).toEqual([]);
  });

  test.each<[string, Uint8Array[]]>([
    ['a holder (CA:false), whatever its key usage says', [isAuthority(false), usage(KEY_CERT_SIGN)]],
    ['one that does not say that it is an authority', [usage(KEY_CERT_SIGN)]],
    ['an authority without the right to sign certificates', [isAuthority(true), usage(DIGITAL_SIGNATURE)]],
  ])('not %s', (_title, extensions) => {
    expect(reasonsOver(extensions)).toEqual(['Middle may not issue certificates.']);
  });
});

const last = sequence(boolean(true), integer(0));
const middle = certify('Middle', theRoot, [extension(oids.basicConstraints, last), usage(KEY_CERT_SIGN)]);
const reasonsBelow = (name: string) => {
  const next = certify(name, middle.asIssuer, [isAuthority(true), usage(KEY_CERT_SIGN)]);
  const { certificate } = certify('Ana', next.asIssuer, [usage(DIGITAL_SIGNATURE)]);
  return reasonsOf(certificate, [middle.certificate, next.certificate]);
};

test('how long a path may be (RFC 5280 §4.2.1.9) an authority that may have none below it has its own next key, and no other authority', () => {
  expect(reasonsBelow('Middle')).toEqual([]);
  expect(reasonsBelow('Other')).toEqual(['Middle may not have that many authorities below it.']);
});

describe('a critical extension that is not understood (RFC 5280 §6.1.4 o, §6.1.5 f)', () => {
  const refused = (name: string) =>
    expect.stringContaining(`The certificate of ${name} has a rule that is not understood (${UNKNOWN})`);

  test('refuses the certificate of a signer and of an authority', () => {
    const signer = certify('Ana', theRoot, [usage(DIGITAL_SIGNATURE), unknown(true)]).certificate;
    expect(reasonsOf(signer, [])).toEqual([refused('Ana')]);
    expect(reasonsOver([isAuthority(true), usage(KEY_CERT_SIGN), unknown(true)])).toEqual([
      refused('Middle'),
    ]);
  });

  test('is passed over where it is not critical', () => {
    const signer = certify('Ana', theRoot, [usage(DIGITAL_SIGNATURE), unknown(false)]).certificate;
    expect(reasonsOf(signer, [])).toEqual([]);
  });
});

describe('a root and its successor, which certified each other', () => {
  const keys = newKeys();
  const later = { notBefore: new Date('2036-01-01T00:00:00Z'), notAfter: new Date('2056-01-01T00:00:00Z') };
  const subject = { commonName: 'Sample Root', organization: 'Paraph' };
  const random = (first: number) => Buffer.alloc(16, first);
  const byOld = { issuing: authority.root, issuingKey: authority.rootKey };
  const next = certificateOf({ ...byOld, issuingKey: keys.privateKey }, keys.publicKey, {
    ...{ subject, issuer: null, serial: random(1), profile: 'root' },
    ...later,
  });
  const byNext = { issuing: next, issuingKey: keys.privateKey };
  const cross = { subject, serial: random(2), profile: 'link' } as const;
  const newWithOld = certificateOf(byOld, keys.publicKey, { ...cross, notBefore: later.notBefore });
  const oldWithNew = certificateOf(byNext, createPublicKey(authority.rootKey), cross);
  const below = newKeys();
  const issuing = certificateOf(byNext, below.publicKey, {
    subject: { commonName: 'Sample Authority', organization: 'Paraph' },
    ...later,
    profile: 'issuing',
  });
  const byIssuing = { issuing, issuingKey: below.privateKey };
  const signer = certificateOf(byIssuing, newKeys().publicKey, { serial: random(4), ...later });
  const old = authority.signer('Bob').certificates.map(parseCertificate);
  const certificates = [next, newWithOld, oldWithNew, issuing, authority.root].map(parseCertificate);
  const pool = [...certificates, ...old];
  const pathOf = (end: Uint8Array, trusted: Uint8Array, time: Date) =>
    checkPath(parseCertificate(end), { pool, anchors: [parseCertificate(trusted)], at: time });

  test('what the successor certified leads to the old root, though the file holds the new one', () => {
    const path = pathOf(signer, authority.root, new Date('2040-01-01T00:00:00Z'));
    expect(path.reasons).toEqual([]);
    expect(path.chain.slice(1).map(({ der }) => der)).toEqual([issuing, newWithOld, authority.root]);
  });

  test('what the old root certified leads to the successor, also at a time before there was one', () => {
    const path = pathOf(old[0]?.der ?? next, next, at);
    expect(path.reasons).toEqual([]);
    expect(path.chain.at(-2)?.der).toEqual(oldWithNew);
  });

  test('an anchor that has ended leads nowhere', () => {
    const path = pathOf(signer, authority.root, new Date('2046-06-01T00:00:00Z'));
    expect(path.ok).toBe(false);
  });
});
