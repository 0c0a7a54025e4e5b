import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { augment, createSigningJob, validate } from '@paraph/pades';
import { localWrapper, UnreadableBlobFault } from '@paraph/storage';
import { describe, expect, test, vi } from 'vitest';
import { checkRoot, checkTimestampingKey, checkToken } from '../../operator/src/doctor/keys.ts';
import { openVault } from '../../operator/src/with-database.ts';
import { sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { openAuthority } from '../../server/src/authority/open-authority.ts';
import { openRevocation } from '../../server/src/authority/publish-revocations.ts';
import { openTimestamping } from '../../server/src/authority/timestamping.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openBlobs, openWrapper } from '../../server/src/open-blobs.ts';
import { programEnvironment, requireProgram } from '../../tools/programs.mjs';
import { printedBlocks } from '../docs/printed.ts';
import { DAY, openTestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';
import { signIssued } from '../support/issued.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { fillIn } from '../support/printed-programs.ts';
import { makeSoftToken, newTokenSecret } from '../support/soft-token.ts';

const keys = { issuing: sampleKeys('p384'), timestamping: sampleKeys('rsa') };
const documentsKey = newTokenSecret();

const folder = await folderForThisFile();
// Whose label does not begin with that of the page's token, which pkcs11-tool would take it for.
const soft = makeSoftToken(folder, 'Test');
vi.stubEnv('SOFTHSM2_CONF', soft.confFile);
soft.hold('Issuing 2026', keys.issuing.privateKey);
soft.hold('Time 2026', keys.timestamping.privateKey);
soft.holdSecret('Documents 2026', documentsKey);
soft.hold('Another', sampleKeys('ec').privateKey);
const PAGE = 'docs/keys-on-a-token.md';
const [making = '', settings = ''] = printedBlocks
  .filter(({ page, language }) => page === PAGE && language === 'sh')
  .map(({ text }) => text);
const printed = makeSoftToken(folder, 'Paraph', soft);
execFileSync('bash', ['-euc', making], {
  stdio: 'pipe',
  env: {
    ...programEnvironment('pkcs11-tool'),
    PATH: `${dirname(requireProgram('pkcs11-tool'))}:${process.env.PATH}`,
    ...{ SOFTHSM2_CONF: soft.confFile, MODULE: printed.modulePath, PIN: printed.pin },
  },
});
const instance = await forThisFile(
  openTestInstance({
    storage: 'unencrypted',
    env: {
      PARAPH_PKCS11_MODULE: soft.modulePath,
      PARAPH_PKCS11_TOKEN: soft.label,
      PARAPH_PKCS11_PIN_FILE: soft.pinFile,
      PARAPH_PKCS11_KEYS: 'issuing=Issuing 2026, timestamping=Time 2026',
    },
  }),
);
const { deps } = instance;

describe('an instance whose keys lie on a token', () => {
  test('keeps no file of them, and certifies the keys of the token', () => {
    const { config, authority } = deps;
    const files = readdirSync(join(config.dataDir, 'keys'));
    expect(files).toContain('root.key');
    expect(files.filter((name) => /^(issuing|timestamping)\.key$/.test(name))).toEqual([]);
    for (const role of ['issuing', 'timestamping'] as const) {
      const spki = keys[role].publicKey.export({ type: 'spki', format: 'der' });
      expect(authority[role].certificate.includes(spki)).toBe(true);
    }
  });

  test('issues, stamps and answers with them up to B-LTA', async () => {
    const pdf = buildPdf({ pages: [{ content: textLines(['Agreed.']) }] });
    const job = createSigningJob(pdf);
    const timestamping = openTimestamping(deps);
    const anchors = [deps.authority.root.certificate];
    const signing = { fieldName: 'One', name: 'Ada', appearance: null, signingTime: deps.clock.now() };
    const rect = [50, 50, 200, 100] as const;
    const form = job.prepareDocument({ signatureFields: [{ name: 'One', page: 0, rect }] });
    const person = { name: 'Ada', email: 'ada@example.com' };
    const { issued, update } = await signIssued(deps, job, { person, options: signing });
    const tails = [
      form,
      update,
      ...(await augment(job, 'B-LTA', { timestamping, revocation: openRevocation(deps, [issued]), anchors })),
    ];
    const { signatures } = validate(Buffer.concat([pdf, ...tails]), { anchors });
    expect(signatures[0]).toMatchObject({ level: 'B-LTA', signerName: 'Ada' });
  });

  test('opens them again, and no other key in their place', async () => {
    const { authority, config } = deps;
    const again = await openAuthority(deps);
    expect(again.issuing.certificate.equals(authority.issuing.certificate)).toBe(true);
    const { token } = config;
    if (!token) throw new Error('The instance has no token.');
    const other = { ...deps, config: { ...config, token: { ...token, keys: { issuing: 'Another' } } } };
    await expect(openAuthority(other)).rejects.toThrow('issuing.cer was made for another key');
    await expect(openAuthority({ ...deps, config: { ...config, token: null } })).rejects.toThrow(
      'was made for another key',
    );
  });

  test('is looked after by the doctor', async () => {
    const { config } = deps;
    const { token } = config;
    expect(await checkToken({ config })).toEqual([
      {
        name: 'token',
        state: 'well',
        detail: `${soft.label} holds the keys of issuing (Issuing 2026), timestamping (Time 2026).`,
      },
    ]);
    const lost = { config: { ...config, token: token && { ...token, tokenLabel: 'Lost' } } };
    const [finding] = await checkToken(lost);
    expect(finding).toMatchObject({ state: 'failed' });
    expect(finding?.detail).toContain('has no token Lost');
    expect(await checkToken({ config: { ...config, token: null } })).toEqual([]);
  });
});

test('keys that are made as the page prints are found by the settings that it prints', async () => {
  const text = fillIn(settings, {
    '/usr/lib/softhsm/libsofthsm2.so': printed.modulePath,
    '/run/secrets/paraph-pin': printed.pinFile,
  });
  const env = parseEnv(text);
  const config = { ...deps.config, token: readConfig(env as Record<string, string>).token };
  expect(await checkToken({ config })).toMatchObject([
    { state: 'well', detail: 'Paraph holds the keys of issuing (Issuing 2026), timestamping (Time 2026).' },
  ]);
  const own = { ...config, dataDir: join(folder, 'as printed') };
  const authority = await openAuthority({ ...deps, config: own, vault: await openVault(own) });
  expect(authority.issuing.certificate.length).toBeGreaterThan(0);
});

test('a root on a token gets its successor once the token has a key by the label that the doctor names', async () => {
  const { token } = deps.config;
  if (!token) throw new Error('The instance has no token.');
  const [first, second] = [sampleKeys('ec'), sampleKeys('ec')];
  soft.hold('Root 2026', first.privateKey);
  const dataDir = join(folder, 'of a root');
  const config = { ...deps.config, dataDir, token: { ...token, keys: { root: 'Root 2026' } } };
  const warnings: string[] = [];
  const log = { ...deps.log, warn: (_about: object, message: string) => void warnings.push(message) };
  const vault = await openVault(config);
  const openAt = (now: Date) =>
    openAuthority({ ...deps, config, vault, clock: { now: () => now }, log: log as typeof deps.log });
  const start = deps.clock.now();
  const { root } = await openAt(start);
  const late = new Date(start.getTime() + 21 * 365.25 * DAY * 1_000);
  expect((await openAt(late)).formerRoots).toEqual([]);
  expect(warnings).toContain('the root needs a successor: make a key labelled Root 2026-2 on the token');
  const [finding] = await checkRoot({ ...deps, config, clock: { now: () => late } });
  expect(finding).toMatchObject({ state: 'warning', remedy: expect.stringContaining('Root 2026-2') });

  soft.hold('Root 2026-2', second.privateKey);
  const after = await openAt(late);
  expect(after.formerRoots.map(({ certificate }) => certificate)).toEqual([root.certificate]);
  expect(after.links).toHaveLength(1);
  const spki = second.publicKey.export({ type: 'spki', format: 'der' });
  expect(after.root.certificate.includes(spki)).toBe(true);
  expect(readdirSync(join(dataDir, 'keys')).filter((name) => /^root\d*\.key$/.test(name))).toEqual([]);
});

test('a key for timestamps on a token gets its successor once the token has a key by its label', async () => {
  const openAt = (years: number) => {
    const now = new Date(deps.clock.now().getTime() + years * 365.25 * DAY * 1_000);
    return { ...deps, clock: { now: () => now } };
  };
  const first = deps.authority.timestamping.certificate;
  expect((await openAuthority(openAt(4))).timestamping.certificate.equals(first)).toBe(true);
  const [finding] = await checkTimestampingKey(openAt(4));
  expect(finding).toMatchObject({ state: 'warning', remedy: expect.stringContaining('Time 2026-2') });
  const second = sampleKeys('ec');
  soft.hold('Time 2026-2', second.privateKey);
  // Past its time, so that the successor begins at once.
  const { timestamping } = await openAuthority(openAt(6));
  const spki = second.publicKey.export({ type: 'spki', format: 'der' });
  expect(timestamping.certificate.includes(spki)).toBe(true);
  expect(timestamping.earlier.some((each) => each.equals(first))).toBe(true);
});

test('a token wraps keys of documents as a file with the same key does (RFC 3394), and tells a changed one', async () => {
  const configWith = (label: string) => ({
    ...deps.config,
    encryption: { wrappingKeys: [{ kind: 'token' as const, label }] as const, incomingDir: null },
  });
  const config = configWith('Documents 2026');
  const { key } = await (await openBlobs(config, deps)).put(Buffer.from('a contract'));
  expect(String(await (await openBlobs(config, deps)).read(key))).toBe('a contract');
  const [token, file] = [await openWrapper(config), localWrapper(documentsKey)];
  const dataKey = randomBytes(32);
  const wrapped = (await token?.wrap(dataKey))?.wrapped ?? Buffer.of();
  const { wrappingKey } = await file.wrap(dataKey);
  expect(await file.unwrap({ wrappingKey, wrapped })).toEqual(dataKey);
  const changed = Buffer.from(wrapped);
  changed[3] = (changed[3] ?? 0) ^ 1;
  const name = 'pkcs11:Documents 2026';
  await expect(token?.unwrap({ wrappingKey: name, wrapped: changed })).rejects.toThrow(UnreadableBlobFault);
  await expect(file.unwrap({ wrappingKey, wrapped: changed })).rejects.toThrow(UnreadableBlobFault);
  const other = await openWrapper(configWith('Nowhere'));
  await expect(other?.wrap(dataKey)).rejects.toThrow('a secret key Nowhere');
});
