import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDer } from '../asn1/der-reader.ts';
import type { Signer } from '../certificates/signer.ts';
import type { createSigningJob } from '../sign/signing-job.ts';
import { levelFixture, start } from '../testing/level-fixture.ts';
import { type SampleKey, sampleAuthority } from '../testing/sample-authority.ts';
import { samplePolicy, sampleTimestamping } from '../testing/sample-timestamping.ts';
import { timestampBytes } from '../timestamp/create-timestamp-response.ts';
import { requestTimestamp } from '../timestamp/request-timestamp.ts';
import { readCms } from './read-cms.ts';
import { signatureBytes } from './signature-bytes.ts';

const authority = sampleAuthority();
const kinds: SampleKey[] = ['ec', 'p384', 'rsa', 'rsa4096', 'rsa-pss'];
/** Numbers begin with a zero or not, and serial numbers may be shorter. */
const SLACK_MAX = 24;

const contentsOf = (job: ReturnType<typeof createSigningJob>): Uint8Array =>
  readDer(job.signatures().at(-1)?.contents ?? new Uint8Array(), { trailing: true }).whole;

test.each(kinds)(
  'a signature by a key of the kind %s has the place that it needs, and little more',
  async (key) => {
    const signer = authority.signer('Ana', { key });
    const on = levelFixture();
    const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
    await on.job.sign(options, signer);
    const room = signatureBytes(signer);
    expect(contentsOf(on.job).length).toBeLessThanOrEqual(room);
    expect(contentsOf(on.job).length).toBeGreaterThan(room - SLACK_MAX);
    expect(on.job.signatures().at(-1)?.contents).toHaveLength(room);
  },
);

test('a timestamp of a known authority has the place that it needs, in a signature and alone', async () => {
  const stamper = authority.timestamper();
  const ports = sampleTimestamping(stamper, { anchors: [authority.root], now: () => start });
  const timestamping = { ...ports, policy: samplePolicy, tokenBytes: timestampBytes(stamper, samplePolicy) };
  const digest = createHash('sha256').update('a contract').digest();
  const { der } = await requestTimestamp(digest, timestamping);
  expect(der.length).toBeLessThanOrEqual(timestamping.tokenBytes);
  expect(der.length).toBeGreaterThan(timestamping.tokenBytes - SLACK_MAX);

  const on = levelFixture();
  const signer: Signer = authority.signer('Ana');
  const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  await on.job.sign(options, signer, timestamping);
  const room = signatureBytes(signer, { timestampBytes: timestamping.tokenBytes });
  expect(on.job.signatures().at(-1)?.contents).toHaveLength(room);
  expect(readCms(contentsOf(on.job)).unsignedAttributes.size).toBe(1);
  await on.job.timestamp(timestamping);
  expect(on.job.signatures().at(-1)?.contents).toHaveLength(timestamping.tokenBytes);
});

test('a timestamp of an unknown authority has 8 KB', async () => {
  const on = levelFixture();
  await on.job.timestamp(on.timestamping);
  expect(on.job.signatures().at(-1)?.contents).toHaveLength(8192);
});
