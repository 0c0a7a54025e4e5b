import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createOcspRequest,
  createSigningJob,
  parseCertificate,
  readOcspResponse,
  validate,
} from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { openAuthority, rootCertificates } from '../../server/src/authority/open-authority.ts';
import { isIssuedBy } from '../../server/src/authority/open-certified-key.ts';
import { respondToOcsp } from '../../server/src/authority/publish-revocations.ts';
import { trustedRoots } from '../../server/src/authority/timestamping.ts';
import { addSeconds } from '../../server/src/platform/clock.ts';
import { pemOf, run } from '../conformance/pdf-validators.ts';
import { DAY, openTestInstance } from '../support/instance.ts';
import {
  envelopesOf,
  expectStatus,
  folderForThisTest,
  forThisFile,
  forThisTest,
} from '../support/instance-case.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';

const YEAR = 365.25 * DAY;
const PEOPLE = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.com` }));

type Sealed = Awaited<ReturnType<typeof sealed>>;

/** A document that two people signed, sealed. */
async function sealed(opening: typeof forThisTest, env: Record<string, string> = {}) {
  const instance = await opening(openTestInstance({ env }));
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const envelopeId = await envelopesOf(instance, () => sender).sendSigned(...PEOPLE);
  return { instance, sender, envelopeId };
}

/** What the sender downloads now. */
async function download({ instance, envelopeId }: Sealed): Promise<Buffer> {
  // Years later all sessions have ended.
  const again = await instance.signIn('Sender', 'sender@example.com');
  return envelopesOf(instance, () => again).download(envelopeId);
}

/** As the clock does once a day. */
async function renew({ instance }: Sealed): Promise<void> {
  await instance.jobs['renew-seals'](0);
  await instance.runJobs();
}

async function row({ instance }: Sealed) {
  return instance.deps.database.selectFrom('seals').selectAll().executeTakeFirstOrThrow();
}

/** The former files are parts of the one that replaced them, and its blob is the only one. */
async function expectParts(stage: Sealed, former: readonly { file_id: number | null }[]): Promise<void> {
  const { instance } = stage;
  const { file_id: wholeId } = await row(stage);
  instance.advance(2 * 3_600);
  await instance.jobs['compact-seals'](0);
  for (const { file_id: id } of former) {
    const files = instance.deps.database.selectFrom('files').select(['blob_key', 'part_of']);
    const file = await files.where('id', '=', id ?? 0).executeTakeFirstOrThrow();
    expect(file.part_of).toBe(wholeId);
    expect(await instance.stored.has(file.blob_key)).toBe(false);
  }
}

const levels = ({ instance }: Sealed, bytes: Buffer, at: Date) =>
  validate(bytes, { anchors: trustedRoots(instance.deps), at }).signatures.map(({ level }) => level);

/** What a strict validator needs offline, with the root alone: certificate and list of the newest timestamp. */
async function expectDecidable({ instance }: Sealed, bytes: Buffer, at: Date): Promise<void> {
  const { certificate: root } = instance.deps.authority.root;
  const report = validate(bytes, { anchors: [root], at });
  expect(report.signatures.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA']);
  expect(report.timestamps.map(({ certificate }) => certificate?.revocation)).toEqual(
    report.timestamps.map(() => 'good'),
  );
  const folder = await folderForThisTest();
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const lists = createSigningJob(bytes)
    .validationData()
    .crls.map((der) => pemOf(der, 'X509 CRL'));
  const newest = report.timestamps.at(-1)?.certificate?.chain[0] ?? Buffer.of();
  const moment = String(Math.floor(at.getTime() / 1000));
  const trust = ['-CAfile', write('root.pem', pemOf(root)), '-CRLfile', write('lists.pem', lists.join(''))];
  const wanted = ['-crl_check', '-purpose', 'timestampsign', '-attime', moment, ...trust];
  const { text } = run('openssl', ['verify', ...wanted, write('newest.pem', pemOf(newest))]);
  expect(text).toContain('newest.pem: OK');
}

const stage = await sealed(forThisFile);

describe('a sealed document', () => {
  test('gets a later timestamp a year before the last one can no longer be judged, and stays provable', async () => {
    const { instance } = stage;
    const { deps } = instance;
    await instance.runJobs();
    const before = await download(stage);
    const first = await row(stage);
    await renew(stage);
    instance.advance(8 * YEAR);
    await renew(stage);
    expect(await row(stage)).toEqual(first);

    instance.advance(YEAR + 30 * DAY);
    const old = deps.authority.timestamping.certificate;
    // The server has been restarted since: an ageing certificate has a successor.
    Object.assign(deps.authority, await openAuthority(deps));
    expect(deps.authority.timestamping.certificate.equals(old)).toBe(false);
    await renew(stage);
    const after = await download(stage);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    const second = await row(stage);
    expect(second.timestamp_is_internal).toBe(true);
    expect(second.timestamp_serial).not.toBe(first.timestamp_serial);
    expect(second.renew_at?.getTime()).toBeGreaterThan(addSeconds(deps.clock.now(), 8 * YEAR).getTime());

    // Two years on, and nine: the file holds current proof for its newest certificate too, also for OpenSSL.
    for (const years of [2, 9])
      await expectDecidable(stage, after, addSeconds(deps.clock.now(), years * YEAR));

    const late = addSeconds(deps.clock.now(), 3 * YEAR);
    expect(levels(stage, before, late)).toEqual(['B-B', 'B-B']);
    expect(levels(stage, after, late)).toEqual(['B-LTA', 'B-LTA']);
    await renew(stage);
    expect(await row(stage)).toEqual(second);

    const events = await deps.database
      .selectFrom('events')
      .select(['detail'])
      .where('name', '=', 'document.renewed')
      .execute();
    expect(events).toMatchObject([
      { detail: { level: 'PAdES B-LTA', timestamp: { serial: second.timestamp_serial, isInternal: true } } },
    ]);
    expect(await verifyChain(deps.database, deps, first.workflow_id)).toMatchObject({ intact: true });

    instance.advance(9 * YEAR + 30 * DAY);
    Object.assign(deps.authority, await openAuthority(deps));
    await renew(stage);
    const third = await download(stage);
    expect(third.subarray(0, after.length).equals(after)).toBe(true);
    await expectParts(stage, [first, second]);
    expect(await download(stage)).toEqual(third);
    // Twenty years after, the root of then still decides alone.
    expect(deps.authority.formerRoots).toEqual([]);
    await expectDecidable(stage, third, addSeconds(deps.clock.now(), 2 * YEAR - 60 * DAY));

    const issuers = rootCertificates(deps.authority).map(parseCertificate);
    for (const certificate of [old, deps.authority.timestamping.certificate].map(parseCertificate)) {
      const issuer = issuers.find((each) => isIssuedBy(certificate.der, each.der));
      if (!issuer) throw new Error('A certificate is of no root.');
      const answer = readOcspResponse(await respondToOcsp(deps, createOcspRequest({ certificate, issuer })));
      expect(answer.responses[0]?.status).toBe('good');
    }
  });

  test('is not renewed if the stored file was changed, and erased with its former files', async () => {
    const { instance, envelopeId } = stage;
    const before = await row(stage);
    const { blob_key: key } = await instance.deps.database
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', before.file_id ?? 0)
      .executeTakeFirstOrThrow();
    await instance.stored.change(key, (bytes) => Buffer.concat([bytes, Buffer.from('% a line more\n')]));
    instance.advance(9 * YEAR + 30 * DAY);
    await renew(stage);
    expect(await row(stage)).toEqual(before);
    const again = await instance.signIn('Sender', 'sender@example.com');
    expectStatus(await again.call({ method: 'DELETE', url: `/api/v1/envelopes/${envelopeId}` }), 204);
    const left = await instance.deps.database
      .selectFrom('files')
      .select('id')
      .where('format', '=', 'pdf')
      .execute();
    expect(left).toEqual([]);
  });

  test('is left as it is while no timestamp can be had, and renewed the day after', async () => {
    const authority = await forThisTest(openTimestampServer());
    const env = { PARAPH_TSA_URLS: authority.url, PARAPH_TSA_ROOTS: authority.rootsFile };
    const stage = await sealed(forThisTest, env);
    const { instance } = stage;
    authority.now = () => instance.deps.clock.now();
    await instance.runJobs();
    const before = await row(stage);
    expect(before.timestamp_authority).toBe('Outside Time');
    const file = await download(stage);
    instance.advance(2 * YEAR + 10 * DAY);
    authority.mood = 'down';
    await renew(stage);
    expect(await row(stage)).toEqual(before);

    authority.mood = 'well';
    instance.advance(DAY);
    await renew(stage);
    const after = await row(stage);
    expect(after.timestamp_serial).toBe(authority.serials.at(-1));
    const renewed = await download(stage);
    expect(renewed.subarray(0, file.length).equals(file)).toBe(true);
    expect(levels(stage, renewed, instance.deps.clock.now())).toEqual(['B-LTA', 'B-LTA']);

    // Trust in a hash ends, by which this authority still signs: not the same again, night after night.
    const day = addSeconds(instance.deps.clock.now(), 100 * DAY)
      .toISOString()
      .slice(0, 10);
    const [serials, ending] = [authority.serials.length, `sha256=${day}`];
    await instance.reopen({ PARAPH_HASH: 'sha512', PARAPH_HASHES_TRUSTED_UNTIL: ending });
    await renew(stage);
    expect(authority.serials.length).toBeGreaterThan(serials);
    expect(await row(stage)).toEqual(after);
  });
});
