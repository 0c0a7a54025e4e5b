import { describe, expect, test } from 'vitest';
import { signCertificate } from '../certificates/create-certificate.ts';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { type ImprintHash, localKey, localSigner } from '../certificates/signer.ts';
import { augment } from '../levels/augment.ts';
import { createCrl } from '../revocation/create-crl.ts';
import { createOcspResponse } from '../revocation/create-ocsp-response.ts';
import { createOcspRequest } from '../revocation/ocsp-request.ts';
import type { RevocationSource } from '../revocation/revocation-source.ts';
import {
  anchors,
  authority,
  type LevelFixture,
  later,
  levelFixture,
  raise,
  sign,
  YEAR,
} from '../testing/level-fixture.ts';
import { sampleKeys, sampleTimes, spkiOf } from '../testing/sample-authority.ts';
import { sampleTimestamping } from '../testing/sample-timestamping.ts';
import { validate } from './validate.ts';

type Algorithm = 'ecdsa-sha256' | 'ecdsa-sha512';

interface Renewal {
  /** Of the whole file. */
  imprint?: ImprintHash;
  /** By which the timestamp, its certificate and the list about it are signed. */
  token?: Algorithm;
  certificate?: Algorithm;
  list?: Algorithm;
  /** By whom the certificate is issued, and what says that it is not revoked. */
  below?: 'root' | 'issuing';
  status?: 'crl' | 'ocsp';
}

const issuers = [
  { der: authority.root, key: authority.rootKey },
  { der: authority.issuing, key: authority.issuingKey },
];
const issuerOf = (der: Uint8Array) =>
  issuers.find((each) => Buffer.compare(each.der, der) === 0) ?? { der, key: authority.rootKey };

let count = 0;

/** A later timestamp at a year by hashes of its own. */
async function renew(
  on: LevelFixture,
  year: number,
  {
    imprint = 'sha512',
    token = 'ecdsa-sha512',
    certificate = token,
    list = token,
    below = 'root',
    status = 'crl',
  }: Renewal = {},
) {
  on.clock = year * YEAR;
  count += 1;
  const keys = sampleKeys('ec');
  const issuer = issuerOf(authority[below]);
  const der = await signCertificate(
    {
      subject: { commonName: 'Later Time' },
      subjectPublicKey: spkiOf(keys.publicKey),
      issuer: issuer.der,
      serial: Buffer.alloc(16, count),
      ...sampleTimes,
      profile: 'timestamping',
    },
    localKey(issuer.key, certificate),
  );
  const now = () => later(on.clock);
  const timestamping = {
    ...sampleTimestamping(localSigner(keys.privateKey, [der, issuer.der], token), { anchors, now }),
    hash: imprint,
  };
  const times = { thisUpdate: now(), nextUpdate: later(on.clock + 10 * YEAR) };
  const revocation: RevocationSource = {
    revocation: async (about, { der: by }) => {
      const signer = localSigner(issuerOf(by).key, [by], list);
      if (status === 'crl')
        return { ocsps: [], crls: [await createCrl({ signer, number: count, ...times, revoked: [] })] };
      const request = createOcspRequest({ certificate: about, issuer: parseCertificate(by) });
      const authorities = [{ issuer: by, signer, statusOf: async () => ({ status: 'good' as const }) }];
      const { thisUpdate: time, nextUpdate } = times;
      return { crls: [], ocsps: [await createOcspResponse({ request, authorities, time, nextUpdate })] };
    },
  };
  await augment(on.job, 'B-LTA', { timestamping, revocation, anchors });
}

async function sealed(): Promise<LevelFixture> {
  const on = levelFixture();
  await sign(on, 'One', { timestamped: true });
  await raise(on, 'B-LTA');
  return on;
}

/** What is said in the fifth year of a file, where trust in hashes ended in other ones. */
function judged(on: LevelFixture, ends: Record<string, number>) {
  const until = Object.entries(ends).map(([name, year]) => [name, later(year * YEAR)] as const);
  const digestsTrustedUntil = Object.fromEntries(until);
  const report = validate(on.file(), { anchors, at: later(5 * YEAR), digestsTrustedUntil });
  const [signature] = report.signatures;
  const { level, integrity, certificate, indication } = signature ?? {};
  return {
    level,
    state: integrity?.state,
    path: certificate?.ok,
    main: indication?.main,
    times: report.timestamps.map(({ ok }) => ok),
  };
}

const accepted = { level: 'B-LTA', state: 'intact', path: true, main: 'TOTAL-PASSED' };
const rejected = { level: null, state: 'weak', main: 'INDETERMINATE' };

describe('a hash in which trust ends', () => {
  test('counts where a later timestamp by another one proves that it was used before', async () => {
    const on = await sealed();
    expect(judged(on, {})).toMatchObject(accepted);
    expect(judged(on, { sha256: 6 })).toMatchObject(accepted);
    expect(judged(on, { sha256: 3 })).toMatchObject({ ...rejected, times: [false] });
    await renew(on, 2);
    expect(judged(on, { sha256: 3 })).toMatchObject({ ...accepted, times: [true, true] });
    await renew(on, 4, { imprint: 'sha3-512' });
    expect(judged(on, { sha256: 3 })).toMatchObject({ ...accepted, times: [true, true, true] });
    // Before the first renewal, it is too late.
    expect(judged(on, { sha256: 1 })).toMatchObject({ ...rejected, times: [false, true, true] });
    expect(judged(on, { sha256: 3, sha512: 3 })).toMatchObject({ ...rejected, times: [false, false, false] });
  });

  test.each<[string, Renewal]>([
    ['the file', { imprint: 'sha256' }],
    ['the timestamp', { token: 'ecdsa-sha256', certificate: 'ecdsa-sha512', list: 'ecdsa-sha512' }],
    ['its certificate', { certificate: 'ecdsa-sha256' }],
    ['the certificate of its issuer', { below: 'issuing' }],
  ])('does not count for the newest timestamp where %s uses it', async (_what, renewal) => {
    const on = await sealed();
    await renew(on, 2, renewal);
    expect(judged(on, { sha256: 6 })).toMatchObject(accepted);
    expect(judged(on, { sha256: 3 })).toMatchObject({ ...rejected, times: [false, false] });
  });

  test.each(['crl', 'ocsp'] as const)('does not count in a %s about the newest timestamp', async (status) => {
    const on = await sealed();
    await renew(on, 2, { list: 'ecdsa-sha256', status });
    const statusAt = (year: number) =>
      validate(on.file(), {
        anchors,
        at: later(5 * YEAR),
        digestsTrustedUntil: { sha256: later(year * YEAR) },
      }).timestamps.at(-1)?.certificate?.revocation;
    expect(statusAt(6)).toBe('good');
    // The timestamp covers the list, and cannot prove how old what it is judged by is.
    expect(statusAt(3)).toBe('unknown');
    await renew(on, 2.5);
    expect(judged(on, { sha256: 3 })).toMatchObject({ ...accepted, times: [true, true, true] });
  });

  test('does not count without a time, nor by a claimed one', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: false });
    const options = { anchors, digestsTrustedUntil: { sha256: later(3 * YEAR) } };
    expect(validate(on.file(), options).signatures[0]?.integrity.state).toBe('weak');
    expect(validate(on.file(), { ...options, at: later(YEAR) }).signatures[0]?.integrity.state).toBe(
      'intact',
    );
  });
});
