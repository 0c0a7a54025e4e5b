import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '@paraph/pades';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { PHONE } from '../support/browser.ts';
import { signatureFields, startSigning, typeSignature } from './people.ts';
import { ADA, openStage, type Stage } from './stage.ts';

let stage: Stage;
let folder = '';
let database: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-e2e-advanced-'));
  stage = await openStage();
  database = new pg.Client(stage.server.database.options);
  await database.connect();
});
afterEach(({ task }) => stage.browser.sendAllHome(task.result?.state === 'fail'));
afterAll(async () => {
  await database?.end();
  await stage?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page sends to the server, but for its files. */
function listenTo(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

/** The previews that the page is given, oldest first. */
function collectPreviews(page: Page): { previewId: string }[] {
  const previews: { previewId: string }[] = [];
  page.on('response', async (response) => {
    if (response.ok() && response.url().endsWith('/preview')) previews.push(await response.json());
  });
  return previews;
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

/** A wrong code, and the right one: the document is signed by the press in the dialog. */
async function showBySms(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  await dialog.getByText('The code is in its mailbox').waitFor();
  await dialog.getByText('+41 ••• 67').waitFor();
  const code = await readCode();
  const input = dialog.getByLabel('Code');
  expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
  await input.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await dialog.getByRole('button', { name: 'Finish' }).tap();
  await dialog.getByRole('alert').filter({ hasText: 'You have 4 tries left' }).waitFor();
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  await input.fill(code);
  await dialog.getByRole('button', { name: 'Finish' }).tap();
}

test('a person signs on a phone with a key of their own browser, and others find it valid', async () => {
  const id = await stage.send('Advanced lease');
  await database.query("update workflows set type = 'advanced' where envelope_id = $1", [id]);
  await database.query(
    `update recipients set phone = '+41791234567', identification = 'code-sms'
     where workflow_id = (select id from workflows where envelope_id = $1)`,
    [id],
  );
  const { page, expectAnswer } = await stage.browser.newPerson({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await page.clock.install();
  const sent = listenTo(page);
  const previews = collectPreviews(page);
  // To the wrong code.
  expectAnswer(400);
  await startSigning(page, await handOver(await stage.linkFor(ADA, 'Advanced lease')));
  await page.waitForURL(/\/signing\/[0-9a-f]{32}$/);
  await signatureFields(page).tap();
  await typeSignature(page);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('advanced electronic signature').waitFor();
  await page.getByRole('button', { name: 'Finish', disabled: false }).waitFor();
  await page.getByRole('button', { name: 'Finish', disabled: false }).tap();
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  await dialog.getByLabel('Code').waitFor();
  const shown = previews.at(-1)?.previewId;
  // By when a preview that is not held has been renewed.
  await page.clock.fastForward(50_000);
  await showBySms(page);
  await page.getByRole('link', { name: 'Download the sealed document' }).waitFor();
  expect(sent.filter((line) => /\/certificate |\/finish /.test(line))).toHaveLength(2);
  const finished = sent.find((line) => line.includes('/finish ')) ?? '';
  expect(JSON.parse(finished.slice(finished.indexOf('{')))).toMatchObject({ previewId: shown });
  expect(previews.at(-1)).toMatchObject({ previewId: shown });
  // PKCS #8 and JWK of a private key.
  expect(sent.filter((line) => /"d":|PRIVATE|MIGHAgEA/.test(line))).toEqual([]);
  const { documents } = await stage.app.readEnvelope(id);
  const sealed = await stage.app.download(documents[0]?.file.file ?? '');
  writeFileSync(join(folder, 'sealed.pdf'), sealed);
  expect(run('pdfsig', [join(folder, 'sealed.pdf')]).text).toContain('Signature is Valid');
  const root = await fetch(`${stage.server.baseUrl}/authority/ca.cer`);
  const anchors = [new Uint8Array(await root.arrayBuffer())];
  const [report] = validate(sealed, { anchors }).signatures;
  expect(report).toMatchObject({ signerName: ADA.name, level: 'B-LTA', integrity: { ok: true } });
});
