import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOcspRequest, parseCertificate, readCrl, readOcspResponse, validate } from '@paraph/pades';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../operator/src/command-line.ts';
import { exportRootCommand, importRootCommand } from '../../operator/src/commands/move-root.ts';
import { checkRoot } from '../../operator/src/doctor/keys.ts';
import { openAuthority } from '../../server/src/authority/open-authority.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { openKeyVault } from '../../server/src/platform/keys/key-vault.ts';
import { DAY, openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const PASSPHRASE = 'correct horse battery staple';
const YEAR = 365.25 * DAY;

let instance: TestInstance;
let sender: Session;
let folder: string;
let passphraseFile: string;
let typed: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-root-'));
  passphraseFile = join(folder, 'passphrase');
  await writeFile(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  const vaultFile = join(folder, 'vault-passphrase');
  await writeFile(vaultFile, 'the passphrase of the vault', { mode: 0o600 });
  instance = await openTestInstance({
    env: { PARAPH_VAULT_PASSPHRASE_FILE: vaultFile },
    // Every command opens the vault.
    prepareDataDir: (dataDir) =>
      openKeyVault(join(dataDir, 'keys'), systemIds, {
        passphraseFile: vaultFile,
        cost: { N: 2 ** 7, r: 8, p: 1 },
      }),
  });
  sender = await instance.signIn('Sender', 'sender@example.com');
  vi.stubEnv('PARAPH_DATA_DIR', instance.deps.config.dataDir);
  vi.stubEnv('PARAPH_VAULT_PASSPHRASE_FILE', vaultFile);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await instance.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; printed: string; errors: string }> {
  const said = { printed: '', errors: '' };
  const code = await runCommandLine(args, [exportRootCommand, importRootCommand], {
    print: (text) => {
      said.printed += text;
    },
    printError: (text) => {
      said.errors += text;
    },
    readInput: async () => undefined,
    promptSecret: async () => typed.shift(),
  });
  return { code, ...said };
}

const keyPath = () => join(instance.deps.config.dataDir, 'keys', 'root.key');
const copyPath = () => join(folder, 'root.pem');
const restart = async () => Object.assign(instance.deps.authority, await openAuthority(instance.deps));
const doctor = async () => (await checkRoot(instance.deps))[0];

/** Sends a document, has it signed and answers the levels of its signatures. */
async function signOne(email: string) {
  const send = quickSender(() => sender);
  const id = await send.create({ steps: [{ type: 'sign', recipients: [{ name: 'Ada', email }] }] });
  await instance.runJobs();
  await (await followInvitation(instance, email)).sign();
  await instance.runJobs();
  const { envelope } = await send.read(id);
  expect(envelope.status).toBe('signed');
  const url = new URL(envelope.documents[0]?.file.file ?? '').pathname;
  const bytes = (await sender.call({ method: 'GET', url })).rawPayload;
  const anchors = [instance.deps.authority.root.certificate];
  return validate(bytes, { anchors, at: instance.deps.clock.now() }).signatures;
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
  return readOcspResponse(
    (await instance.inject({ method: 'POST', url: '/authority/ocsp', payload, headers })).rawPayload,
  );
}

test('the root stays where its copy would not be safe, or does not open', async () => {
  const inside = join(instance.deps.config.dataDir, 'root.pem');
  expect(await run('export-root', '--out', inside, '--passphrase-file', passphraseFile)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('outside'),
  });
  const other = join(folder, 'other.pem');
  await writeFile(other, 'something else');
  expect(await run('export-root', '--out', other, '--passphrase-file', passphraseFile)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('no private key that this passphrase opens'),
  });
  expect(await readFile(other, 'utf8')).toBe('something else');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE } as const;
  await writeFile(other, privateKey.export(encryption));
  expect(await run('export-root', '--out', other, '--passphrase-file', passphraseFile)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('another root'),
  });
  expect(await run('export-root', '--out', copyPath())).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--passphrase-file'),
  });
  typed = [PASSPHRASE, 'a typing mistake'];
  expect(await run('export-root', '--out', copyPath())).toMatchObject({
    code: 2,
    errors: expect.stringContaining('differ'),
  });
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
  expect((await signOne('ada@example.com')).map(({ level }) => level)).toEqual(['B-LTA']);
  const answer = await ocspOfIssuing();
  expect(answer.responses[0]?.status).toBe('good');
  expect(answer.certificates).toHaveLength(1);
  const list = (await instance.inject({ method: 'GET', url: '/authority/root-crl' })).rawPayload;
  expect(readCrl(list).nextUpdate?.getTime()).toBe(
    parseCertificate(deps.authority.issuing.certificate).notAfter.getTime(),
  );
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('offline') });
  expect(await run('export-root', '--out', copyPath(), '--passphrase-file', passphraseFile)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('paraph import-root'),
  });
});

test('what needs the root says so, and gets it once it is brought back', async () => {
  const { deps } = instance;
  instance.advance(7.5 * YEAR);
  sender = await instance.signIn('Sender', 'sender@example.com');
  const ageing = deps.authority.timestamping.certificate;
  await restart();
  expect(deps.authority.timestamping.certificate.equals(ageing)).toBe(true);
  expect((await signOne('bob@example.com')).map(({ level }) => level)).toEqual(['B-LTA']);
  expect(await doctor()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('timestamping.cer needs a successor'),
    remedy: expect.stringContaining('paraph import-root'),
  });

  const wrong = join(folder, 'wrong');
  await writeFile(wrong, 'not the passphrase', { mode: 0o600 });
  expect(await run('import-root', '--in', copyPath(), '--passphrase-file', wrong)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('no private key that this passphrase opens'),
  });
  const imported = await run('import-root', '--in', copyPath(), '--passphrase-file', passphraseFile);
  expect(imported, imported.errors).toMatchObject({ code: 0 });
  expect((await readFile(keyPath())).includes('PRIVATE KEY')).toBe(false);
  await restart();
  const successor = deps.authority.timestamping.certificate;
  expect(successor.equals(ageing)).toBe(false);

  // The copy is there already, as after a kill: it is compared, and the key goes.
  const again = await run('export-root', '--out', copyPath(), '--passphrase-file', passphraseFile);
  expect(again, again.errors).toMatchObject({ code: 0 });
  expect(existsSync(keyPath())).toBe(false);
  await restart();
  expect(deps.authority.timestamping.certificate.equals(successor)).toBe(true);
  expect((await signOne('cid@example.com')).map(({ level }) => level)).toEqual(['B-LTA']);
  expect(await doctor()).toMatchObject({ state: 'well' });

  // Lost, and not exported: nothing starts on half a root.
  for (const name of ['root-ocsp.cer', 'root.crl']) await rm(join(deps.config.dataDir, 'keys', name));
  await expect(restart()).rejects.toThrow(/root\.key is missing.*import-root/s);
  expect(await doctor()).toMatchObject({ state: 'failed', remedy: expect.stringContaining('backup') });
});

test('the successor of a root that is offline needs it once, and goes into a new copy with it', async () => {
  const { deps } = instance;
  // As from a backup, after the last test.
  const imported = await run('import-root', '--in', copyPath(), '--passphrase-file', passphraseFile);
  expect(imported, imported.errors).toMatchObject({ code: 0 });
  instance.advance(9 * YEAR);
  await restart();
  expect(await run('export-root', '--out', copyPath(), '--passphrase-file', passphraseFile)).toMatchObject({
    code: 0,
  });
  instance.advance(4 * YEAR);
  sender = await instance.signIn('Sender', 'sender@example.com');
  await restart();
  expect(deps.authority.formerRoots).toEqual([]);
  expect(await doctor()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('the root needs a successor'),
    remedy: expect.stringContaining('paraph import-root'),
  });
  await run('import-root', '--in', copyPath(), '--passphrase-file', passphraseFile);
  expect(await doctor()).toMatchObject({ state: 'warning', remedy: expect.stringContaining('Start Paraph') });
  await restart();
  expect(deps.authority.formerRoots).toHaveLength(1);
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('Root 2') });

  // One copy holds the keys of all roots that are here.
  expect(await run('export-root', '--out', copyPath(), '--passphrase-file', passphraseFile)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('does not hold the key of root2'),
  });
  const both = join(folder, 'both.pem');
  const exported = await run('export-root', '--out', both, '--passphrase-file', passphraseFile);
  expect(exported, exported.errors).toMatchObject({ code: 0 });
  expect((await readFile(both, 'utf8')).match(/BEGIN ENCRYPTED/g)).toHaveLength(2);
  const keys = join(deps.config.dataDir, 'keys');
  for (const name of ['root.key', 'root2.key']) expect(existsSync(join(keys, name))).toBe(false);
  await restart();
  expect(deps.authority.root.signer).toBeNull();
  expect((await signOne('eve@example.com')).map(({ level }) => level)).toEqual(['B-LTA']);
  expect(await doctor()).toMatchObject({ state: 'well', detail: expect.stringContaining('offline') });
  await run('import-root', '--in', both, '--passphrase-file', passphraseFile);
  for (const name of ['root.key', 'root2.key']) expect(existsSync(join(keys, name))).toBe(true);
});
