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
import { openCheck } from './checked-pages.ts';
import { lookAt } from './looks.ts';
import { saveSignature, startSigning } from './people.ts';
import { ADA, BOB, stageForThisFile } from './stage.ts';

const PEOPLE = [ADA, BOB] as const;
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

const stage = await stageForThisFile({});
const { folder, at, write } = scratchFiles();

const inTurn = (people: readonly { name: string; email: string; phone?: string }[]) =>
  people.map((person) => ({ type: 'sign' as const, recipients: [person] }));
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

/** OpenSSL, pdfsig and our validator accept each of the signatures; the signers' certificates, in order. */
async function expectAllValid(id: string, root: Uint8Array) {
  const { documents } = await stage.app.readEnvelope(id);
  const sealed = await stage.app.download(documents[0]?.file.file ?? '');
  const path = write('sealed.pdf', sealed);
  const own = extractSignatures(sealed).slice(0, PEOPLE.length);
  for (const signature of own) {
    const { status, text } = opensslVerdict(folder, signature, root);
    expect(status, text).toBe(0);
  }
  const pdfsig = run('pdfsig', [path]).text;
  expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(PEOPLE.length);
  const anchors = [root, await fetchDer('/authority/ca.cer')];
  const { signatures, document } = validate(sealed, { anchors });
  expect(document.lastCoversWholeFile).toBe(true);
  for (const signature of signatures)
    expect(signature).toMatchObject({
      ...{ level: 'B-LTA', sinceSigning: 'allowed-changes', coverage: 'whole-revision' },
      ...{ integrity: { ok: true }, certificate: { ok: true, revocation: 'good' } },
    });
  const certificates = signatures.map(({ certificate }) =>
    parseCertificate(certificate.chain[0] ?? new Uint8Array()),
  );
  expect(certificates.map(({ commonName }) => commonName)).toEqual(PEOPLE.map(({ name }) => name));
  return certificates;
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

/** The newest text on the mailbox page of this instance, which has no gateway. */
async function readCode(): Promise<string> {
  const headers = { cookie: stage.account.cookie, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${stage.server.baseUrl}/api/v1/mailbox/texts`, { headers });
  const [newest] = (await answer.json()) as { text: string }[];
  return /#(\d{6})$/.exec(newest?.text ?? '')?.[1] ?? '';
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

async function enterCode(page: Page, { isWrongFirst }: { isWrongFirst: boolean }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  await dialog.getByText('The code is in its mailbox').waitFor();
  const code = await readCode();
  const input = dialog.getByLabel('Code');
  if (isWrongFirst) {
    expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
    await input.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await dialog.getByRole('button', { name: 'Finish' }).tap();
    await dialog.getByRole('alert').filter({ hasText: 'You have 4 tries left' }).waitFor();
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await input.fill(code);
  await dialog.getByRole('button', { name: 'Finish' }).click();
}

/** From the link to the end; the numbers of the keys that the page made, which only this test reads. */
async function signAdvanced(
  person: Person,
  who: { email: string },
  { isFirst, sent }: { isFirst: boolean; sent: readonly string[] },
): Promise<Buffer[]> {
  const { page } = person;
  await page.addInitScript(keepKeys);
  await page.clock.install();
  const link = await stage.linkFor(who, 'Advanced lease');
  await openAsSigner(person, isFirst ? await handOver(link) : link);
  const previews: { previewId: string }[] = [];
  page.on('response', async (response) => {
    if (response.ok() && response.url().endsWith('/preview')) previews.push(await response.json());
  });
  await press(page, 'Finish');
  await page.getByText('advanced electronic signature').waitFor();
  await page.getByRole('button', { name: 'Finish', disabled: false }).click();
  await page.getByRole('dialog', { name: 'Show that it is you' }).getByLabel('Code').waitFor();
  const shown = previews.at(-1)?.previewId;
  if (isFirst) {
    // By when a preview that is not held has been renewed.
    await page.clock.fastForward(50_000);
    // To the wrong code.
    person.expectAnswer(400);
  }
  await enterCode(page, { isWrongFirst: isFirst });
  await heading(page, /^(You have signed|Everyone is done)$/);
  expect(sent.filter((line) => line.includes('/finish {'))).toEqual([
    expect.stringContaining(`"previewId":"${shown}"`),
  ]);
  expect(previews.at(-1)).toMatchObject({ previewId: shown });
  const kept = await page.evaluate(() => (window as unknown as { kept: { d: string }[] }).kept);
  expect(kept).toEqual([{ d: expect.any(String), isExtractable: false }]);
  return kept.map(({ d }) => Buffer.from(d, 'base64url'));
}

/** Neither requests nor memory, rows and files of the server have one of these numbers, in any form. */
async function expectNowhere(keys: readonly Buffer[], sent: readonly string[]): Promise<void> {
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
  for (const key of keys) expect(everything.some((data) => holdsSecret(data, key))).toBe(false);
  // The search finds keys that the server does have: those of its own authority.
  const keysDir = join(server.dataDir, 'keys');
  const own = readdirSync(keysDir)
    .filter((name) => /^(issuing|timestamping)\.key$/.test(name))
    .map((name) => createPrivateKey(readFileSync(join(keysDir, name))).export({ format: 'jwk' }).d ?? '')
    .map((d) => Buffer.from(d, 'base64url'));
  expect(own).toHaveLength(2);
  const found = [...findInMemory(server.pid, [...keys, ...own])];
  expect(found.sort(Buffer.compare)).toEqual(own.sort(Buffer.compare));
}

test('two people sign at the level advanced; their keys never leave their browsers', {
  timeout: 300_000,
}, async () => {
  const steps = inTurn(PEOPLE.map((person, index) => ({ ...person, phone: `+4179123456${index}` })));
  const id = await stage.send('Advanced lease', { type: 'advanced', steps });
  const keys: Buffer[] = [];
  const sent: string[][] = [];
  for (const [index, who] of PEOPLE.entries()) {
    const person = await stage.browser.newPerson(index === 0 ? TOUCH : {});
    const own = listenTo(person.page);
    sent.push(own);
    keys.push(...(await signAdvanced(person, who, { isFirst: index === 0, sent: own })));
    if (index === PEOPLE.length - 1)
      await person.page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
  }
  expect(keys).toHaveLength(PEOPLE.length);
  expect(sent.flat().filter((line) => /\/certificate \{/.test(line))).toHaveLength(PEOPLE.length);
  await expectNowhere(keys, sent.flat());
  const certificates = await expectAllValid(id, await fetchDer('/authority/ca.cer'));
  for (const { policies } of certificates) expect(policies).toEqual([SIGNER_POLICIES['code-sms']]);
});

/** Each page of the way to the provider and back is looked at. */
async function signQualified(person: Person, who: { name: string; email: string }): Promise<void> {
  const { page } = person;
  const link = await stage.linkFor(who, 'Qualified lease');
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).waitFor();
  // The mark in the document begins with the same words.
  const notice = page.getByText('Sandbox, no legal effect', { exact: true });
  await notice.waitFor();
  await openAsSigner(person, link);
  await openCheck(page);
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
  await page.getByLabel('Your name').fill(who.name);
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

/** The shortest way. */
async function signQualifiedSwiftly(person: Person, who: { name: string; email: string }): Promise<void> {
  const { page } = person;
  await openAsSigner(person, await stage.linkFor(who, 'Qualified lease'));
  await press(page, 'Finish');
  await page.getByRole('heading', { level: 1, name: 'Check before you finish' }).waitFor();
  await page.getByRole('button', { name: 'Finish', disabled: false }).click();
  await press(page, 'Continue to Sandbox Trust Services');
  await heading(page, 'Sign in at the sandbox');
  await page.getByLabel('Your name').fill(who.name);
  await press(page, 'Continue');
  await page.getByRole('radio', { name: /Confirmed on the provider’s page/ }).waitFor();
  await press(page, 'Continue');
  await heading(page, 'Release your signing key');
  await page.getByLabel('One-time password').fill('654321');
  await press(page, 'Release the key');
  await heading(page, /^(You have signed|Everyone is done)$/);
}

test('two people sign at the sandbox provider, by its own pages', { timeout: 300_000 }, async () => {
  const id = await stage.send('Qualified lease', { type: 'qualified', steps: inTurn(PEOPLE) });
  await signQualified(await stage.browser.newPerson({ viewport: PHONE }), ADA);
  const last = await stage.browser.newPerson(TOUCH);
  await signQualifiedSwiftly(last, BOB);
  await last.page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
  const envelope = await stage.app.readEnvelope(id);
  for (const { actions } of envelope.steps)
    expect(actions).toMatchObject([
      { status: 'signed', transaction: { provider: 'Sandbox Trust Services' } },
    ]);
  const certificates = await expectAllValid(id, await fetchDer('/sandbox-provider/authority.cer'));
  for (const { issuerName, qcStatements } of certificates)
    expect({ issuerName, qcStatements }).toEqual({
      issuerName: 'Sandbox, no legal effect',
      qcStatements: { isQualified: true, isOnDevice: true, isForSignatures: true, isForSeals: false },
    });

  const { page: sender } = await stage.owner();
  await sender.goto(`${stage.server.baseUrl}/documents`);
  await sender.getByRole('link', { name: 'Qualified lease' }).click();
  await sender.getByText('Qualified signatures (Sandbox, no legal effect)', { exact: true }).waitFor();
  await sender.goto(`${stage.server.baseUrl}/documents/new`);
  await sender.getByText('Qualified (Sandbox, no legal effect)', { exact: true }).waitFor();
  await sender.goto(`${stage.server.baseUrl}/account/organization/levels`);
  await sender.getByText('Qualified (Sandbox, no legal effect)', { exact: true }).waitFor();

  await sender.goto(`${stage.server.baseUrl}/verify`);
  await sender.getByLabel('Document').setInputFiles(at('sealed.pdf'));
  await sender.getByText('This is as it was signed, with the sandbox: it has no legal effect.').waitFor();
  expect(await sender.getByText(/^No\. Sandbox, no legal effect/).count()).toBe(PEOPLE.length);
  const namesOfForm = await sender.locator('dt:has(+ dd:has-text("PAdES B-LTA"))').allInnerTexts();
  expect(new Set(namesOfForm)).toEqual(new Set(['Long-term form']));
  await lookAt(sender, 'verify sandbox');
});
