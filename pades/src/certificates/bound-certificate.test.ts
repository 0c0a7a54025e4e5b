import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readDer } from '../asn1/der-reader.ts';
import { contextPrimitive, octetString, sequence } from '../asn1/der-writer.ts';
import { paraphOids } from '../asn1/oids.ts';
import { sampleAuthority, sampleKeys, sampleTimes, spkiOf } from '../testing/sample-authority.ts';
import { type BoundTo, readBoundTo } from './bound-certificate.ts';
import { createCertificate, longestCertificate } from './create-certificate.ts';
import { parseCertificate } from './parse-certificate.ts';

const authority = sampleAuthority();
const hash = (text: string) => createHash('sha256').update(text).digest();
const digests = [hash('one'), hash('two')];
const proofHash = hash('record');

const optionsOf = (boundTo?: BoundTo) => ({
  subject: { commonName: 'Ana' },
  subjectPublicKey: spkiOf(sampleKeys('ec').publicKey),
  issuer: authority.issuing,
  issuerKey: authority.issuingKey,
  serial: Buffer.alloc(16, 1),
  ...sampleTimes,
  profile: 'signer' as const,
  ...(boundTo ? { boundTo } : {}),
});

describe('a certificate for one act', () => {
  test('names the documents and the record, in an extension that others may ignore', () => {
    const { boundTo, unknownCritical } = parseCertificate(
      createCertificate(optionsOf({ digests, proofHash })),
    );
    expect(boundTo).toEqual({ digests, proofHash });
    expect(unknownCritical).toEqual([]);
    expect(parseCertificate(createCertificate(optionsOf({ digests }))).boundTo).toEqual({ digests });
    expect(parseCertificate(createCertificate(optionsOf())).boundTo).toBeNull();
    expect(paraphOids.boundCertificate).toMatch(/^2\.25\.\d{38}\.1$/);
  });

  test('has at most the length that is counted before', () => {
    const empty = Buffer.alloc(32);
    const longest = longestCertificate(
      optionsOf({ digests: [empty, empty], proofHash: empty }),
      'ecdsa-sha256',
    );
    const certificate = createCertificate(optionsOf({ digests, proofHash }));
    expect(longest.length - certificate.length).toBeGreaterThanOrEqual(0);
    expect(longest.length - certificate.length).toBeLessThan(8);
    expect(certificate.length).toBeGreaterThan(createCertificate(optionsOf()).length + 100);
  });

  test('is issued for whole hashes only', () => {
    const short = Buffer.alloc(31);
    for (const boundTo of [
      { digests: [] },
      { digests: [short] },
      { digests, proofHash: short },
      { digests: Array<Buffer>(1001).fill(Buffer.alloc(32)) },
    ])
      expect(() => createCertificate(optionsOf(boundTo))).toThrow('boundTo');
  });

  test.each(
    Object.entries({
      'no list': sequence(),
      'an empty list': sequence(sequence()),
      'a short digest': sequence(sequence(octetString(Buffer.alloc(31)))),
      'a short hash of the record': sequence(
        sequence(octetString(Buffer.alloc(32))),
        contextPrimitive(0, Buffer.alloc(8)),
      ),
      'something unknown': sequence(
        sequence(octetString(Buffer.alloc(32))),
        contextPrimitive(1, Buffer.alloc(32)),
      ),
      'more after it': sequence(
        sequence(octetString(Buffer.alloc(32))),
        contextPrimitive(0, Buffer.alloc(32)),
        contextPrimitive(0, Buffer.alloc(32)),
      ),
      'a list of something else': sequence(sequence(sequence())),
    }),
  )('that has %s is not read as one for anything', (_what, value) => {
    expect(() => readBoundTo(readDer(value))).toThrow();
  });
});
