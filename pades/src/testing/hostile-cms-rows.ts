import { generateKeyPairSync } from 'node:crypto';
import { children, readDer } from '../asn1/der-reader.ts';
import {
  contextConstructed,
  integer,
  objectIdentifier,
  octetString,
  retagged,
  sequence,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { createCertificate } from '../certificates/create-certificate.ts';
import {
  attribute,
  boundTo,
  type CmsRow,
  certificateOf,
  contentTypeOf,
  digestOf,
  keys,
  signerCertificate,
} from './hostile-cms.ts';
import { authority, start } from './level-fixture.ts';
import { sampleTimes, spkiOf } from './sample-authority.ts';

const SHA1 = '1.3.14.3.2.26';
const MD5 = '1.2.840.113549.2.5';
const malformed = (problem: string): string => `malformed: ${problem}`;
const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const weakKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });
const fakeKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** An untrusted authority with the name of the real one. */
const fakeIssuer = createCertificate({
  subject: { commonName: 'Sample Authority', organization: 'Paraph' },
  subjectPublicKey: spkiOf(fakeKeys.publicKey),
  issuer: null,
  issuerKey: fakeKeys.privateKey,
  serial: Buffer.alloc(16, 9),
  ...sampleTimes,
  profile: 'root',
});
const fake = { ...authority, issuing: fakeIssuer, issuingKey: fakeKeys.privateKey };

export const cmsRows: readonly CmsRow[] = [
  {
    made: 'SHA-1 for the file',
    state: 'weak',
    sub: 'CRYPTO_CONSTRAINTS_FAILURE',
    broken: `Its hash algorithm (${SHA1}) is not accepted.`,
    oddities: ({ digestBy }) => ({
      hash: 'sha1',
      hashOid: SHA1,
      algorithm: '1.2.840.10045.4.1',
      attributes: [contentTypeOf(oids.data), digestOf(digestBy('sha1')), boundTo(signerCertificate)],
    }),
  },
  {
    made: 'MD5 for the file',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: `Its hash algorithm (${MD5}) is not accepted.`,
    oddities: ({ digestBy }) => ({
      hashOid: MD5,
      attributes: [contentTypeOf(oids.data), digestOf(digestBy('md5')), boundTo(signerCertificate)],
    }),
  },
  {
    made: 'SHA-1 for the signature alone',
    state: 'weak',
    sub: 'CRYPTO_CONSTRAINTS_FAILURE',
    broken: 'its signature algorithm (1.2.840.10045.4.1) is not accepted',
    oddities: () => ({ hash: 'sha1', algorithm: '1.2.840.10045.4.1' }),
  },
  {
    made: 'two hashes named',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'it names two hash algorithms',
    oddities: ({ digestBy }) => ({
      hashOid: oids.sha512,
      attributes: [contentTypeOf(oids.data), digestOf(digestBy('sha512')), boundTo(signerCertificate)],
    }),
  },
  {
    made: 'an unknown algorithm',
    state: 'unknown',
    sub: 'CRYPTO_CONSTRAINTS_FAILURE',
    broken: 'is not accepted',
    oddities: () => ({ algorithm: '1.2.3.4' }),
  },
  {
    made: 'another digest',
    sub: 'HASH_FAILURE',
    broken: 'The signed part of the file was changed after signing.',
    oddities: () => ({
      attributes: [contentTypeOf(oids.data), digestOf(Buffer.alloc(32)), boundTo(signerCertificate)],
    }),
  },
  {
    made: 'no digest',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'It does not contain the digest of the file.',
    oddities: () => ({ attributes: [contentTypeOf(oids.data), boundTo(signerCertificate)] }),
  },
  {
    made: 'two digests, one right',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'It does not contain the digest of the file.',
    oddities: ({ digest }) => ({
      attributes: [
        contentTypeOf(oids.data),
        attribute(oids.messageDigest, octetString(digest), octetString(Buffer.alloc(32))),
        boundTo(signerCertificate),
      ],
    }),
  },
  {
    made: 'the digest attribute twice',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: malformed('an attribute occurs twice'),
    oddities: ({ digest }) => ({
      attributes: [
        contentTypeOf(oids.data),
        digestOf(digest),
        digestOf(Buffer.alloc(32)),
        boundTo(signerCertificate),
      ],
    }),
  },
  {
    made: 'no signed attributes',
    state: 'unknown',
    sub: 'SIG_CONSTRAINTS_FAILURE',
    broken: 'It has no signed attributes.',
    oddities: () => ({ attributes: null }),
  },
  {
    made: 'empty signed attributes',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'Its content type is not signed.',
    oddities: () => ({ attributes: [] }),
  },
  {
    made: 'no content type',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'Its content type is not signed.',
    oddities: ({ digest }) => ({ attributes: [digestOf(digest), boundTo(signerCertificate)] }),
  },
  {
    made: 'another content type in what is signed',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'Its content type is not signed.',
    oddities: ({ digest }) => ({
      attributes: [contentTypeOf(oids.timestampInfo), digestOf(digest), boundTo(signerCertificate)],
    }),
  },
  {
    made: 'two content types',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'Its content type is not signed.',
    oddities: ({ digest }) => ({
      attributes: [
        attribute(oids.contentType, objectIdentifier(oids.data), objectIdentifier(oids.timestampInfo)),
        digestOf(digest),
        boundTo(signerCertificate),
      ],
    }),
  },
  {
    made: 'another content type around it',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'Its content type is not signed.',
    oddities: () => ({ contentType: oids.timestampInfo }),
  },
  {
    made: 'other content inside',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'It contains content other than the file.',
    oddities: () => ({ content: Buffer.from('Pay') }),
  },
  {
    made: 'no bound certificate',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'It does not bind the certificate of the signer.',
    oddities: ({ digest }) => ({ attributes: [contentTypeOf(oids.data), digestOf(digest)] }),
  },
  {
    made: 'another bound certificate',
    sub: 'NO_SIGNING_CERTIFICATE_FOUND',
    broken: 'It binds a certificate other than the one it contains.',
    oddities: ({ digest }) => ({
      attributes: [contentTypeOf(oids.data), digestOf(digest), boundTo(authority.issuing)],
    }),
  },
  {
    made: 'the certificate swapped, same key, issuer and number',
    sub: 'NO_SIGNING_CERTIFICATE_FOUND',
    broken: 'It binds a certificate other than the one it contains.',
    oddities: ({ digest }) => ({
      certificate: certificateOf(authority, keys.publicKey, { subject: { commonName: 'Director' } }),
      attributes: [contentTypeOf(oids.data), digestOf(digest), boundTo(signerCertificate)],
    }),
  },
  {
    made: 'the certificate swapped, another key',
    sub: 'SIG_CRYPTO_FAILURE',
    broken: 'its signature is wrong',
    oddities: () => ({ certificate: certificateOf(authority, otherKeys.publicKey) }),
  },
  {
    made: 'no certificate',
    state: 'unknown',
    sub: 'NO_SIGNING_CERTIFICATE_FOUND',
    broken: 'The certificate of the signer is not in the signature.',
    oddities: () => ({ certificates: [authority.issuing] }),
  },
  {
    made: 'a certificate that is none',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: 'malformed',
    oddities: () => ({ certificates: [signerCertificate, sequence(integer(1))] }),
  },
  {
    made: 'a second signer',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: malformed('it must have exactly one signer'),
    oddities: () => ({ signers: 2 }),
  },
  {
    made: 'no signer',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: malformed('it must have exactly one signer'),
    oddities: () => ({ signers: 0 }),
  },
  {
    made: 'attributes in another order afterwards',
    sub: 'SIG_CRYPTO_FAILURE',
    broken: 'its signature is wrong',
    oddities: () => ({ changeAttributes: reversed }),
  },
  {
    made: 'a signature of nothing',
    sub: 'SIG_CRYPTO_FAILURE',
    broken: 'its signature is wrong',
    oddities: () => ({ signature: () => sequence(integer(0), integer(0)) }),
  },
  {
    made: 'an empty signature',
    sub: 'SIG_CRYPTO_FAILURE',
    broken: 'The signature is not valid',
    oddities: () => ({ signature: () => Buffer.alloc(0) }),
  },
  {
    made: 'bytes behind it',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: malformed('bytes follow it'),
    oddities: () => ({ finish: (cms) => Buffer.concat([cms, Buffer.from('00000001', 'hex')]) }),
  },
  {
    made: 'a length of no end',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: malformed('a value without parts has no length'),
    oddities: () => ({
      finish: (cms) => Buffer.concat([Buffer.from('1080', 'hex'), cms.subarray(4), Buffer.alloc(2)]),
    }),
  },
  {
    made: 'data in place of signed data',
    state: 'unknown',
    sub: 'FORMAT_FAILURE',
    broken: malformed('it is not SignedData'),
    oddities: () => ({
      finish: () =>
        sequence(objectIdentifier(oids.data), contextConstructed(0, octetString(Buffer.from('x')))),
    }),
  },
  {
    made: 'a key of RSA with 1,024 bits',
    state: 'weak',
    sub: 'CRYPTO_CONSTRAINTS_FAILURE',
    broken: 'its RSA key is shorter than 2,048 bits',
    oddities: () => ({
      certificate: certificateOf(authority, weakKeys.publicKey),
      key: weakKeys.privateKey,
      algorithm: oids.sha256WithRsa,
    }),
  },
  {
    made: 'an authority of the same name',
    sub: 'NO_SIGNING_CERTIFICATE_FOUND',
    untrusted: 'Its certificate does not lead to a trusted authority.',
    oddities: () => ({
      certificate: certificateOf(fake, keys.publicKey),
      certificates: [certificateOf(fake, keys.publicKey), fakeIssuer],
    }),
  },
  {
    made: 'a certificate of its own making',
    sub: 'NO_CERTIFICATE_CHAIN_FOUND',
    untrusted: 'Its certificate does not lead to a trusted authority.',
    oddities: () => {
      const certificate = certificateOf(authority, keys.publicKey, {
        issuer: null,
        issuerKey: keys.privateKey,
        profile: 'root',
      });
      return { certificate, certificates: [certificate] };
    },
  },
  {
    made: 'the certificate of an authority',
    sub: 'CHAIN_CONSTRAINTS_FAILURE',
    untrusted: 'The signer used the certificate of an authority.',
    oddities: () => ({ certificate: authority.issuing, key: authority.issuingKey }),
  },
  {
    made: 'a certificate for timestamps',
    sub: 'CHAIN_CONSTRAINTS_FAILURE',
    untrusted: 'The certificate is not meant for signing documents.',
    oddities: () => ({ certificate: certificateOf(authority, keys.publicKey, { profile: 'timestamping' }) }),
  },
  {
    made: 'a certificate that had run out',
    sub: 'OUT_OF_BOUNDS_NO_POE',
    untrusted: 'The certificate of Ana was not valid at the time.',
    oddities: () => ({
      certificate: certificateOf(authority, keys.publicKey, { notAfter: new Date(start.getTime() - 1000) }),
    }),
  },
  {
    made: 'a certificate of the future',
    sub: 'OUT_OF_BOUNDS_NO_POE',
    untrusted: 'The certificate of Ana was not valid at the time.',
    oddities: () => ({
      certificate: certificateOf(authority, keys.publicKey, { notBefore: new Date(start.getTime() + 1000) }),
    }),
  },
  {
    made: 'a certificate that a signer issued',
    sub: 'CHAIN_CONSTRAINTS_FAILURE',
    untrusted: 'Ana may not issue certificates.',
    oddities: () => {
      const certificate = certificateOf(authority, otherKeys.publicKey, {
        issuer: signerCertificate,
        issuerKey: keys.privateKey,
        subject: { commonName: 'Director' },
      });
      return {
        certificate,
        key: otherKeys.privateKey,
        certificates: [certificate, signerCertificate, authority.issuing],
      };
    },
  },
];

function reversed(attributes: Uint8Array): Uint8Array {
  const elements = children(readDer(attributes)).map(({ whole }) => whole);
  return retagged(0x31, sequence(...elements.toReversed()));
}
