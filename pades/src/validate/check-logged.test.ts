import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { integer, objectIdentifier, octetString, sequence, utf8String } from '../asn1/der-writer.ts';
import { oids } from '../asn1/oids.ts';
import { addUnsignedAttribute } from '../cms/add-unsigned-attribute.ts';
import { proofAttributes } from '../cms/signature-proofs.ts';
import { addSignatureTimestamp } from '../sign/add-signature-timestamp.ts';
import { anchors, authority, later, start, timestamper } from '../testing/level-fixture.ts';
import {
  CONTENT_HASH,
  EARLIER,
  entryOf,
  evaluate,
  honestProofs,
  type Making,
  proveIn,
  RECORD,
  sha256,
  signLogged,
  trusted,
  trustedWitness,
  withLog,
  witness,
} from '../testing/logged-signature.ts';
import { sampleTimestamping } from '../testing/sample-timestamping.ts';
import type { LogProof } from '../transparency/log-proof.ts';
import type { TrustedLog } from './check-logged.ts';
import { describeReport } from './describe-report.ts';
import { etsiReport } from './etsi-report.ts';
import { validate } from './validate.ts';

const WORDS = 'Not in the log: this service, or somebody with its keys, made it unseen.';
const now = later(3600);
const made = await signLogged();
const witnesses = [trustedWitness];
const stampedAt = (at: Date) => sampleTimestamping(timestamper, { anchors, now: () => at });

describe('an honest signature', () => {
  test('is in the log, and the report says where and who has seen it', () => {
    const report = evaluate(made.file, { witnesses });
    expect(report.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
    const [signature] = report.signatures;
    expect(signature?.certificate.ok).toBe(true);
    expect(signature?.log).toEqual({
      state: 'logged',
      sentence: 'In the log.',
      origin: trusted.origin,
      leaf: { index: 4, entry: entryOf(made.certificate, later(-5)), addedAt: later(-5), size: 5 },
      witnesses: [{ name: witness.name, seenAt: start }],
      reasons: [],
    });
    expect(signature?.proofRecord).toBe(RECORD.toString());
    expect(signature?.contentHash).toEqual(CONTENT_HASH);
    expect(describeReport(report)).toContain(
      `Log: leaf 4 of ${trusted.origin}, added at 2026-11-21 14:04:55 UTC; seen by one other: ${witness.name} at 2026-11-21 14:05:00 UTC.`,
    );
    expect(etsiReport(report, { at: now })).toMatch(/validation:log<.*?mainindication:passed/s);
  });

  test('is judged as before where no log is named, or one of another authority', () => {
    for (const logs of [
      undefined,
      [],
      [{ ...trusted, roots: [timestamper.certificates[0] ?? new Uint8Array()] }],
    ]) {
      const report = validate(made.file, { anchors, at: now, ...(logs ? { logs } : {}) });
      expect(report.verdict.state).toBe('as-signed');
      expect(report.signatures[0]?.log).toBeNull();
    }
  });

  test('is in the log that continues one whose key was lost', () => {
    const lost = { ...trusted, publicKey: trustedWitness.publicKey };
    const logs = [lost, trusted];
    expect(validate(made.file, { anchors, at: now, logs }).signatures[0]?.log?.state).toBe('logged');
  });

  test('needs no witness where none is named, and a reader of the log may look into the log itself', () => {
    const looked: number[] = [];
    const findEntry = (index: number) => {
      looked.push(index);
      return entryOf(made.certificate, later(-5));
    };
    expect(evaluate(made.file, { findEntry }).signatures[0]?.log).toMatchObject({
      state: 'logged',
      witnesses: [],
    });
    expect(looked).toEqual([4]);
  });

  test('is in the log also where its timestamp comes later', async () => {
    const late = await signLogged({ timestamping: null });
    expect(evaluate(late.file).signatures[0]).toMatchObject({ log: { state: 'logged' }, level: 'B-B' });
    const stamped = await addSignatureTimestamp(late.update, stampedAt(start));
    const report = evaluate(Buffer.concat([late.file.subarray(0, -late.update.length), stamped]));
    expect(report.signatures[0]).toMatchObject({ log: { state: 'logged' }, level: 'B-T' });
    expect(report.signatures[0]?.proofRecord).toBe(RECORD.toString());
  });

  test('has at most 12 KB with the longest proofs and a timestamp', () => {
    expect(made.contentsBytes).toBeLessThanOrEqual(12 * 1024);
    expect(made.cms.length).toBeLessThanOrEqual(made.contentsBytes);
  });
});

const forged = generateKeyPairSync('ed25519').privateKey;

/** What was done, what the validator is told besides, and what it says. */
const forgeries: [what: string, making: Making, log: Partial<TrustedLog>, reason: string][] = [
  ['no proof', { proofs: async () => ({ record: RECORD }) }, {}, 'holds no proof'],
  [
    'the proof of another certificate',
    withLog(async () => {
      const other = entryOf(new Uint8Array(9), later(-5));
      return proveIn([...EARLIER, other], EARLIER.length);
    }),
    {},
    'something other than its certificate',
  ],
  [
    'the proof of a seal with the hash of the certificate',
    withLog(async (_proof, certificate) => {
      const entry = entryOf(certificate, later(-5)).replace('certificate', 'seal');
      return proveIn([...EARLIER, entry], EARLIER.length);
    }),
    {},
    'something other than its certificate',
  ],
  [
    'a wrong path',
    withLog((proof) => ({ ...proof, proof: [...proof.proof.slice(0, -1), sha256('no').toString('base64')] })),
    {},
    'does not lead to the checkpoint',
  ],
  ['another index', withLog((proof) => ({ ...proof, index: 3 })), {}, 'does not lead to the checkpoint'],
  [
    'a checkpoint by another key',
    withLog((_proof, certificate) =>
      proveIn([...EARLIER, entryOf(certificate, later(-5))], EARLIER.length, { key: forged }),
    ),
    {},
    'did not sign the checkpoint',
  ],
  [
    'a checkpoint of another log by the same key',
    {},
    { origin: 'other.example.org/log' },
    'did not sign the checkpoint',
  ],
  [
    'a fork by the same key: the log itself says otherwise',
    {},
    { findEntry: () => EARLIER[0] ?? null },
    'something else in this place',
  ],
  [
    'a fork by the same key: the log itself has no such leaf',
    {},
    { findEntry: () => null },
    'something else in this place',
  ],
  [
    'a leaf of the future, without a timestamp',
    {
      ...withLog((_proof, certificate) =>
        proveIn([...EARLIER, entryOf(certificate, later(3661))], EARLIER.length),
      ),
      timestamping: null,
    },
    {},
    'only after the time of the signature',
  ],
  [
    'a leaf of no time',
    {
      ...withLog((_proof, certificate) => {
        const entry = entryOf(certificate, start).replace(/T\d\d/, 'T99');
        return proveIn([...EARLIER, entry], EARLIER.length);
      }),
      timestamping: null,
    },
    {},
    'only after the time of the signature',
  ],
  [
    'a certificate for anything',
    {
      boundTo: () => undefined,
      proofs: async (certificate) => {
        const { log } = await honestProofs(certificate);
        return log ? { log } : {};
      },
    },
    {},
    'does not name the documents',
  ],
];

describe('a signature that was made unseen', () => {
  test.each(forgeries)('is told by %s', async (_what, making, log, reason) => {
    const { file } = await signLogged(making);
    const report = evaluate(file, log);
    expect(report.verdict).toEqual({ state: 'not-logged', reason: 'not-logged' });
    const [signature] = report.signatures;
    expect(signature?.integrity.ok).toBe(true);
    expect(signature?.log?.state).toBe('not-logged');
    expect(signature?.log?.reasons.join(' ')).toContain(reason);
    expect(signature?.log?.reasons).toHaveLength(1);
    expect(signature?.certificate).toMatchObject({ ok: false, reasons: [WORDS] });
    expect(signature?.indication).toEqual({ main: 'INDETERMINATE', sub: 'CHAIN_CONSTRAINTS_FAILURE' });
    const text = describeReport(report);
    expect(text.startsWith(WORDS)).toBe(true);
    expect(text).toContain(`Log: ${WORDS}`);
    expect(text).not.toContain('as it was signed');
    expect(etsiReport(report, { at: now })).toMatch(/validation:log<.*?mainindication:failed/s);
    expect(validate(file, { anchors, at: now }).verdict.state).toBe('as-signed');
  });

  test('is told also where the file leaves out who issued its certificate', async () => {
    const { file } = await signLogged({ isAlone: true, proofs: async () => ({ record: RECORD }) });
    const roots = [authority.root, authority.issuing];
    expect(evaluate(file, { roots }).verdict.state).toBe('not-logged');
    const [stranger] = evaluate(file).signatures;
    expect(stranger).toMatchObject({ log: null, certificate: { ok: false } });
  });

  test('confirms nothing that came after the signature of somebody else', async () => {
    const second = { file: made.file, options: { fieldName: 'Two' } };
    const confirmedBy = (file: Uint8Array) => evaluate(file).signatures[0]?.changesAfter[0]?.confirmedBy;
    expect(confirmedBy((await signLogged(second)).file)).toBe('Two');
    const unseen = await signLogged({ ...second, proofs: async () => ({ record: RECORD }) });
    expect(evaluate(unseen.file).verdict.state).toBe('not-logged');
    expect(confirmedBy(unseen.file)).toBeNull();
  });
});

describe('a timestamp of before the leaf', () => {
  const record = async () => ({ record: RECORD });
  const backDated = (seconds: number) =>
    signLogged({
      proofs: record,
      timestamping: stampedAt(later(seconds)),
      options: { contentsBytes: 12_288 },
    });

  test('does not prove that the certificate was in the log when it signed', async () => {
    const states = [-64, -66].map(async (seconds) => {
      const { certificate, cms, withCms } = await backDated(seconds);
      const { log } = await honestProofs(certificate);
      const attributes = new Map(proofAttributes(log ? { log } : {}));
      const proof = attributes.get(oids.logProof) ?? new Uint8Array();
      const [signature] = evaluate(withCms(addUnsignedAttribute(cms, oids.logProof, proof))).signatures;
      return [signature?.log?.state, signature?.log?.reasons.join()];
    });
    expect(await Promise.all(states)).toEqual([
      ['logged', ''],
      ['not-logged', 'The certificate came into the log only after the time of the signature.'],
    ]);
  });

  test('is not taken: a later one is, once the clocks agree', async () => {
    const early = stampedAt(later(-66));
    await expect(signLogged({ timestamping: early })).rejects.toMatchObject({ code: 'timestamp' });
    const { update } = await signLogged({ timestamping: null });
    await expect(addSignatureTimestamp(update, early)).rejects.toThrow('compare the clocks');
    expect(await addSignatureTimestamp(update, stampedAt(later(-64)))).toHaveLength(update.length);
  });
});

describe('the day from which a log is demanded', () => {
  const unseen = signLogged({ proofs: async () => ({ record: RECORD }) });

  test('leaves the verdict to what is proven to be older', async () => {
    const { file } = await unseen;
    const report = evaluate(file, { since: later(1) });
    expect(report.verdict.state).toBe('as-signed');
    expect(report.signatures[0]).toMatchObject({ log: { state: 'not-demanded' }, certificate: { ok: true } });
    expect(describeReport(report)).toContain(
      'Log: Not in the log, which did not have to hold it at its time.',
    );
    expect(etsiReport(report, { at: now })).not.toContain('validation:log<');
    expect(evaluate(made.file, { since: later(1) }).signatures[0]?.log?.state).toBe('logged');
  });

  test('is the day itself, and what only claims to be older is not', async () => {
    const { file } = await unseen;
    expect(evaluate(file, { since: start }).verdict.state).toBe('not-logged');
    const making = { timestamping: null, proofs: async () => ({ record: RECORD }) };
    const claimed = await signLogged({ ...making, options: { signingTime: later(-86_400) } });
    expect(evaluate(claimed.file, { since: start }).verdict.state).toBe('not-logged');
  });
});

describe('attributes of a hostile file', () => {
  const bare = signLogged({ proofs: async () => ({ record: RECORD }), options: { contentsBytes: 200_000 } });
  const hash = octetString(Buffer.alloc(32));
  const partsOf = (log: LogProof) =>
    [
      integer(log.index),
      utf8String(log.entry),
      sequence(...log.proof.map((each) => octetString(Buffer.from(each, 'base64')))),
      utf8String(log.checkpoint),
    ] as const;
  /** An honest signature without its proof, and the proof. */
  const parts = async () => {
    const made = await bare;
    const { log } = await honestProofs(made.certificate);
    if (!log) throw new Error('There is no proof.');
    return { ...made, log, honest: sequence(...partsOf(log)) };
  };
  const withPart = (index: number, part: Uint8Array) => (log: LogProof) =>
    sequence(...partsOf(log).with(index, part));

  test('are read where they are honest', async () => {
    const { cms, withCms, honest } = await parts();
    const report = evaluate(withCms(addUnsignedAttribute(cms, oids.logProof, honest)), { witnesses });
    expect(report.verdict.state).toBe('as-signed');
  });

  test.each([
    ['nothing in it', () => sequence()],
    ['an octet string', () => octetString(Buffer.alloc(8))],
    ['no path', ({ index, entry }) => sequence(integer(index), utf8String(entry))],
    ['a path of short hashes', withPart(2, sequence(octetString(Buffer.alloc(31))))],
    ['a path without end', withPart(2, sequence(...Array<Uint8Array>(65).fill(hash)))],
    ['no checkpoint in the checkpoint', withPart(3, utf8String('\n\n\u2014 \n'))],
    [
      'a checkpoint in bytes',
      ({ checkpoint, ...log }) => withPart(3, octetString(Buffer.from(checkpoint)))({ ...log, checkpoint }),
    ],
    ['more after it', (log) => sequence(...partsOf(log), integer(1))],
    ['a number beyond all numbers', withPart(0, integer(Buffer.alloc(9, 1)))],
    [
      'a thousand signatures',
      ({ checkpoint, ...log }) =>
        withPart(3, utf8String(`${checkpoint}${'\u2014 a AAAA\n'.repeat(2000)}`))({ ...log, checkpoint }),
    ],
  ] satisfies [string, (log: LogProof) => Uint8Array][])('with %s are no proof', async (_what, encode) => {
    const { cms, withCms, log } = await parts();
    const report = evaluate(withCms(addUnsignedAttribute(cms, oids.logProof, encode(log))));
    expect(report.verdict.state).toBe('not-logged');
    expect(report.signatures[0]?.log?.leaf).toBeNull();
  });

  test('that stand twice, or with two values, are no proof', async () => {
    const { cms, withCms, honest } = await parts();
    const twin = `${oids.logProof.slice(0, -1)}9`;
    const once = addUnsignedAttribute(cms, oids.logProof, honest);
    const twice = Buffer.from(addUnsignedAttribute(once, twin, honest));
    const encoded = objectIdentifier(twin);
    twice[twice.indexOf(encoded) + encoded.length - 1] = 2;
    expect(evaluate(withCms(twice)).verdict.state).toBe('cannot-be-judged');
    const both = addUnsignedAttribute(cms, oids.logProof, Buffer.concat([honest, sequence()]));
    expect(evaluate(withCms(both)).verdict.state).toBe('not-logged');
  });
});
