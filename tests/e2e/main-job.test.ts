import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREFERENCES } from '@paraph/domain';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  extractSignatures,
  opensslTimestampVerdict,
  opensslVerdict,
  run,
} from '../conformance/pdf-validators.ts';
import { type AppKeys, authorizationUrl, exchangeCode } from '../support/app-client.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { openRedirectReceiver, type RedirectReceiver } from '../support/redirect-receiver.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { drawSignature, mailTo, setUp, sign, typeSignature } from './people.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const contract = buildPdf({
  pages: [
    { content: textLines(['Lease of the mill', 'between Mill & Sons and the tenants named below.']) },
    { content: textLines(['The rent is due on the first day of each month.', 'Signed by:']) },
  ],
});
const owner = { name: 'Grace Miller', email: 'grace@mill.example' };
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
const rex = { name: 'Rex Reviewer', email: 'rex@example.com' };
const bob = { name: 'Bob Бобов', email: 'bob@example.com' };

let mails: MailReceiver;
let webhooks: WebhookReceiver;
let app: RedirectReceiver;
let server: TestServer;
let browser: TestBrowser;
let folder: string;

// An instance for each try: its set-up link works once.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-e2e-judges-'));
  [mails, webhooks, app] = await Promise.all([
    openMailReceiver(),
    openWebhookReceiver(),
    openRedirectReceiver(),
  ]);
  server = await startTestServer({ SMTP_URL: mails.url });
  browser = await openBrowser(server.baseUrl);
});
afterEach(async ({ task }) => {
  try {
    await browser?.sendAllHome(task.result?.state === 'fail');
  } finally {
    await server?.end();
    await Promise.all([mails?.close(), webhooks?.close(), app?.close()]);
    rmSync(folder, { recursive: true });
  }
});

test('from the link that the start prints to a sealed PDF: everything is done by hand in the browser, and others find the result valid', async () => {
  const sender = await browser.newPerson({ origins: [app.origin], reducedMotion: 'no-preference' });
  await setUp(sender.page, server.setUpLink, owner);
  const keys = await registerApp(sender.page);
  const client = await exchangeCode(server.baseUrl, keys, await allow(sender.page, keys));

  const id = await client.sendEnvelope({
    name: 'Lease of the mill',
    document: contract,
    steps: [
      { type: 'sign', recipients: [ada] },
      { type: 'review', recipients: [rex] },
      { type: 'sign', recipients: [bob] },
    ],
    preferences: { [PREFERENCES.callbackUrl]: webhooks.url, [PREFERENCES.callbackSecret]: SECRET },
  });

  const invitation = await mailTo(mails, ada.email, /asks you to sign/);
  expect(invitation.mail.subject).toBe('Grace Miller asks you to sign Lease of the mill');
  expect(invitation.mail.attachments.map(({ mimeType }) => mimeType)).toEqual([
    'application/pdf',
    'text/calendar',
  ]);
  const signer = await browser.newPerson({ reducedMotion: 'no-preference' });
  await sign(signer.page, invitation.link, drawSignature);

  const reviewer = await browser.newPerson();
  await approve(reviewer.page, (await mailTo(mails, rex.email, /asks you to review/)).link);

  const second = await browser.newPerson();
  await sign(second.page, (await mailTo(mails, bob.email, /asks you to sign/)).link, typeSignature);
  await second.page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();

  const done = await client.readEnvelope(id);
  expect(done.status).toBe('signed');
  expect(done.steps.flatMap(({ actions }) => actions.map(({ comment }) => comment))).toEqual([
    null,
    'The numbers are right.',
    null,
  ]);
  const sealed = await client.download(done.documents[0]?.file.file ?? '');
  await expectMailedToAll(sealed);
  await expectNotified();
  await judge(sealed);
});

/** Account area → Developers → Integration apps → +. */
async function registerApp(page: Page): Promise<AppKeys> {
  await page.getByRole('link', { name: /^Grace Miller/ }).click();
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('link', { name: 'Integration apps' }).click();
  await page.getByRole('button', { name: '+ Register an app' }).click();
  const form = page.getByRole('dialog', { name: 'Register an integration app' });
  await form.getByLabel('Name', { exact: true }).fill('Rent roll');
  await form.getByLabel('Redirect URIs').fill(app.uri);
  for (const scope of ['See your name', 'See your documents', 'Send documents']) {
    await form.getByRole('checkbox', { name: scope }).check();
  }
  await form.getByRole('button', { name: 'Register' }).click();
  const shown = page.getByRole('dialog', { name: 'The keys of Rent roll' });
  const keys = {
    clientId: await shown.getByLabel('Client ID').inputValue(),
    clientSecret: await shown.getByLabel('Client secret').inputValue(),
    redirectUri: app.uri,
  };
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('heading', { name: 'Rent roll' }).waitFor();
  return keys;
}

/** As the app would: sends the browser to the authorization page, and is given a code. */
async function allow(page: Page, keys: AppKeys): Promise<string> {
  await page.goto(authorizationUrl(server.baseUrl, keys, 'what the app remembers'));
  await page.getByRole('heading', { level: 1, name: 'Allow Rent roll?' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  const returned = await app.waitForReturn();
  await page.getByRole('heading', { name: 'Back' }).waitFor();
  expect(returned.get('state')).toBe('what the app remembers');
  expect(returned.get('iss')).toBe(server.baseUrl);
  return returned.get('code') ?? '';
}

async function approve(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this document?' });
  await dialog.getByLabel(/^Comment/).fill('The numbers are right.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { level: 1, name: 'You have approved' }).waitFor();
}

async function expectMailedToAll(sealed: Buffer): Promise<void> {
  for (const { email } of [owner, ada, rex, bob]) {
    const { mail } = await mailTo(mails, email, /is signed by everyone/);
    const [file] = mail.attachments;
    expect(file?.mimeType).toBe('application/pdf');
    expect(Buffer.from(file?.content as ArrayBuffer).equals(sealed)).toBe(true);
  }
}

async function expectNotified(): Promise<void> {
  await webhooks.waitFor(({ headers }) => headers['paraph-event'] === 'workflow.signed');
  const told = webhooks.received.map(({ headers }) => headers['paraph-event']);
  expect(told).toEqual([
    'workflow.started',
    'action.started',
    'action.signed',
    'action.started',
    'action.approved',
    'action.started',
    'action.signed',
    'workflow.approved',
    'workflow.signed',
  ]);
  for (const { headers, body } of webhooks.received) {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['yumisign-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex'));
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(600);
  }
}

async function judge(sealed: Buffer): Promise<void> {
  expect(sealed.subarray(0, contract.length).equals(contract)).toBe(true);
  const path = join(folder, 'sealed.pdf');
  writeFileSync(path, sealed);
  const qpdf = run('qpdf', ['--check', path]);
  expect(qpdf.status, qpdf.text).toBe(0);
  const pdfsig = run('pdfsig', [path]).text;
  expect(pdfsig.match(/Signature is Valid/g), pdfsig).toHaveLength(2);
  expect(pdfsig.match(/Total document signed/g), pdfsig).toHaveLength(1);
  expect(pdfsig).toContain('Ada Lovelace');
  const mutool = run('mutool', ['sign', '-v', path]).text;
  expect(mutool.match(/The signature is valid but there have been edits since signing/g)).toHaveLength(2);
  const root = await fetch(`${server.baseUrl}/authority/ca.cer`);
  const rootDer = new Uint8Array(await root.arrayBuffer());
  const found = extractSignatures(readFileSync(path));
  expect(found).toHaveLength(3);
  for (const signature of found.slice(0, 2)) {
    const verdict = opensslVerdict(folder, signature, rootDer);
    expect(verdict.status, verdict.text).toBe(0);
  }
  for (const timestamp of found.slice(2)) {
    const verdict = opensslTimestampVerdict(folder, timestamp, rootDer);
    expect(verdict.status, verdict.text).toBe(0);
  }
  const text = run('pdftotext', [path, '-']).text;
  expect(text).toContain('The rent is due on the first day of each month.');
}
