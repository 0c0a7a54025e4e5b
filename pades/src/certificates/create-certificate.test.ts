import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectReadOrRefused } from '../testing/damage.ts';
import { certificateOf, sampleAuthority, sampleTimes, spkiOf } from '../testing/sample-authority.ts';
import { checkPath } from './check-path.ts';
import { type CertificateOptions, shortenedName, signCertificate } from './create-certificate.ts';
import { parseCertificate } from './parse-certificate.ts';
import { localKey } from './signer.ts';

const authority = sampleAuthority();
const root = parseCertificate(authority.root);
const issuing = parseCertificate(authority.issuing);
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const at = new Date('2026-11-21T14:05:00Z');

const issue = (more: Partial<CertificateOptions> = {}): Uint8Array =>
  certificateOf(authority, keys.publicKey, {
    subject: { commonName: 'Ana', email: 'ana@example.org' },
    serial: Buffer.alloc(16, 0xff),
    ...more,
  });

const path = (der: Uint8Array) => checkPath(parseCertificate(der), { pool: [issuing], anchors: [root], at });

describe('createCertificate', () => {
  test('issues what Node and OpenSSL read the same way', () => {
    const certificate = new X509Certificate(issue({ ocspUrl: 'https://example.org/ocsp' }));
    expect(certificate.subject).toBe('CN=Ana');
    expect(certificate.subjectAltName).toBe('email:ana@example.org');
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
    expect(certificate.infoAccess).toContain('OCSP - URI:https://example.org/ocsp');
    expect(certificate.checkIssued(new X509Certificate(authority.issuing))).toBe(true);
    expect(certificate.verify(new X509Certificate(authority.issuing).publicKey)).toBe(true);
    expect(certificate.serialNumber).toBe(`7F${'FF'.repeat(15)}`);
    expect(certificate.ca).toBe(false);
    expect(parseCertificate(authority.issuing).pathLength).toBe(0);
    expect(new Date(certificate.validTo)).toEqual(sampleTimes.notAfter);
  });

  test('names its issuer, its policy and its holder in the ways that other programs look for', () => {
    const der = issue({
      subject: { commonName: 'Ana', country: 'DE', organization: 'Acme', serialNumber: '4f2a-91' },
      ocspUrl: 'https://example.org/ocsp',
      issuerUrl: 'https://example.org/issuing.cer',
      policyOid: '1.2.3.4',
    });
    const certificate = new X509Certificate(der);
    expect(certificate.subject.split('\n')).toEqual(['C=DE', 'O=Acme', 'serialNumber=4f2a-91', 'CN=Ana']);
    expect(certificate.infoAccess).toContain('CA Issuers - URI:https://example.org/issuing.cer');
    const printed = execFileSync('openssl', ['x509', '-inform', 'DER', '-noout', '-text'], { input: der });
    expect(printed.toString()).toContain('Policy: 1.2.3.4');
    expect(parseCertificate(der).country).toBe('DE');
    // The key identifier is what OpenSSL derives: SHA-1 of the key (RFC 5280 §4.2.1.2, method 1).
    const point = spkiOf(keys.publicKey).subarray(-65);
    const expected = createHash('sha1').update(point).digest();
    expect(Buffer.compare(parseCertificate(der).subjectKeyId ?? Buffer.of(), expected)).toBe(0);
  });

  test('shortens names to what a certificate may hold', () => {
    expect(shortenedName('Ana')).toBe('Ana');
    expect(shortenedName('x'.repeat(64))).toBe('x'.repeat(64));
    const long = shortenedName('𝒳'.repeat(65));
    expect(long).toBe(`${'𝒳'.repeat(63)}…`);
    expect(parseCertificate(issue({ subject: { commonName: long } })).commonName).toBe(long);
  });

  test('writes times after 2049 in the long form', () => {
    const notAfter = new Date('2051-02-03T04:05:06Z');
    expect(new Date(new X509Certificate(issue({ notAfter })).validTo)).toEqual(notAfter);
    expect(parseCertificate(issue({ notAfter })).notAfter).toEqual(notAfter);
  });

  test('keeps any name and address', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((name) => !/\p{Cc}/u.test(name));
    fc.assert(
      fc.property(text, text, (commonName, organization) => {
        const parsed = parseCertificate(
          issue({ subject: { commonName, organization, email: 'зоя@пример.рф' } }),
        );
        expect(parsed).toMatchObject({ commonName, organization, emails: ['зоя@пример.рф'] });
      }),
      { numRuns: 50 },
    );
  });

  test.each<[string, Partial<CertificateOptions>, string]>([
    ['an empty name', { subject: { commonName: '' } }, 'commonName'],
    ['a name with a line feed', { subject: { commonName: 'Ana\nBen' } }, 'commonName'],
    ['a name of 65 characters', { subject: { commonName: 'x'.repeat(65) } }, 'commonName must have 1 to 64'],
    ['a country by its name', { subject: { commonName: 'Ana', country: 'Germany' } }, 'country'],
    ['a number with a star', { subject: { commonName: 'Ana', serialNumber: '1*' } }, 'serialNumber'],
    ['a short serial', { serial: new Uint8Array(7) }, 'serial'],
    ['a time that ends before it begins', { notAfter: new Date(0) }, 'notAfter'],
    ['a root with an issuer', { profile: 'root' }, 'A root is self-signed'],
  ])('refuses %s', (_title, more, message) => {
    expect(() => issue(more)).toThrow(message);
  });
});

describe('a certificate', () => {
  test('reads or refuses any damaged certificate', async () => {
    const der = issue();
    await expectReadOrRefused(der, (damaged) => expect(path(damaged).ok).toBe(damaged.equals(der)), {
      code: 'certificate',
      numRuns: 400,
    });
  });

  test('is issued by a key that is elsewhere as by one in this process', async () => {
    const wanted = { subject: { commonName: 'Ana' }, subjectPublicKey: spkiOf(keys.publicKey) };
    const rest = { issuer: authority.issuing, serial: Buffer.alloc(16, 1), profile: 'signer' } as const;
    const options = { ...wanted, ...rest, ...sampleTimes };
    const remote = await signCertificate(options, localKey(authority.issuingKey));
    expect(path(remote).reasons).toEqual([]);
    const body = parseCertificate(remote).body;
    expect(body).toEqual(parseCertificate(issue({ ...options, subject: { commonName: 'Ana' } })).body);
    const stranger = localKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
    await expect(signCertificate(options, stranger)).rejects.toThrow('does not belong to the issuer');
    const pss = localKey(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey);
    await expect(signCertificate(options, pss)).rejects.toThrow('Issue with ECDSA or PKCS #1');
  });

  test('is read once, whatever becomes of the bytes that it was read from', () => {
    const der = issue({ serial: Buffer.alloc(16, 2) });
    const text = Buffer.from(der);
    const first = parseCertificate(text);
    expect(parseCertificate(Buffer.from(der))).toBe(first);
    text.fill(0);
    expect(Buffer.from(first.der)).toEqual(Buffer.from(der));
    expect(path(der).reasons).toEqual([]);
    expect(() => parseCertificate(text)).toThrow('certificate');
  });
});
