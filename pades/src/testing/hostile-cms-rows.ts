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
import type { SubIndication } from '../validate/indication.ts';
import {
  attribute,
  boundTo,
  type CmsRow,
  contentTypeOf,
  digestOf,
  keys,
  signerCertificate,
} from './hostile-cms.ts';
import { authority, start } from './level-fixture.ts';
import { certificateOf } from './sample-authority.ts';

const SHA1 = '1.3.14.3.2.26';
const MD5 = '1.2.840.113549.2.5';
const malformed = (problem: string): string => `malformed: ${problem}`;
const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const weakKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });
const fakeKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** An untrusted authority with the name of the real one. */
const fakeIssuer = certificateOf({ ...authority, issuingKey: fakeKeys.privateKey }, fakeKeys.publicKey, {
  subject: { commonName: 'Sample Authority', organization: 'Paraph' },
  issuer: null,
  serial: Buffer.alloc(16, 9),
  profile: 'root',
});
const fake = { ...authority, issuing: fakeIssuer, issuingKey: fakeKeys.privateKey };

type Says = readonly [sub: SubIndication, words: string];

const rowsOf =
  (says: (words: string) => Partial<CmsRow>) =>
  (made: string, [sub, words]: Says, oddities: CmsRow['oddities']): CmsRow => ({
    ...{ made, sub, oddities },
    ...says(words),
  });
/** The signature is called changed, unknown or weak, or its certificate is not believed. */
const broken = rowsOf((words) => ({ broken: words }));
const unknown = rowsOf((words) => ({ broken: words, state: 'unknown' }));
const weak = rowsOf((words) => ({ broken: words, state: 'weak' }));
const untrusted = rowsOf((words) => ({ untrusted: words }));

/** Signed attributes as they should be, of this digest. */
const attributesOf = (digest: Uint8Array) => [
  contentTypeOf(oids.data),
  digestOf(digest),
  boundTo(signerCertificate),
];

export const cmsRows: readonly CmsRow[] = [
  weak(
    'SHA-1 for the file',
    ['CRYPTO_CONSTRAINTS_FAILURE', `Its hash algorithm (${SHA1}) is not accepted.`],
    ({ digestBy }) => ({
      hash: 'sha1',
      hashOid: SHA1,
      algorithm: '1.2.840.10045.4.1',
      attributes: attributesOf(digestBy('sha1')),
    }),
  ),
  unknown(
    'MD5 for the file',
    ['FORMAT_FAILURE', `Its hash algorithm (${MD5}) is not accepted.`],
    ({ digestBy }) => ({
      hashOid: MD5,
      attributes: attributesOf(digestBy('md5')),
    }),
  ),
  weak(
    'SHA-1 for the signature alone',
    ['CRYPTO_CONSTRAINTS_FAILURE', 'its signature algorithm (1.2.840.10045.4.1) is not accepted'],
    () => ({ hash: 'sha1', algorithm: '1.2.840.10045.4.1' }),
  ),
  unknown('two hashes named', ['FORMAT_FAILURE', 'it names two hash algorithms'], ({ digestBy }) => ({
    hashOid: oids.sha512,
    attributes: attributesOf(digestBy('sha512')),
  })),
  unknown('an unknown algorithm', ['CRYPTO_CONSTRAINTS_FAILURE', 'is not accepted'], () => ({
    algorithm: '1.2.3.4',
  })),
  broken(
    'another digest',
    ['HASH_FAILURE', 'The signed part of the file was changed after signing.'],
    () => ({ attributes: attributesOf(Buffer.alloc(32)) }),
  ),
  unknown('no digest', ['FORMAT_FAILURE', 'It does not contain the digest of the file.'], () => ({
    attributes: [contentTypeOf(oids.data), boundTo(signerCertificate)],
  })),
  unknown(
    'two digests, one right',
    ['FORMAT_FAILURE', 'It does not contain the digest of the file.'],
    ({ digest }) => ({
      attributes: [
        contentTypeOf(oids.data),
        attribute(oids.messageDigest, octetString(digest), octetString(Buffer.alloc(32))),
        boundTo(signerCertificate),
      ],
    }),
  ),
  unknown(
    'the digest attribute twice',
    ['FORMAT_FAILURE', malformed('an attribute occurs twice')],
    ({ digest }) => ({
      attributes: [
        contentTypeOf(oids.data),
        digestOf(digest),
        digestOf(Buffer.alloc(32)),
        boundTo(signerCertificate),
      ],
    }),
  ),
  unknown('no signed attributes', ['SIG_CONSTRAINTS_FAILURE', 'It has no signed attributes.'], () => ({
    attributes: null,
  })),
  unknown('empty signed attributes', ['FORMAT_FAILURE', 'Its content type is not signed.'], () => ({
    attributes: [],
  })),
  unknown('no content type', ['FORMAT_FAILURE', 'Its content type is not signed.'], ({ digest }) => ({
    attributes: [digestOf(digest), boundTo(signerCertificate)],
  })),
  unknown(
    'another content type in what is signed',
    ['FORMAT_FAILURE', 'Its content type is not signed.'],
    ({ digest }) => ({
      attributes: [contentTypeOf(oids.timestampInfo), digestOf(digest), boundTo(signerCertificate)],
    }),
  ),
  unknown('two content types', ['FORMAT_FAILURE', 'Its content type is not signed.'], ({ digest }) => ({
    attributes: [
      attribute(oids.contentType, objectIdentifier(oids.data), objectIdentifier(oids.timestampInfo)),
      digestOf(digest),
      boundTo(signerCertificate),
    ],
  })),
  unknown('another content type around it', ['FORMAT_FAILURE', 'Its content type is not signed.'], () => ({
    contentType: oids.timestampInfo,
  })),
  unknown('other content inside', ['FORMAT_FAILURE', 'It contains content other than the file.'], () => ({
    content: Buffer.from('Pay'),
  })),
  unknown(
    'no bound certificate',
    ['FORMAT_FAILURE', 'It does not bind the certificate of the signer.'],
    ({ digest }) => ({ attributes: [contentTypeOf(oids.data), digestOf(digest)] }),
  ),
  broken(
    'another bound certificate',
    ['NO_SIGNING_CERTIFICATE_FOUND', 'It binds a certificate other than the one it contains.'],
    ({ digest }) => ({
      attributes: [contentTypeOf(oids.data), digestOf(digest), boundTo(authority.issuing)],
    }),
  ),
  broken(
    'the certificate swapped, same key, issuer and number',
    ['NO_SIGNING_CERTIFICATE_FOUND', 'It binds a certificate other than the one it contains.'],
    ({ digest }) => ({
      certificate: certificateOf(authority, keys.publicKey, { subject: { commonName: 'Director' } }),
      attributes: [contentTypeOf(oids.data), digestOf(digest), boundTo(signerCertificate)],
    }),
  ),
  broken('the certificate swapped, another key', ['SIG_CRYPTO_FAILURE', 'its signature is wrong'], () => ({
    certificate: certificateOf(authority, otherKeys.publicKey),
  })),
  unknown(
    'no certificate',
    ['NO_SIGNING_CERTIFICATE_FOUND', 'The certificate of the signer is not in the signature.'],
    () => ({ certificates: [authority.issuing] }),
  ),
  unknown('a certificate that is none', ['FORMAT_FAILURE', 'malformed'], () => ({
    certificates: [signerCertificate, sequence(integer(1))],
  })),
  unknown('a second signer', ['FORMAT_FAILURE', malformed('it must have exactly one signer')], () => ({
    signers: 2,
  })),
  unknown('no signer', ['FORMAT_FAILURE', malformed('it must have exactly one signer')], () => ({
    signers: 0,
  })),
  broken('attributes in another order afterwards', ['SIG_CRYPTO_FAILURE', 'its signature is wrong'], () => ({
    changeAttributes: reversed,
  })),
  broken('a signature of nothing', ['SIG_CRYPTO_FAILURE', 'its signature is wrong'], () => ({
    signature: () => sequence(integer(0), integer(0)),
  })),
  broken('an empty signature', ['SIG_CRYPTO_FAILURE', 'The signature is not valid'], () => ({
    signature: () => Buffer.alloc(0),
  })),
  unknown('bytes behind it', ['FORMAT_FAILURE', malformed('bytes follow it')], () => ({
    finish: (cms) => Buffer.concat([cms, Buffer.from('00000001', 'hex')]),
  })),
  unknown('a length of no end', ['FORMAT_FAILURE', malformed('a value without parts has no length')], () => ({
    finish: (cms) => Buffer.concat([Buffer.from('1080', 'hex'), cms.subarray(4), Buffer.alloc(2)]),
  })),
  unknown('data in place of signed data', ['FORMAT_FAILURE', malformed('it is not SignedData')], () => ({
    finish: () => sequence(objectIdentifier(oids.data), contextConstructed(0, octetString(Buffer.from('x')))),
  })),
  weak(
    'a key of RSA with 1,024 bits',
    ['CRYPTO_CONSTRAINTS_FAILURE', 'its RSA key is shorter than 2,048 bits'],
    () => ({
      certificate: certificateOf(authority, weakKeys.publicKey),
      key: weakKeys.privateKey,
      algorithm: oids.sha256WithRsa,
    }),
  ),
  untrusted(
    'an authority of the same name',
    ['NO_SIGNING_CERTIFICATE_FOUND', 'Its certificate does not lead to a trusted authority.'],
    () => ({
      certificate: certificateOf(fake, keys.publicKey),
      certificates: [certificateOf(fake, keys.publicKey), fakeIssuer],
    }),
  ),
  untrusted(
    'a certificate of its own making',
    ['NO_CERTIFICATE_CHAIN_FOUND', 'Its certificate does not lead to a trusted authority.'],
    () => {
      const certificate = certificateOf(authority, keys.publicKey, {
        issuer: null,
        issuerKey: keys.privateKey,
        profile: 'root',
      });
      return { certificate, certificates: [certificate] };
    },
  ),
  untrusted(
    'the certificate of an authority',
    ['CHAIN_CONSTRAINTS_FAILURE', 'The signer used the certificate of an authority.'],
    () => ({ certificate: authority.issuing, key: authority.issuingKey }),
  ),
  untrusted(
    'a certificate for timestamps',
    ['CHAIN_CONSTRAINTS_FAILURE', 'The certificate is not meant for signing documents.'],
    () => ({ certificate: certificateOf(authority, keys.publicKey, { profile: 'timestamping' }) }),
  ),
  untrusted(
    'a certificate that had run out',
    ['OUT_OF_BOUNDS_NO_POE', 'The certificate of Ana was not valid at the time.'],
    () => ({
      certificate: certificateOf(authority, keys.publicKey, { notAfter: new Date(start.getTime() - 1000) }),
    }),
  ),
  untrusted(
    'a certificate of the future',
    ['OUT_OF_BOUNDS_NO_POE', 'The certificate of Ana was not valid at the time.'],
    () => ({
      certificate: certificateOf(authority, keys.publicKey, { notBefore: new Date(start.getTime() + 1000) }),
    }),
  ),
  untrusted(
    'a certificate that a signer issued',
    ['CHAIN_CONSTRAINTS_FAILURE', 'Ana may not issue certificates.'],
    () => {
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
  ),
];

function reversed(attributes: Uint8Array): Uint8Array {
  const elements = children(readDer(attributes)).map(({ whole }) => whole);
  return retagged(0x31, sequence(...elements.toReversed()));
}
