import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIGNER_POLICIES } from '@paraph/domain';
import { parseCertificate, validate } from '@paraph/pades';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { extractSignatures, opensslVerdict, run } from '../conformance/pdf-validators.ts';
import { scratchFiles } from '../conformance/scratch-files.ts';
import { type Person, PHONE } from '../support/browser.ts';
import { findInMemory, holdsSecret, readFilesOf } from '../support/search-secret.ts';
import { lookAt } from './looks.ts';
import { goToCheck, goWithin, saveSignature, startSigning, textedCode } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

const stage = await stageForThisFile();
const { folder, at, write } = scratchFiles();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const fetchDer = async (path: string) =>
  new Uint8Array(await (await fetch(`${stage.server.baseUrl}${path}`)).arrayBuffer());

/** From the link in the mail, or another address that leads to the same, to a document with a signature. */
async function openAsSigner({ page }: Person, link: string): Promise<void> {
  await startSigning(page, link);
  await page.waitForURL(/\/signing\/[0-9a-f]{32}$/);
  await saveSignature(page);
}

/** OpenSSL, pdfsig and our validator accept the signature; the signer's certificate. */
async function expectValid(id: string, root: Uint8Array) {
  const sealed = await stage.app.download(id);
  const path = write('sealed.pdf', sealed);
  const [own] = extractSignatures(sealed);
  if (!own) throw new Error('Nothing is signed.');
  const { status, text } = opensslVerdict(folder, own, root);
  expect(status, text).toBe(0);
  const pdfsig = run('pdfsig', [path]).text;
  expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(1);
  const anchors = [root, await fetchDer('/authority/ca.cer')];
  const { signatures, document } = validate(sealed, { anchors });
  expect(document.lastCoversWholeFile).toBe(true);
  expect(signatures).toMatchObject([
    {
      ...{ level: 'B-LTA', sinceSigning: 'allowed-changes', coverage: 'whole-revision' },
      ...{ integrity: { ok: true }, certificate: { ok: true, revocation: 'good' } },
    },
  ]);
  const certificate = parseCertificate(signatures[0]?.certificate.chain[0] ?? new Uint8Array());
  expect(certificate.commonName).toBe(ADA.name);
  return certificate;
}

/** Everything that a page sends to the server. */
function listenTo(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers());
    const body = request.postDataBuffer() ?? Buffer.alloc(0);
    sent.push(`${request.url()} ${headers} ${body.toString('latin1')}`);
  });
  return sent;
}

/** What the page makes of `generateKey` here: a key that the test can read, so that it can be searched for. */
function keepKeys(): void {
  const { subtle } = crypto;
  const generate = subtle.generateKey.bind(subtle) as (...given: unknown[]) => Promise<CryptoKeyPair>;
  const kept: { d: string; isExtractable: unknown }[] = [];
  Object.assign(window, { kept });
  const readable = async (algorithm: unknown, isExtractable: unknown, usages: unknown) => {
    const pair = await generate(algorithm, true, usages);
    const { d = '' } = await subtle.exportKey('jwk', pair.privateKey);
    kept.push({ d, isExtractable });
    return pair;
  };
  Object.assign(subtle, { generateKey: readable });
}

/** On a browser that cannot hold a key: it says so on the cover, and shows an address for another device. */
async function handOver(link: string): Promise<string> {
  const { page, expectAnswer } = await stage.browser.newPerson();
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await page.goto(link);
  await page.getByText('This browser cannot hold a key of your own').waitFor();
  await page.getByRole('button', { name: 'Continue on your phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Continue on another device' });
  await dialog.getByRole('img', { name: 'QR code with the address that is below it' }).waitFor();
  await dialog.getByText('Only this computer reaches').waitFor();
  const replaced = await dialog.getByLabel('Address for the other device').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Continue on your phone' }).click();
  const address = await dialog.getByLabel('Address for the other device').inputValue();
  expectAnswer(404);
  await page.goto(replaced);
  await page.getByRole('heading', { name: 'This address does not open anything any more' }).waitFor();
  expect(page.url()).toBe(`${stage.server.baseUrl}/signing/continue`);
  return address;
}

/** A wrong one first. */
async function enterCode(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  await dialog.getByText('The code is in its mailbox').waitFor();
  const code = await textedCode(stage);
  const input = dialog.getByLabel('Code');
  expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
  await input.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await dialog.getByRole('button', { name: 'Finish' }).tap();
  await dialog.getByRole('alert').filter({ hasText: 'You have 4 tries left' }).waitFor();
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  await input.fill(code);
  await dialog.getByRole('button', { name: 'Finish' }).click();
}

/** From the link to the end; the number of the key that the page made, which only this test reads. */
async function signAdvanced(person: Person, sent: readonly string[]): Promise<Buffer> {
  const { page } = person;
  await page.addInitScript(keepKeys);
  await page.clock.install();
  await openAsSigner(person, await handOver(await stage.linkFor(ADA, 'Advanced lease')));
  const previews: { previewId: string }[] = [];
  page.on('response', async (response) => {
    if (response.ok() && response.url().endsWith('/preview')) previews.push(await response.json());
  });
  await press(page, 'Finish');
  await page.getByText('advanced electronic signature').waitFor();
  await page.getByRole('button', { name: 'Finish', disabled: false }).click();
  await page.getByRole('dialog', { name: 'Show that it is you' }).getByLabel('Code').waitFor();
  const shown = previews.at(-1)?.previewId;
  // By when a preview that is not held has been renewed.
  await page.clock.fastForward(50_000);
  // To the wrong code.
  person.expectAnswer(400);
  await enterCode(page);
  await heading(page, /^(You have signed|Everyone is done)$/);
  expect(sent.filter((line) => line.includes('/finish {'))).toEqual([
    expect.stringContaining(`"previewId":"${shown}"`),
  ]);
  expect(previews.at(-1)).toMatchObject({ previewId: shown });
  const kept = await page.evaluate(() => (window as unknown as { kept: { d: string }[] }).kept);
  expect(kept).toEqual([{ d: expect.any(String), isExtractable: false }]);
  return Buffer.from(kept[0]?.d ?? '', 'base64url');
}

/** Neither requests nor memory, rows and files of the server have this number, in any form. */
async function expectNowhere(key: Buffer, sent: readonly string[]): Promise<void> {
  const { server, query } = stage;
  const tables = await query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const files = readFilesOf(server.dataDir);
  const everything = [...files, ...sent.map((text) => Buffer.from(text, 'latin1'))];
  for (const { name } of tables) {
    const rows = await query(`select t::text as row from "${name}" t`);
    everything.push(...rows.map(({ row }) => Buffer.from(String(row))));
  }
  expect(everything.some((data) => holdsSecret(data, key))).toBe(false);
  // The search finds a key that the server does have: one of its own authority.
  const keysDir = join(server.dataDir, 'keys');
  const own = readdirSync(keysDir)
    .filter((name) => name === 'issuing.key')
    .map((name) => createPrivateKey(readFileSync(join(keysDir, name))).export({ format: 'jwk' }).d ?? '')
    .map((d) => Buffer.from(d, 'base64url'));
  expect(own).toHaveLength(1);
  const found = [...findInMemory(server.pid, [key, ...own])];
  expect(found).toEqual(own);
}

test('a person signs at the level advanced; their key never leaves their browser', {
  timeout: 300_000,
}, async () => {
  const recipients = [{ ...ADA, phone: '+41791234560' }];
  const id = await stage.send('Advanced lease', { type: 'advanced', steps: [{ type: 'sign', recipients }] });
  const person = await stage.browser.newPerson(TOUCH);
  const sent = listenTo(person.page);
  const key = await signAdvanced(person, sent);
  await person.page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
  expect(sent.filter((line) => /\/certificate \{/.test(line))).toHaveLength(1);
  await expectNowhere(key, sent);
  const { policies } = await expectValid(id, await fetchDer('/authority/ca.cer'));
  expect(policies).toEqual([SIGNER_POLICIES['code-sms']]);
});

/** Each page of the way to the provider and back is looked at. */
async function signQualified(person: Person): Promise<void> {
  const { page } = person;
  const link = await stage.linkFor(ADA, 'Qualified lease');
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).waitFor();
  // The mark in the document begins with the same words.
  const notice = page.getByText('Sandbox, no legal effect', { exact: true });
  await notice.waitFor();
  await openAsSigner(person, link);
  await goToCheck(page);
  await page.getByText('This document asks for a qualified electronic signature').waitFor();
  await notice.waitFor();
  await lookAt(page, 'sandbox check');
  await press(page, 'Finish');
  await heading(page, 'Sign with your provider');
  await lookAt(page, 'provider');
  await press(page, 'Continue to Sandbox Trust Services');

  await heading(page, 'Sign in at the sandbox');
  await page.getByText('Sandbox, no legal effect').first().waitFor();
  await lookAt(page, 'sandbox sign-in');
  await cancelAndTryAgain(page, 'Sign in at the sandbox');
  await page.getByLabel('Your name').fill(ADA.name);
  await press(page, 'Continue');

  await heading(page, 'Sign with your provider');
  await page.getByRole('radio', { name: /Confirmed on the provider’s page/ }).waitFor();
  expect(
    await page
      .getByRole('radio', { name: /Revoked|Not qualified|is revoked/i })
      .first()
      .isDisabled(),
  ).toBe(true);
  await lookAt(page, 'certificates');
  await press(page, 'Continue');

  await heading(page, 'Release your signing key');
  await cancelAndTryAgain(page, 'Release your signing key');
  person.expectAnswer(400);
  await page.getByLabel('One-time password').fill('111111');
  await press(page, 'Release the key');
  await page.getByRole('alert').waitFor();
  await lookAt(page, 'sandbox release');
  await page.getByLabel('One-time password').fill('654321');
  await press(page, 'Release the key');
  await heading(page, /^(You have signed|Everyone is done)$/);
  expect(await page.getByText(/on another device/).count()).toBe(0);
}

async function cancelAndTryAgain(page: Page, title: string): Promise<void> {
  await press(page, 'Cancel');
  await page.getByText('You did not confirm').waitFor();
  // The same page after either.
  if (title === 'Sign in at the sandbox') await lookAt(page, 'not confirmed');
  await press(page, 'Try again');
  await heading(page, title);
}

test('a person signs at the sandbox provider, by its own pages', { timeout: 300_000 }, async () => {
  const id = await stage.send('Qualified lease', { type: 'qualified' });
  const person = await stage.browser.newPerson(TOUCH);
  await signQualified(person);
  await person.page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
  const envelope = await stage.app.readEnvelope(id);
  for (const { actions } of envelope.steps)
    expect(actions).toMatchObject([
      { status: 'signed', transaction: { provider: 'Sandbox Trust Services' } },
    ]);
  const root = await fetchDer('/sandbox-provider/authority.cer');
  const { issuerName, qcStatements } = await expectValid(id, root);
  expect({ issuerName, qcStatements }).toEqual({
    issuerName: 'Sandbox, no legal effect',
    qcStatements: { isQualified: true, isOnDevice: true, isForSignatures: true, isForSeals: false },
  });

  const { page: sender } = await stage.owner();
  await stage.openDocument(sender, 'Qualified lease');
  await sender.getByText('Qualified signatures (Sandbox, no legal effect)', { exact: true }).waitFor();
  await goWithin(sender, `${stage.server.baseUrl}/documents/new`);
  await sender.getByText('Qualified (Sandbox, no legal effect)', { exact: true }).waitFor();
  const title = (name: string) => sender.getByRole('heading', { level: 1, name }).waitFor();
  await goWithin(sender, `${stage.server.baseUrl}/account/organization/levels`);
  await title('Levels');
  await sender.getByText('Qualified (Sandbox, no legal effect)', { exact: true }).waitFor();

  await goWithin(sender, `${stage.server.baseUrl}/verify`);
  await title('Verify a document');
  await sender.getByLabel('Document').setInputFiles(at('sealed.pdf'));
  await sender.getByText('This is as it was signed, with the sandbox: it has no legal effect.').waitFor();
  expect(await sender.getByText(/^No\. Sandbox, no legal effect/).count()).toBe(1);
  const namesOfForm = await sender.locator('dt:has(+ dd:has-text("PAdES B-LTA"))').allInnerTexts();
  expect(new Set(namesOfForm)).toEqual(new Set(['Long-term form']));
  await lookAt(sender, 'verify sandbox');
});
