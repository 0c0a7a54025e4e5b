import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyText } from '@paraph/pades';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../server/src/deps.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { logCertificates } from '../../server/src/transparency-log/integrate-leaves.ts';
import { openLogKey } from '../../server/src/transparency-log/log-key.ts';
import { certifyUnseen, forge, stealInstance } from '../support/forger.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, folderForThisFile, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { runOwnCommandLine } from '../support/own-command-line.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { nameLog, openNamedInstance, witnessKeyOf } from '../support/witnesses.ts';

const WORDS = 'Not in the log: this service, or somebody with its keys, made it unseen.';

const folder = await folderForThisFile();
const witness = await forThisFile(openNamedInstance('witness.example.net'));
const { instance } = await openInstanceCase({
  env: { PARAPH_WITNESSES: `${await witnessKeyOf(witness)} ${witness.witnessUrl}` },
});
const { deps } = instance;
await nameLog(witness, deps);
const contract = buildPdf({ pages: [{ content: textLines(['I owe you 9,000.']) }] });

/** By a certificate that the log has. */
const signLogged = (by: Deps = deps) =>
  forge(by, contract, async (digest) => {
    const signer = await certifyUnseen(by, { digests: [digest] });
    const [log] = await logCertificates(by, [sha256(signer.certificates[0] ?? '')]);
    return log ? { ...signer, proofs: { log } } : signer;
  });
const unseen = () => forge(deps, contract, (digest) => certifyUnseen(deps, { digests: [digest] }));
const honest = await signLogged();
const stolen = (await forThisFile(stealInstance(instance))).deps;
/** With all keys, and a copy of the log that goes on by itself. */
const inCopy = () => signLogged(stolen);

async function verify(file: Uint8Array, as: '' | '/xml' = '') {
  const part = { name: 'document', value: file, fileName: 'contract.pdf' };
  const answer = await instance.inject({ method: 'POST', url: `/api/v1/verify${as}`, ...multipart([part]) });
  return expectStatus(answer, 200);
}

async function judge(file: Uint8Array) {
  const report = (await verify(file)).json();
  return { ...report, signature: report.signatures[0] };
}

const address = await instance.app.listen({ port: 0, host: '127.0.0.1' });

/** What the command line says, and its exit code. */
async function runVerify(file: Uint8Array, ...options: string[]) {
  const path = join(folder, 'signed.pdf');
  await writeFile(path, file);
  return runOwnCommandLine('verify', path, ...options);
}

const demandSince = (since: Date | null) =>
  sql`update transparency_state set certificates_since = ${since}`.execute(deps.database);

describe('a signature below the root of this instance', () => {
  test('is as it was signed where the log has it, and names who else has seen it', async () => {
    const before = await judge(honest);
    expect(before.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
    const log = {
      state: 'logged',
      sentence: 'In the log.',
      origin: 'localhost:3000/log',
      index: expect.any(Number),
      addedAt: instance.nowSeconds(),
      seenBy: [],
      reasons: [],
    };
    expect(before.signature).toMatchObject({ log, certificate: { trusted: true } });
    await instance.jobs['ask-witnesses'](0);
    const name = 'witness.example.net/log/witness';
    const seenBy = [{ name, seenAt: expect.any(Number) }];
    const { signature, text } = await judge(honest);
    expect(signature.log).toEqual({ ...log, seenBy });
    expect(text).toMatch(
      /Signature 1: .*Seen in the log by one other: witness\.example\.net\/log\/witness at 20/,
    );
    expect((await verify(honest, '/xml')).body).toMatch(/validation:log<.*?mainindication:passed/s);
  });

  test.each([
    ['without a proof', unseen],
    ['in a log of who copied keys and database', inCopy],
  ])('counts for nothing %s', async (_how, make) => {
    const file = await make();
    const { verdict, document, signature, text } = await judge(file);
    expect(verdict).toEqual({ state: 'not-logged', reason: 'not-logged' });
    expect(document).toMatchObject({ intact: 'all', identity: 'none' });
    expect(signature).toMatchObject({
      log: { state: 'not-logged', sentence: WORDS, seenBy: [] },
      certificate: { trusted: false, trustedBy: null, reasons: [WORDS] },
      indication: { main: 'INDETERMINATE', sub: 'CHAIN_CONSTRAINTS_FAILURE' },
      reached: null,
    });
    expect(signature.log.reasons).toHaveLength(1);
    expect(text.startsWith(WORDS)).toBe(true);
    const xml = (await verify(file, '/xml')).body;
    expect(xml).toMatch(/validation:log<.*?mainindication:failed/s);
    expect(xml).toContain(`<Value>${WORDS}</Value>`);
    expect(xml).toContain('subindication:CHAIN_CONSTRAINTS_FAILURE');
  });

  test('keeps its verdict where it is of before the day from which the log is demanded', async () => {
    const file = await unseen();
    await demandSince(new Date(deps.clock.now().getTime() + 1000));
    expect(await judge(file)).toMatchObject({
      verdict: { state: 'as-signed' },
      signature: { log: { state: 'not-demanded' }, certificate: { trusted: true } },
    });
    await demandSince(deps.clock.now());
    expect((await judge(file)).verdict.state).toBe('not-logged');
    await demandSince(null);
    expect(await judge(file)).toMatchObject({ verdict: { state: 'as-signed' }, signature: { log: null } });
  });
});

describe('paraph verify', () => {
  const onServer = ['--server', address];

  test('looks into the log of the server, also for the words of witnesses', async () => {
    await demandSince(new Date(0));
    const file = await signLogged();
    const logged = await runVerify(file, ...onServer);
    expect(logged.text).toMatch(/^The file is as it was signed\..*Log: leaf \d+ of localhost:3000\/log/s);
    expect(logged.code).toBe(0);
    const asked = ['--witness', await witnessKeyOf(witness)];
    const unshown = await runVerify(file, ...onServer, ...asked);
    expect(unshown.text).toMatch(/^In the log by the word of this service alone/);
    expect(unshown.code).toBe(6);
    await instance.jobs['ask-witnesses'](0);
    expect((await runVerify(file, ...onServer, ...asked)).text).toContain(
      'seen by one other: witness.example.net',
    );
    for (const make of [unseen, inCopy]) {
      const unlogged = await runVerify(await make(), ...onServer);
      expect(unlogged.text.startsWith(WORDS), unlogged.text).toBe(true);
      expect(unlogged.code).toBe(6);
    }
    await demandSince(null);
    const before = await runVerify(await unseen(), ...onServer);
    expect(before).toMatchObject({ code: 0, text: expect.not.stringContaining('Log:') });
  });

  test('takes what is needed without a server from its options', async () => {
    const [ca, record] = [join(folder, 'ca.cer'), join(folder, 'evidence.json')];
    await writeFile(ca, deps.authority.root.certificate);
    const { publicKey } = await openLogKey(deps);
    const key = keyText(publicKey);
    const known = ['--ca', ca, '--no-fetch', '--log-key', key];
    const file = await signLogged();
    expect((await runVerify(file, ...known)).code).toBe(0);
    const unshown = await runVerify(await unseen(), ...known);
    expect(unshown).toMatchObject({ code: 6, text: expect.stringContaining(WORDS) });
    const older = ['--log-since', new Date(deps.clock.now().getTime() + 1000).toISOString()];
    expect((await runVerify(await unseen(), ...known, ...older)).code).toBe(0);
    const asked = [...known, '--witness', await witnessKeyOf(witness)];
    expect((await runVerify(file, ...asked)).text).toMatch(/^In the log by the word of this service alone/);
    await instance.jobs['ask-witnesses'](0);
    const [, size] = (await instance.inject({ method: 'GET', url: '/log/checkpoint' })).body.split('\n');
    const [hash] = (await runVerify(file, ...known, '--json')).text.match(/[0-9a-f]{64}(?=\\n)/) ?? [];
    const proof = (await instance.inject({ method: 'GET', url: `/log/proof/${hash}/${size}` })).body;
    await writeFile(
      record,
      JSON.stringify({ record: { documents: [{ sealed: { log: JSON.parse(proof) } }] } }),
    );
    const seen = await runVerify(file, ...asked, '--record', record);
    expect(seen).toMatchObject({ code: 0, text: expect.stringContaining('seen by one other') });
    for (const [wrong, words] of [
      [['--log-key', 'hello'], 'has the form name+12345678+base64'],
      [['--log-key', await witnessKeyOf(witness)], 'was given the key of a witness'],
      [['--log-key', key, '--witness', key], 'was given the key of a log'],
      [['--log-key', key, '--log-since', 'soon'], '--log-since takes a time'],
      [['--log-key', key, '--record', ca], 'is no record of evidence'],
      [['--log-key', key, '--record', '/nowhere'], 'cannot be read'],
    ] as const) {
      const refused = await runVerify(file, '--ca', ca, ...wrong);
      expect(refused).toMatchObject({ code: 2, text: expect.stringContaining(words) });
    }
  });
});
