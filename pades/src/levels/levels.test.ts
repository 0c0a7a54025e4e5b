import { describe, expect, test } from 'vitest';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import { inspect } from '../intake/inspect.ts';
import { expectNoAlarm } from '../testing/expect-no-alarm.ts';
import {
  anchors,
  authority,
  later,
  levelFixture,
  levels,
  raise,
  sign,
  start,
  timestamper,
  YEAR,
} from '../testing/level-fixture.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import type { SampleOptions } from '../testing/sample-pdf.ts';
import { sampleRevocation } from '../testing/sample-revocation.ts';
import { sampleTimestampAuthority, sampleTimestamping } from '../testing/sample-timestamping.ts';
import { validate } from '../validate/validate.ts';
import { augment } from './augment.ts';

describe('augment', () => {
  test.each<[string, SampleOptions, 'ocsp' | 'crl']>([
    ['a table', {}, 'ocsp'],
    ['a stream', { xref: 'stream' }, 'ocsp'],
    ['both kinds', { xref: 'hybrid' }, 'crl'],
  ])(
    'raises two signatures step by step in a file whose cross-reference is %s',
    async (_title, options, kind) => {
      const on = levelFixture(options, kind);
      await sign(on, 'One', { timestamped: false });
      expect(levels(on)).toEqual(['B-B']);
      on.clock = 10;
      await sign(on, 'Two', { timestamped: true });
      expect(levels(on)).toEqual(['B-B', 'B-T']);
      on.clock = 20;
      await raise(on, 'B-T');
      expect(levels(on)).toEqual(['B-T', 'B-T']);
      on.clock = 30;
      await raise(on, 'B-LT');
      expect(levels(on)).toEqual(['B-LT', 'B-LT']);
      on.clock = 40;
      await raise(on, 'B-LTA');
      expect(levels(on)).toEqual(['B-LTA', 'B-LTA']);

      const report = validate(on.file(), { anchors });
      expect(report.signatures.map(({ provenTime }) => provenTime)).toEqual([later(20), later(10)]);
      expect(report.timestamps.map(({ ok, time, fieldName }) => [ok, time, fieldName])).toEqual([
        [true, later(20), 'Timestamp1'],
        [true, later(40), 'Timestamp2'],
      ]);
      expect(report.document).toEqual({
        signatures: 2,
        lastCoversWholeFile: true,
        removedSignatures: [],
        unreadableEvidence: 0,
        repaired: false,
        ambiguous: false,
        shown: null,
        twoFaced: null,
      });
      for (const { changesAfter, certificate, integrity } of report.signatures) {
        expect(integrity.reasons).toEqual([]);
        expect(certificate).toMatchObject({ ok: true, revocation: 'good', timeSource: 'timestamp' });
        expect(changesAfter.every(({ allowed }) => allowed)).toBe(true);
      }
      expect(report.signatures[1]?.changesAfter.map(({ kinds }) => kinds)).toEqual([
        ['timestamp'],
        ['validation-data'],
        ['timestamp'],
      ]);
      expect(on.file().subarray(0, on.original.length).equals(on.original)).toBe(true);
    },
  );

  test('goes from a timestamped signature to B-LTA in two revisions, and asks for each certificate once', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true });
    await sign(on, 'Two', { timestamped: true });
    const before = on.file();
    const updates = await augment(on.job, 'B-LTA', { ...on, anchors });
    expect(updates).toHaveLength(2);
    expect(on.file().equals(Buffer.concat([before, ...updates]))).toBe(true);
    expect(levels(on)).toEqual(['B-LTA', 'B-LTA']);
    expect(on.revocation.asked.toSorted()).toEqual(['Ana', 'Ben', 'Sample Authority', 'Sample Time']);
  });

  test('keeps signatures good when their certificates ran out or were revoked long after', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true });
    const unproven = on.file();
    await raise(on, 'B-LTA');
    const years = later(3 * YEAR);
    const [report] = validate(on.file(), { anchors, at: years }).signatures;
    expect(report).toMatchObject({
      level: 'B-LTA',
      certificate: { ok: true, checkedAt: start, timeSource: 'timestamp', revocation: 'good' },
    });
    const late = validate(unproven, { anchors, at: later(30 * YEAR) }).signatures[0];
    expect(late).toMatchObject({ level: 'B-B', certificate: { ok: false, timeSource: 'asked' } });
    expect(late?.timestamp?.reasons).toEqual([
      'The certificate of Sample Time was not valid at the time.',
      'The certificate of Sample Root was not valid at the time.',
    ]);
  });

  test('renews: the next timestamp proves the last one after its certificate ran out', async () => {
    const old = authority.timestamper({ notAfter: later(2 * YEAR) });
    const on = levelFixture();
    const now = (): Date => later(on.clock);
    const first = { ...on, timestamping: sampleTimestamping(old, { anchors, now }) };
    await sign({ ...first, clock: 0 }, 'One', { timestamped: true });
    await augment(on.job, 'B-LTA', { ...first, anchors });
    const atRisk = later(5 * YEAR);
    expect(levels(on, later(YEAR))).toEqual(['B-LTA']);
    expect(levels(on, atRisk)).toEqual(['B-B']);
    on.clock = YEAR;
    await raise(on, 'B-LTA');
    expect(levels(on, atRisk)).toEqual(['B-LTA']);
    const { timestamps } = validate(on.file(), { anchors, at: atRisk });
    expect(timestamps.map(({ ok, certificate }) => [ok, certificate?.checkedAt])).toEqual([
      [true, later(YEAR)],
      [true, atRisk],
    ]);
  });

  test('holds proof for the certificate of its newest timestamp, also under a successor', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true });
    await raise(on, 'B-LTA');
    on.clock = YEAR;
    const now = (): Date => later(on.clock);
    const successor = authority.timestamper();
    const renewal = { ...on, timestamping: sampleTimestamping(successor, { anchors, now }) };
    await augment(on.job, 'B-LTA', { ...renewal, anchors });
    const newest = validate(on.file(), { anchors, at: later(YEAR + 3600) }).timestamps.at(-1);
    expect(newest).toMatchObject({ ok: true, certificate: { revocation: 'good' } });
    const certificates = on.job.validationData().certificates.map((der) => Buffer.from(der).toString('hex'));
    expect(certificates).toContain(Buffer.from(successor.certificates[0] ?? []).toString('hex'));
    expect(levels(on, later(3 * YEAR))).toEqual(['B-LTA']);
  });

  test('refuses what was revoked before it was signed, and changes nothing', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true });
    const serial = validate(on.file(), { anchors }).signatures[0]?.certificate.chain[0];
    expect(serial).toBeDefined();
    const hex = Buffer.from(parseCertificate(serial ?? new Uint8Array()).serial).toString('hex');
    on.revocation.revoked.set(hex, later(-60));
    const { size } = on.job.source;
    await expect(raise(on, 'B-LTA')).rejects.toThrow(
      'For the signature One: The certificate of Ana was revoked on 2026-11-21T14:04:00.000Z.',
    );
    expect(on.job.source.size).toBe(size);
    on.revocation.revoked.set(hex, later(60));
    await raise(on, 'B-LTA');
    expect(levels(on)).toEqual(['B-LTA']);
  });

  test('does not go on without revocation, a time, an anchor or a signature', async () => {
    const on = levelFixture();
    await expect(raise(on, 'B-LTA')).rejects.toThrow('There is no signature to raise to a level.');
    await sign(on, 'One', { timestamped: true });
    const { size } = on.job.source;
    const ports = { ...on, anchors };
    const silent = { revocation: async () => ({ crls: [], ocsps: [] }) };
    await expect(augment(on.job, 'B-LT', { ...ports, revocation: silent })).rejects.toThrow(
      'For the signature One: nothing proves that the certificate of Ana was not revoked.',
    );
    await expect(augment(on.job, 'B-LT', { ...ports, anchors: [sampleAuthority().root] })).rejects.toThrow(
      'For the signature One: Its certificate does not lead to a trusted authority.',
    );
    await expect(augment(on.job, 'B-LT', { ...ports, fieldNames: ['Nobody'] })).rejects.toThrow(
      'The file has no signature in a field named Nobody.',
    );
    const stopped = { ...on.timestamping, authorities: [sampleTimestampAuthority(timestamper, () => null)] };
    await expect(augment(on.job, 'B-LTA', { ...ports, timestamping: stopped })).rejects.toThrow(
      'The time is not certain at the moment.',
    );
    expect(levels(on)).toEqual(['B-T']);
    expect(on.job.source.size).toBe(size);
    on.clock = 5;
    await sign(on, 'Two', { timestamped: true });
    await raise(on, 'B-LTA');
    expect(levels(on)).toEqual(['B-LTA', 'B-LTA']);
  });

  test('leaves other signatures unchanged when field names are given', async () => {
    const stranger = sampleAuthority();
    const on = levelFixture();
    const options = { fieldName: 'One', name: 'X', appearance: null, signingTime: start };
    await on.job.sign(options, stranger.signer('X'));
    await sign(on, 'Two', { timestamped: true });
    await expect(raise(on, 'B-LTA')).rejects.toThrow('For the signature One:');
    await augment(on.job, 'B-LTA', { ...on, anchors, fieldNames: ['Two'] });
    expect(levels(on)).toEqual(['B-T', 'B-LTA']);
    expect(validate(on.file(), { anchors }).signatures[0]?.certificate.ok).toBe(false);
  });

  test('does not mind what strangers timestamped before', async () => {
    const stranger = sampleAuthority();
    const on = levelFixture();
    const now = (): Date => later(on.clock);
    const theirs = {
      timestamping: sampleTimestamping(stranger.timestamper(), { anchors: [stranger.root], now }),
      revocation: sampleRevocation(stranger, now),
      anchors: [stranger.root],
    };
    const options = { fieldName: 'One', name: 'X', appearance: null, signingTime: start };
    await on.job.sign(options, stranger.signer('X'), theirs.timestamping);
    await augment(on.job, 'B-LTA', theirs);
    on.clock = 10;
    await sign(on, 'Two', { timestamped: true });
    await augment(on.job, 'B-LTA', { ...on, anchors, fieldNames: ['Two'] });
    expect(levels(on)).toEqual(['B-T', 'B-LTA']);
    const both = validate(on.file(), { anchors: [...anchors, stranger.root] });
    expect(both.signatures.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA']);
  });

  test('may be done to a file that allows no other change', async () => {
    const on = levelFixture();
    await sign(on, 'One', { timestamped: true, docMdp: 1 });
    await raise(on, 'B-LTA');
    const [report] = expectNoAlarm(on.file()).signatures;
    expect(report?.level).toBe('B-LTA');
    expect(report?.changesAfter.map(({ allowed }) => allowed)).toEqual([true, true]);
    expect(inspect(on.file()).docMdpLevel).toBe(1);
  });
});

test('a security store is read up to a limit, and later entries prove nothing', () => {
  const on = levelFixture();
  const crls = Array.from({ length: 301 }, (_item, index) => Buffer.from(`\x30\x02\x05\x00${index}`));
  on.job.addValidationData({ certificates: [], crls, ocsps: [] });
  expect(on.job.validationData().crls).toHaveLength(300);
  expect(validate(on.job.source, { anchors }).document.unreadableEvidence).toBe(300);
});

test('a signature with a timestamp is not made at all when no timestamp can be had', async () => {
  const on = levelFixture();
  const down = { timestamp: () => Promise.reject(new Error('connection refused')) };
  const timestamping = { ...on.timestamping, authorities: [down] };
  const options = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  const { size } = on.job.source;
  await expect(on.job.sign(options, authority.signer('Ana'), timestamping)).rejects.toThrow(
    'No timestamp could be had (authority 1: connection refused).',
  );
  await expect(on.job.timestamp(timestamping)).rejects.toThrow('connection refused');
  expect(on.job.source.size).toBe(size);
});
