import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { objectIdentifier, octetString, sequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { digestName } from '../certificates/verify-algorithm.ts';
import { expectReadOrRefused, flipped, readOrRefused } from '../testing/damage.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import {
  samplePolicy,
  sampleTimestampAuthority,
  sampleTimestamping,
} from '../testing/sample-timestamping.ts';
import { createTimestampResponse } from './create-timestamp-response.ts';
import {
  readTimestampResponse,
  requestTimestamp,
  stampedDigest,
  type Timestamping,
} from './request-timestamp.ts';
import { createTimestampRequest } from './timestamp-request.ts';
import { checkTimestampToken, readTimestampToken } from './timestamp-token.ts';

const authority = sampleAuthority();
const signer = authority.timestamper();
const at = new Date('2026-11-21T14:05:07Z');
const now = (): Date => at;
const anchors = [authority.root];
const digest = createHash('sha256').update('a contract').digest();
const nonce = Buffer.from('00ff00ff00ff00ff', 'hex');
const serial = Buffer.from('0102030405060708', 'hex');
const answerOptions = { signer, serial, time: at, policy: samplePolicy, accuracySeconds: 1 };
const ports = (more: Partial<Timestamping> = {}): Timestamping => ({
  ...sampleTimestamping(signer, { anchors, now }),
  ...more,
});

/** A request with a digest of 20 bytes. */
const requestFor = (hash: string) =>
  sequence(
    Buffer.from('020101', 'hex'),
    sequence(sequence(objectIdentifier(hash)), octetString(Buffer.alloc(20))),
  );

describe('createTimestampResponse', () => {
  test('says what was asked, when, by whom and how exactly', async () => {
    const request = createTimestampRequest({ digest, nonce, policy: samplePolicy });
    const token = readTimestampResponse(await createTimestampResponse({ ...answerOptions, request }));
    expect(token).toMatchObject({
      time: at,
      accuracyMs: 1000,
      policy: samplePolicy,
      serial: '0102030405060708',
      hash: oids.sha256,
    });
    expect(Buffer.compare(token.digest, digest)).toBe(0);
    expect(token.cms.signer?.commonName).toBe('Sample Time');
    expect(checkTimestampToken(token, () => digest)).toEqual([]);
  });

  test.each<[string, Uint8Array, Partial<typeof answerOptions> | { time: null }, string]>([
    [
      'another policy',
      createTimestampRequest({ digest, nonce, policy: '1.2.3' }),
      {},
      `The policy of this authority is ${samplePolicy}.`,
    ],
    [
      'an uncertain clock',
      createTimestampRequest({ digest, nonce }),
      { time: null },
      'The time is not certain at the moment.',
    ],
    ['no request at all', Buffer.from('GET / HTTP/1.1'), {}, 'The request cannot be read.'],
    ['SHA-1', requestFor('1.3.14.3.2.26'), {}, 'The hash must be SHA-2 or SHA-3 of 256, 384 or 512 bits.'],
    [
      'a digest of the wrong length',
      requestFor(oids.sha256),
      {},
      'The hash must be SHA-2 or SHA-3 of 256, 384 or 512 bits.',
    ],
  ])('turns down %s in words', async (_title, request, options, words) => {
    const answer = await createTimestampResponse({ ...answerOptions, ...options, request });
    expect(() => readTimestampResponse(answer)).toThrow(words);
  });

  test('puts in its certificate only when it is asked for', async () => {
    const asked = createTimestampRequest({ digest, nonce });
    // BOOLEAN TRUE is what ends our request; without it the default is FALSE.
    const request = Buffer.from(asked.subarray(0, -3));
    request[1] = (request[1] ?? 0) - 3;
    const token = readTimestampResponse(await createTimestampResponse({ ...answerOptions, request }));
    expect(token.cms.certificates).toEqual([]);
    expect(checkTimestampToken(token, () => digest)).toEqual([
      'The timestamp is not valid: The certificate of the signer is not in the signature.',
    ]);
  });

  test('answers whatever is sent', async () => {
    const request = createTimestampRequest({ digest, nonce });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.tuple(fc.nat(request.length - 1), fc.nat(255)).map(([at, mask]) => flipped(request, at, mask)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        const answer = await createTimestampResponse({ ...answerOptions, request: sent });
        await readOrRefused(() => expect(readTimestampResponse(answer).time).toEqual(at));
      }),
      { numRuns: 200 },
    );
  });
});

describe('requestTimestamp', () => {
  test('gives a token that holds', async () => {
    const token = await requestTimestamp(digest, ports());
    expect(token.time).toEqual(at);
    expect(checkTimestampToken(readTimestampToken(token.der), () => digest)).toEqual([]);
  });

  test.each(['sha512', 'sha3-256', 'sha3-384', 'sha3-512'] as const)(
    'stamps a digest by %s',
    async (hash) => {
      const timestamping = ports({ hash });
      const token = await requestTimestamp(stampedDigest(Buffer.from('data'), timestamping), timestamping);
      expect(checkTimestampToken(token, (name) => createHash(name).update('data').digest())).toEqual([]);
      expect(digestName(token.hash)).toBe(hash);
      await expect(requestTimestamp(digest.subarray(1), timestamping)).rejects.toThrow('digest must be the');
    },
  );

  test('asks the next authority when one fails, and none in vain', async () => {
    const down = {
      timestamp: async (): Promise<Uint8Array> => {
        throw new Error('connection refused');
      },
    };
    const good = sampleTimestampAuthority(signer, now);
    expect((await requestTimestamp(digest, ports({ authorities: [down, good] }))).time).toEqual(at);
    await expect(requestTimestamp(digest, ports({ authorities: [down, down] }))).rejects.toThrow(
      'No timestamp could be had (authority 1: connection refused; authority 2: connection refused).',
    );
    await expect(requestTimestamp(digest, ports({ authorities: [] }))).rejects.toThrow(
      'no authority is named',
    );
  });

  /** An authority that answers another request than ours. */
  const answering = (other: Uint8Array, first: number) => ({
    timestamp: () => {
      const request = createTimestampRequest({ digest: other, nonce: Buffer.alloc(8, first) });
      return createTimestampResponse({ ...answerOptions, request });
    },
  });
  const hourAhead = (): Date => new Date(at.getTime() + 3_600_000);
  const late = { notAfter: new Date('2026-06-01T00:00:00Z') };

  test.each<[string, Partial<Timestamping>, string]>([
    [
      'an answer to another request',
      { authorities: [answering(digest, 7)] },
      'The answer does not repeat our nonce',
    ],
    [
      'a timestamp of other data',
      { authorities: [answering(createHash('sha256').update('another contract').digest(), 1)] },
      'authority 1: The timestamp is of other data than this.',
    ],
    [
      'a clock an hour ahead',
      { authorities: [sampleTimestampAuthority(signer, hourAhead)] },
      'Its time (2026-11-21T15:05:07.000Z) is too far from ours.',
    ],
    ['another policy', { policy: '1.2.3' }, 'The policy of this authority is'],
    [
      'an authority that is not trusted',
      { anchors: [sampleAuthority().root] },
      'Its certificate does not lead to a trusted authority.',
    ],
    [
      'a certificate that has run out',
      { authorities: [sampleTimestampAuthority(authority.timestamper(late), now)] },
      'The certificate of Sample Time was not valid at the time.',
    ],
    [
      'words instead of DER',
      { authorities: [{ timestamp: async () => Buffer.from('<html>Bad gateway</html>') }] },
      'The answer of the timestamp authority cannot be read.',
    ],
  ])('does not take %s', async (_title, more, words) => {
    await expect(requestTimestamp(digest, ports(more))).rejects.toThrow(words);
  });

  test('notices every changed byte of a token', async () => {
    const { der } = await requestTimestamp(digest, ports());
    const read = (changed: Buffer) => {
      const token = readTimestampToken(changed);
      const problems = checkTimestampToken(token, () => digest);
      // Outside what is signed lie only versions, repeated identifiers and their parameters.
      if (problems.length === 0)
        expect([token.time, token.serial]).toEqual([at, readTimestampToken(der).serial]);
    };
    await expectReadOrRefused(der, read, { numRuns: 400 });
  });
});
