import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import type { DemandedLog } from '@paraph/intake';
import {
  checkLogProof,
  cosignCheckpoint,
  keyText,
  type NoteKey,
  parseRetainedCheckpoint,
  rawPublicKey,
} from '@paraph/pades';
import { beforeAll, describe, expect, test } from 'vitest';
import { evaluateFile } from '../../intake/src/reading/evaluate-file.ts';
import { certifiedAttacks } from '../../pades/src/testing/hostile-certified.ts';
import { signedOddly } from '../../pades/src/testing/hostile-cms.ts';
import { cmsRows } from '../../pades/src/testing/hostile-cms-rows.ts';
import { damagedFiles } from '../../pades/src/testing/hostile-damaged.ts';
import { formAttacks } from '../../pades/src/testing/hostile-forms.ts';
import { incrementalSaving, shadows } from '../../pades/src/testing/hostile-revisions.ts';
import { shadowsOfFields } from '../../pades/src/testing/hostile-shadows.ts';
import { forgeries, transplants, wrappings } from '../../pades/src/testing/hostile-structure.ts';
import { sequenceAttacks } from '../../pades/src/testing/hostile-turns.ts';
import {
  anchors,
  authority,
  later,
  levelFixture,
  raise,
  sign,
  YEAR,
} from '../../pades/src/testing/level-fixture.ts';
import {
  witness as cosigner,
  entryOf,
  type LoggedFile,
  proveIn,
  RECORD,
  signLogged,
  trusted,
  trustedWitness,
} from '../../pades/src/testing/logged-signature.ts';
import { sampleLog } from '../../pades/src/testing/sample-log.ts';
import { viewVerification } from '../../server/src/verification/verification-view.ts';
import { buildVerifier } from '../../verifier/build.mjs';

// The very script of the page, without anything of Node, in the place where the page's worker runs it. In a real
// browser: tests/e2e/verify.test.ts.

/** In nine languages: each has 13 KB of words. */
const BYTES_MAX = 327_000;
const fixtures = new URL('../fixtures/', import.meta.url);
const attacks = [
  ['universal forgery', forgeries],
  ['signature wrapping', wrappings],
  ['incremental saving', incrementalSaving],
  ['shadow', [...shadows, ...shadowsOfFields]],
  ['certified file', certifiedAttacks],
  ['signing in turn', sequenceAttacks],
  ['form, transplants and damage', [...formAttacks, ...transplants, ...damagedFiles]],
  ['odd signature', cmsRows.map((row) => ({ made: row.made, file: async () => signedOddly(row) }))],
] as const;
const fixtureNames = readdirSync(fixtures, { recursive: true }).map(String);
const fixtureRoots = fixtureNames.filter((name) => name.endsWith('.cer'));
const roots = [...anchors, ...fixtureRoots.map((name) => readFileSync(new URL(name, fixtures)))];
const known = roots.map((der, index) => ({
  der: Buffer.from(der),
  trustedBy: index === 0 ? ('this-instance' as const) : ('named-by-operator' as const),
  isQualifying: index > 0,
}));
const rootTexts = known.map(({ der }) => der.toString('base64'));
const atMs = later(YEAR / 4).getTime();

let page: string;
let script: string;
let ask: (file: Uint8Array, about?: { logs: DemandedLog[]; record: string }) => unknown;
let askLog: (task: object) => unknown;
beforeAll(async () => {
  page = await buildVerifier();
  script = /<script id="program">(.*)<\/script>/s.exec(page)?.[1] ?? '';
  ({ ask, askLog } = openWorker());
});

/** What a worker has of its own beside the language. */
function openWorker() {
  const answers: unknown[] = [];
  const scope: Record<string, unknown> = { TextDecoder, TextEncoder, atob, btoa };
  scope.postMessage = (answer: unknown) => answers.push(answer);
  createContext(scope);
  runInContext(script, scope);
  const send = (data: object): unknown => {
    (scope.onmessage as (event: unknown) => void)({ data });
    return JSON.parse(JSON.stringify(answers.pop()));
  };
  const ask = (file: Uint8Array, about = { logs: [] as DemandedLog[], record: '' }): unknown => {
    const bytes = runInContext(`new Uint8Array(${file.length})`, scope) as Uint8Array;
    bytes.set(file);
    const asText = known.map((root) => ({ ...root, der: root.der.toString('base64') }));
    return send({ bytes: bytes.buffer, roots: asText, atMs, hashesUntilMs: {}, ...about });
  };
  return { ask, askLog: send };
}

function ofServer(file: Buffer, logs: DemandedLog[] = []): unknown {
  const about = { roots: rootTexts, atMs, hashesUntilMs: {}, logs, withXml: false };
  const answer = evaluateFile(file, about);
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reasons.join(' ') };
  if (answer.kind !== 'evaluated') throw new Error(answer.kind);
  const upload = { sha256: createHash('sha256').update(file).digest(), size: file.length };
  const checkedAt = new Date(atMs);
  const report = viewVerification({
    evaluated: answer.evaluated,
    upload,
    checkedAt,
    anchors: known,
    erased: null,
  });
  return JSON.parse(JSON.stringify({ kind: 'report', report }));
}

/** In a log of nothing else; without cosigners, what a signature is made with. */
const proofOf = (certificate: Uint8Array, cosigners = [] as { name: string; key: KeyObject }[]) =>
  proveIn([entryOf(certificate, later(-5)), 'later\n'], 0, { cosigners });

describe('paraph-verify.html', () => {
  test('has at most 327 KB, and a policy that runs its own script and style and asks no network', () => {
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(BYTES_MAX);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'worker-src blob:',
    ]);
  });

  test.each(attacks)('says of every hostile file the same as the server: %s', async (_attack, rows) => {
    for (const { made, file } of rows) {
      const bytes = await file();
      expect(ask(bytes), made).toEqual(ofServer(bytes));
    }
  });

  test('says of proofs of the log the same as the server, with a checkpoint that was kept and without', async () => {
    const [log, rewritten] = [sampleLog(300), sampleLog(300, { changed: 7 })];
    const logKey = keyText(log.key);
    const signed = await log.prove(200, 300);
    const { privateKey } = generateKeyPairSync('ed25519');
    const name = 'witness.example.net/one';
    const witness: NoteKey = { name, publicKey: rawPublicKey(privateKey), kind: 'cosignature' };
    const at = new Date('2026-11-24T12:00:00Z');
    const line = cosignCheckpoint(signed.checkpoint, { name, privateKey, at });
    const proof = { ...signed, checkpoint: signed.checkpoint + line };
    const witnesses = [keyText(witness)];
    const records = [proof, await log.prove(3, 250), await rewritten.prove(3, 250), { ...proof, index: 4 }];
    const { checkpoint } = await log.prove(3, 250);
    const other = `other.example.org/log · 250 · ${await log.rootAt(250)}`;
    for (const kept of ['', checkpoint, other]) {
      const about = {
        key: log.key,
        retained: kept === '' ? null : parseRetainedCheckpoint(kept),
        witnesses: [witness],
      };
      const record = JSON.stringify({
        record: { documents: records.map((each) => ({ sealed: { log: each } })) },
      });
      const proofs = records.map((each) => checkLogProof(each, about));
      expect(askLog({ record, retained: kept, logKey, witnesses })).toEqual({ kind: 'log', proofs });
      expect(proofs[0]?.witnesses).toEqual([{ name, seenAt: '2026-11-24T12:00:00.000Z' }]);
      expect(proofs.map(({ isIncluded, isSigned }) => isIncluded && isSigned)).toEqual([
        true,
        true,
        false,
        false,
      ]);
    }
    for (const [record, kept] of [
      ['{', ''],
      ['{}', 'no checkpoint'],
      [JSON.stringify({ ...proof, checkpoint: '' }), ''],
    ])
      expect(askLog({ record, retained: kept, logKey, witnesses })).toMatchObject({ kind: 'refused' });
    expect(askLog({ record: '{}', retained: '', logKey, witnesses })).toEqual({ kind: 'log', proofs: [] });
  });

  test('demands the log of signatures as the server does, and a witness by the record of evidence', async () => {
    const honest = await signLogged({
      proofs: async (certificate) => ({ record: RECORD, log: await proofOf(certificate) }),
    });
    const unseen = await signLogged({ proofs: async () => ({ record: RECORD }) });
    const seen = await proofOf(honest.certificate, [cosigner]);
    const record = JSON.stringify({ record: { documents: [{ sealed: { log: seen } }] } });
    const log: DemandedLog = {
      roots: [authority.root, authority.issuing].map((der) => Buffer.from(der).toString('base64')),
      key: keyText({ name: trusted.origin, publicKey: trusted.publicKey, kind: 'signature' }),
      sinceMs: null,
      witnesses: [],
      laterProofs: [],
      entries: null,
    };
    const witnessed = { ...log, witnesses: [keyText({ ...trustedWitness, kind: 'cosignature' })] };
    const verdicts: [LoggedFile, DemandedLog, string, string][] = [
      [honest, log, '', 'intact'],
      [unseen, log, record, 'not-logged'],
      [honest, witnessed, '', 'unwitnessed'],
      [honest, witnessed, '{', 'unwitnessed'],
      [honest, witnessed, record, 'intact'],
      [unseen, witnessed, record, 'not-logged'],
    ];
    for (const [{ file }, demanded, text, reason] of verdicts) {
      const laterProofs = text === record ? [seen] : [];
      const said = ask(file, { logs: [demanded], record: text });
      expect(said).toEqual(ofServer(file, [{ ...demanded, laterProofs }]));
      expect(said).toMatchObject({ report: { verdict: { reason } } });
    }
  });

  test('says of honest files the same as the server: of every level, earlier versions, other makers', async () => {
    const on = levelFixture();
    const files: Buffer[] = [on.original];
    await sign(on, 'One', { timestamped: true });
    files.push(on.file());
    for (const level of ['B-LT', 'B-LTA'] as const) {
      await raise(on, level);
      files.push(on.file());
    }
    await sign(on, 'Two', { timestamped: false });
    files.push(on.file(), signedOddly({ oddities: () => ({}) }));
    for (const name of fixtureNames.filter((each) => each.endsWith('.pdf.gz')))
      files.push(gunzipSync(readFileSync(new URL(name, fixtures))));
    for (const file of files) {
      const wanted = ofServer(file);
      expect(wanted).toMatchObject({ kind: 'report' });
      expect(ask(file)).toEqual(wanted);
    }
  });
});
