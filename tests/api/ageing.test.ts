import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigningJob, parseCertificate, readCrl, readTimestampToken, validate } from '@paraph/pades';
import { beforeAll, describe, expect, test } from 'vitest';
import { refreshAuthority } from '../../server/src/authority/open-authority.ts';
import { addSeconds } from '../../server/src/platform/clock.ts';
import { extractSignatures, pemOf, run } from '../conformance/pdf-validators.ts';
import { DAY, multipart, openTestInstance } from '../support/instance.ts';
import { envelopesOf, folderForThisFile, forThisFile } from '../support/instance-case.ts';

const YEAR = 365.25 * DAY;
const PEOPLE = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.com` }));

const folder = await folderForThisFile();
const instance = await forThisFile(openTestInstance());
const start = instance.deps.clock.now();
const yearsOn = (years: number) => addSeconds(start, years * YEAR);
// A day within the year before which seals are renewed, at whatever hour the test runs.
const endOfSha256 = addSeconds(yearsOn(3), -DAY).toISOString().slice(0, 10);
const path = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** The service runs on: its keys are renewed, and seals as once a night. */
async function live(steps: readonly number[]): Promise<void> {
  for (const years of steps) {
    instance.advance(years * YEAR);
    await refreshAuthority(instance.deps);
    await instance.jobs['renew-seals'](0);
    await instance.runJobs();
  }
}

async function sealed(): Promise<string> {
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const id = await envelopesOf(instance, () => sender).sendSigned(...PEOPLE);
  await instance.runJobs();
  return id;
}

async function download(id: string): Promise<Buffer> {
  const sender = await instance.signIn('Sender', 'sender@example.com');
  return envelopesOf(instance, () => sender).download(id);
}

/** By a reader who has nothing but the file and the first root, and at whom SHA-256 counts no more since its end. */
function judged(file: Buffer, at: Date) {
  const { root, formerRoots } = instance.deps.authority;
  const { certificate } = formerRoots.at(-1) ?? root;
  const digestsTrustedUntil = { sha256: new Date(endOfSha256) };
  return { certificate, report: validate(file, { anchors: [certificate], at, digestsTrustedUntil }) };
}

/** What OpenSSL says at a moment of each signer and timestamp, given the root, the file and no network. */
function openssl(file: Buffer, at: Date): string[] {
  const { report, certificate: root } = judged(file, at);
  const { crls, certificates } = createSigningJob(file).validationData();
  const given = [
    ...['-CAfile', path('root.pem', pemOf(root))],
    ...['-untrusted', path('held.pem', certificates.map((each) => pemOf(each)).join(''))],
    ...['-CRLfile', path('lists.pem', crls.map((each) => pemOf(each, 'X509 CRL')).join(''))],
  ];
  const moment = ['-attime', String(Math.floor(at.getTime() / 1000))];
  const verify = (end: Uint8Array | undefined, ...asked: string[]) =>
    run('openssl', [
      'verify',
      '-crl_check_all',
      ...asked,
      ...given,
      path('end.pem', pemOf(end ?? Buffer.of())),
    ]).text;
  const ends = [...report.signatures, ...report.timestamps].map((each) => each.certificate?.chain[0]);
  const stamps = extractSignatures(file).filter(({ cms }) => isTimestamp(cms));
  const newest = stamps.at(-1);
  if (!newest) throw new Error('The file has no timestamp.');
  const stamped = ['-data', path('stamped.bin', newest.signedBytes)];
  const token = ['-token_in', '-in', path('token.der', newest.cms)];
  const trust = given.slice(0, 4);
  return [
    run('openssl', ['ts', '-verify', ...token, ...stamped, ...trust, ...moment]).text,
    verify(ends.at(-1), '-purpose', 'timestampsign', ...moment),
    // What ended is judged by the time that the next timestamp proves, which OpenSSL knows nothing of.
    ...ends.map((end) => verify(end, '-no_check_time')),
  ];
}

function isTimestamp(cms: Buffer): boolean {
  try {
    return readTimestampToken(cms).time instanceof Date;
  } catch {
    return false;
  }
}

function expectAccepted(file: Buffer, at: Date): void {
  const { report } = judged(file, at);
  const said = report.signatures.map(({ level, integrity, indication }) => [
    level,
    integrity.state,
    indication.main,
  ]);
  expect(said).toEqual(PEOPLE.map(() => ['B-LTA', 'intact', 'TOTAL-PASSED']));
  expect(report.timestamps.map(({ ok, certificate }) => [ok, certificate?.revocation])).toEqual(
    report.timestamps.map(() => [true, 'good']),
  );
  for (const text of openssl(file, at)) expect(text).toMatch(/Verification: OK|end\.pem: OK/);
}

const NAMES: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
  '2.16.840.1.101.3.4.2.10': 'SHA3-512',
};

/** The hashes over the file, of each of its timestamps. */
const imprints = (file: Buffer) =>
  createSigningJob(file)
    .signatures()
    .filter(({ kind }) => kind === 'timestamp')
    .map(({ contents }) => NAMES[readTimestampToken(contents).hash]);

describe('a document sealed once, while the service runs on', () => {
  let id: string;
  let first: Buffer;
  const files: Buffer[] = [];
  const keys = new Set<string>();

  beforeAll(async () => {
    id = await sealed();
    first = await download(id);
    const stops = [
      {
        years: [2],
        settings: { PARAPH_HASH: 'sha512', PARAPH_HASHES_TRUSTED_UNTIL: `sha256=${endOfSha256}` },
      },
      { years: [3, 3, 1.5, 1.5], settings: { PARAPH_HASH: 'sha3-512' } },
      { years: [2, 1.5, 3, 1.5], settings: {} },
    ];
    for (const { years, settings } of stops) {
      keys.add(instance.deps.authority.timestamping.certificate.toString('hex'));
      await live(years);
      await instance.reopen(settings);
      await instance.jobs['renew-seals'](0);
      await instance.runJobs();
      files.push(await download(id));
    }
  });

  test.each([
    [2, 0],
    [11, 1],
    [19, 2],
  ])('is accepted %i years on without network, and until the next renewal', (years, index) => {
    const file = files[index] ?? Buffer.of();
    expectAccepted(file, addSeconds(yearsOn(years), DAY));
    expectAccepted(file, yearsOn(years + 1));
  });

  test('was renewed by SHA-512 before SHA-256 ended, and by SHA-3 in its time; without that it counts no more', () => {
    const [two = Buffer.of(), eleven = Buffer.of(), nineteen = Buffer.of()] = files;
    expect(imprints(two)).toEqual(['SHA-256', 'SHA-512']);
    expect(imprints(eleven)).toEqual(['SHA-256', 'SHA-512', 'SHA-512']);
    expect(imprints(nineteen)).toEqual(['SHA-256', 'SHA-512', 'SHA-512', 'SHA3-512']);
    const { report } = judged(first, yearsOn(4));
    for (const { integrity, level } of report.signatures)
      expect([integrity.state, level]).toEqual(['weak', null]);
    expect(judged(first, yearsOn(2.9)).report.signatures.map(({ level }) => level)).toEqual([
      'B-LTA',
      'B-LTA',
    ]);
    for (const file of files) expect(file.subarray(0, first.length).equals(first)).toBe(true);
  });

  // A validator that takes the newest list of the root would judge a timestamp at a time when its certificate has ended.
  test('holds no list from after the end of a timestamp’s certificate that speaks of it', () => {
    const job = createSigningJob(files.at(-1) ?? Buffer.of());
    const { certificates, crls } = job.validationData();
    const ofTime = certificates
      .map((der) => parseCertificate(der))
      .filter(({ commonName }) => commonName?.startsWith('Paraph time'));
    expect(ofTime.length).toBeGreaterThan(2);
    for (const { crlUrls, notAfter } of ofTime) {
      const about = crls
        .map((der) => readCrl(der))
        .filter(({ distributionPoints }) => distributionPoints?.some((url) => crlUrls.includes(url)));
      expect(about.length).toBeGreaterThan(0);
      for (const { nextUpdate } of about)
        expect(nextUpdate?.getTime()).toBeLessThanOrEqual(notAfter.getTime());
    }
    const { subject: rootSubject } = parseCertificate(instance.deps.authority.root.certificate);
    const roots = crls
      .map((der) => readCrl(der))
      .filter(({ issuer }) => Buffer.compare(issuer, rootSubject) === 0);
    expect(roots.filter(({ scope, distributionPoints }) => scope === 'all' && !distributionPoints)).toEqual(
      [],
    );
  });

  test('is not renewed again where the hash of its timestamp lasts', async () => {
    await instance.jobs['renew-seals'](0);
    await instance.runJobs();
    expect(await download(id)).toEqual(files.at(-1));
    expect(keys.size).toBe(3);
  });

  test('is what /verify says it is; a new one is signed by the newer hash, and one of before has ended', async () => {
    const verify = async (file: Buffer) => {
      const form = multipart([{ name: 'document', value: file, fileName: 'a.pdf', type: 'application/pdf' }]);
      const answer = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...form });
      expect(answer.statusCode, answer.body).toBe(200);
      return (answer.json() as { signatures: { level: string | null }[] }).signatures.map(
        ({ level }) => level,
      );
    };
    expect(await verify(files.at(-1) ?? Buffer.of())).toEqual(['B-LTA', 'B-LTA']);
    expect(await verify(first)).toEqual([null, null]);
    const later = await download(await sealed());
    expectAccepted(later, instance.deps.clock.now());
    const [signature] = extractSignatures(later);
    const { signedBytes, cms } = signature ?? { signedBytes: Buffer.of(), cms: Buffer.of() };
    expect(cms.includes(createHash('sha512').update(signedBytes).digest())).toBe(true);
  });
});
