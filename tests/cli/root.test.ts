import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOcspRequest, parseCertificate, readCrl, readOcspResponse, validate } from '@paraph/pades';
import { afterAll, expect, test, vi } from 'vitest';
import { exportRootCommand, importRootCommand } from '../../operator/src/commands/move-root.ts';
import { checkRoot, checkTimestampingKey } from '../../operator/src/doctor/keys.ts';
import { openAuthority } from '../../server/src/authority/open-authority.ts';
import { issueTimestamp } from '../../server/src/authority/timestamping.ts';
import { addSeconds } from '../../server/src/platform/clock.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { openKeyVault } from '../../server/src/platform/keys/key-vault.ts';
import { DAY } from '../support/instance.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { runOperator } from '../support/operator-case.ts';

const PASSPHRASE = 'correct horse battery staple';
const YEAR = 365.25 * DAY;

let typed: string[] = [];

const folder = await folderForThisFile();
const passphraseFile = join(folder, 'passphrase');
await writeFile(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
const vaultFile = join(folder, 'vault-passphrase');
await writeFile(vaultFile, 'the passphrase of the vault', { mode: 0o600 });
const cost = { N: 2 ** 7, r: 8, p: 1 };
const { instance, signInAgain, sendSigned, statusOf, download } = await openInstanceCase({
  env: { PARAPH_VAULT_PASSPHRASE_FILE: vaultFile },
  // Every command opens the vault.
  prepareDataDir: (dataDir) =>
    openKeyVault(join(dataDir, 'keys'), systemIds, { passphraseFile: vaultFile, cost }),
});
vi.stubEnv('PARAPH_DATA_DIR', instance.deps.config.dataDir);
vi.stubEnv('PARAPH_VAULT_PASSPHRASE_FILE', vaultFile);
afterAll(() => {
  vi.unstubAllEnvs();
});

const run = (...args: string[]) =>
  runOperator([exportRootCommand, importRootCommand], args, { promptSecret: async () => typed.shift() });

const exportRoot = (to: string) => run('export-root', '--out', to, '--passphrase-file', passphraseFile);
const importRoot = (from: string, file = passphraseFile) =>
  run('import-root', '--in', from, '--passphrase-file', file);
const failure = (code: number, words: string) => ({ code, errors: expect.stringContaining(words) });
const keyPath = () => join(instance.deps.config.dataDir, 'keys', 'root.key');
const copyPath = () => join(folder, 'root.pem');
const restart = async () => Object.assign(instance.deps.authority, await openAuthority(instance.deps));
const doctor = async () => (await checkRoot(instance.deps))[0];
const doctorOfTime = async () => (await checkTimestampingKey(instance.deps))[0];

/** Sends a document, has it signed and sealed, and answers the levels of its signatures. */
async function signOne(email: string) {
  const id = await sendSigned({ name: 'Ada', email });
  await instance.runJobs();
  expect(await statusOf(id)).toBe('signed');
  const anchors = [instance.deps.authority.root.certificate];
  const report = validate(await download(id), { anchors, at: instance.deps.clock.now() });
  return report.signatures.map(({ level }) => level);
}

async function ocspOfIssuing() {
  const { root, issuing } = instance.deps.authority;
  const payload = Buffer.from(
    createOcspRequest({
      certificate: parseCertificate(issuing.certificate),
      issuer: parseCertificate(root.certificate),
    }),
  );
  const headers = { 'content-type': 'application/ocsp-request' };
  const answer = await instance.inject({ method: 'POST', url: '/authority/ocsp', payload, headers });
  return readOcspResponse(answer.rawPayload);
}

test('the root stays where its copy would not be safe, or does not open', async () => {
  const inside = join(instance.deps.config.dataDir, 'root.pem');
  expect(await exportRoot(inside)).toMatchObject(failure(2, 'outside'));
  const other = join(folder, 'other.pem');
  await writeFile(other, 'something else');
  expect(await exportRoot(other)).toMatchObject(failure(1, 'no private key that this passphrase opens'));
  expect(await readFile(other, 'utf8')).toBe('something else');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE } as const;
  await writeFile(other, privateKey.export(encryption));
  expect(await exportRoot(other)).toMatchObject(failure(1, 'another root'));
  expect(await run('export-root', '--out', copyPath())).toMatchObject(failure(2, '--passphrase-file'));
  typed = [PASSPHRASE, 'a typing mistake'];
  expect(await run('export-root', '--out', copyPath())).toMatchObject(failure(2, 'differ'));
  typed = [];
  expect(existsSync(copyPath())).toBe(false);
  expect(existsSync(keyPath())).toBe(true);
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('in the vault') });
});

test('the root goes into an encrypted copy, and everything goes on without it', async () => {
  const { deps } = instance;
  const before = deps.authority.root.certificate;
  typed = [PASSPHRASE, PASSPHRASE];
  const exported = await run('export-root', '--out', copyPath());
  expect(exported, exported.errors).toMatchObject({ code: 0 });
  expect(existsSync(keyPath())).toBe(false);
  expect((await stat(copyPath())).mode & 0o777).toBe(0o600);
  const pem = await readFile(copyPath(), 'utf8');
  expect(pem).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
  const key = createPrivateKey({ key: pem, passphrase: PASSPHRASE });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  expect(publicKey.equals(parseCertificate(before).publicKey)).toBe(true);

  await restart();
  expect(deps.authority.root.certificate.equals(before)).toBe(true);
  expect(deps.authority.root.signer).toBeNull();
  expect(await signOne('ada@example.com')).toEqual(['B-LTA']);
  const answer = await ocspOfIssuing();
  expect(answer.responses[0]?.status).toBe('good');
  expect(answer.certificates).toHaveLength(1);
  const list = (await instance.inject({ method: 'GET', url: '/authority/root-crl' })).rawPayload;
  expect(readCrl(list).nextUpdate?.getTime()).toBe(
    parseCertificate(deps.authority.issuing.certificate).notAfter.getTime(),
  );
  const { crlUrls, notAfter } = parseCertificate(deps.authority.timestamping.certificate);
  const { pathname } = new URL(crlUrls[0] ?? '');
  const ofTime = readCrl((await instance.inject({ method: 'GET', url: pathname })).rawPayload);
  expect(ofTime).toMatchObject({ distributionPoints: crlUrls, nextUpdate: notAfter });
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('offline') });
  expect(await exportRoot(copyPath())).toMatchObject(failure(1, 'paraph import-root'));
});

test('what needs the root says so, and gets it once it is brought back', async () => {
  const { deps } = instance;
  // Two more keys for timestamps were certified when it went, each for three years and two in reserve.
  const first = deps.authority.timestamping.certificate;
  instance.advance(9.5 * YEAR);
  await signInAgain();
  await restart();
  const ageing = deps.authority.timestamping.certificate;
  expect(ageing.equals(first)).toBe(false);
  expect(await signOne('bob@example.com')).toEqual(['B-LTA']);
  expect(await doctorOfTime()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('Key 3 is used'),
    remedy: expect.stringContaining('paraph import-root'),
  });
  const tooLate = { ...deps, clock: { now: () => addSeconds(deps.clock.now(), 2 * YEAR) } };
  expect((await checkTimestampingKey(tooLate))[0]?.state).toBe('failed');
  await expect(issueTimestamp(tooLate, Buffer.of())).rejects.toThrow('may not be used since');

  const wrong = join(folder, 'wrong');
  await writeFile(wrong, 'not the passphrase', { mode: 0o600 });
  expect(await importRoot(copyPath(), wrong)).toMatchObject(
    failure(1, 'no private key that this passphrase opens'),
  );
  const imported = await importRoot(copyPath());
  expect(imported, imported.errors).toMatchObject({ code: 0 });
  expect((await readFile(keyPath())).includes('PRIVATE KEY')).toBe(false);
  // Announced a day ahead, for other processes.
  await restart();
  expect(deps.authority.timestamping.certificate.equals(ageing)).toBe(true);
  instance.advance(DAY);
  await restart();
  expect(await doctorOfTime()).toMatchObject({ state: 'well', detail: expect.stringContaining('Key 4') });
  const successor = deps.authority.timestamping.certificate;
  expect(successor.equals(ageing)).toBe(false);

  // The copy is there already, as after a kill: it is compared, and the key goes.
  const again = await exportRoot(copyPath());
  expect(again, again.errors).toMatchObject({ code: 0 });
  expect(existsSync(keyPath())).toBe(false);
  await restart();
  expect(deps.authority.timestamping.certificate.equals(successor)).toBe(true);
  expect(await signOne('cid@example.com')).toEqual(['B-LTA']);
  expect(await doctor()).toMatchObject({ state: 'well' });

  // Lost, and not exported: nothing starts on half a root.
  for (const name of ['root-ocsp.cer', 'root.crl']) await rm(join(deps.config.dataDir, 'keys', name));
  await expect(restart()).rejects.toThrow(/root\.key is missing.*import-root/s);
  expect(await doctor()).toMatchObject({ state: 'failed', remedy: expect.stringContaining('backup') });
});

test('the successor of a root that is offline needs it once, and goes into a new copy with it', async () => {
  const { deps } = instance;
  // As from a backup, after the last test.
  const imported = await importRoot(copyPath());
  expect(imported, imported.errors).toMatchObject({ code: 0 });
  instance.advance(9 * YEAR);
  await restart();
  expect(await exportRoot(copyPath())).toMatchObject({ code: 0 });
  instance.advance(4 * YEAR);
  await signInAgain();
  await restart();
  expect(deps.authority.formerRoots).toEqual([]);
  expect(await doctor()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('the root needs a successor'),
    remedy: expect.stringContaining('paraph import-root'),
  });
  await importRoot(copyPath());
  expect(await doctor()).toMatchObject({ state: 'warning', remedy: expect.stringContaining('Start Paraph') });
  await restart();
  expect(deps.authority.formerRoots).toHaveLength(1);
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('Root 2') });

  // One copy holds the keys of all roots that are here.
  expect(await exportRoot(copyPath())).toMatchObject(failure(1, 'does not hold the key of root2'));
  const both = join(folder, 'both.pem');
  const exported = await exportRoot(both);
  expect(exported, exported.errors).toMatchObject({ code: 0 });
  expect((await readFile(both, 'utf8')).match(/BEGIN ENCRYPTED/g)).toHaveLength(2);
  const keys = join(deps.config.dataDir, 'keys');
  for (const name of ['root.key', 'root2.key']) expect(existsSync(join(keys, name))).toBe(false);
  await restart();
  expect(deps.authority.root.signer).toBeNull();
  expect(await signOne('eve@example.com')).toEqual(['B-LTA']);
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('offline') });
  await importRoot(both);
  for (const name of ['root.key', 'root2.key']) expect(existsSync(join(keys, name))).toBe(true);
});
