import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { buildSdk, bundle } from '../../sdk/build.mjs';
import { openBrowser } from '../support/browser.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { openSdkInstance } from './sdk-instance.ts';

const folder = await folderForThisFile();
const instance = await forThisFile(openSdkInstance());
await buildSdk(join(folder, 'dist'));
const code = await bundle(join(folder, 'dist/index.js'));
const browser = await forThisFile(openBrowser(instance.baseUrl));
afterEach(({ task }) => browser.sendAllHome(task.result?.state === 'fail'));

/** Sends a file, walks the list, downloads what it sent, and meets a failure; the same in a page and a worker. */
const JOURNEY = `
export async function journey({ Paraph, NotFoundError, verifyNotification }, { baseUrl, apiKey, pdf, name }) {
  const paraph = new Paraph({ baseUrl, apiKey });
  const document = new File([new Uint8Array(pdf)], 'lease.pdf', { type: 'application/pdf' });
  const steps = [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }];
  const { id } = await paraph.createQuickEnvelope({ name, document, steps });
  const names = [];
  for await (const envelope of paraph.listEnvelopes.all({ query: name, limit: 1 })) names.push(envelope.name);
  const envelope = await paraph.readEnvelope({ envelopeId: id });
  const response = await paraph.download(envelope.documents[0].file.file);
  const missing = await paraph.readEnvelope({ envelopeId: 'gone' }).catch((error) => error instanceof NotFoundError);
  const forged = verifyNotification({ headers: {}, body: '{}', secret: 's' }).catch((error) => error.name);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // The form of the start follows the upload.
  const beginsWithUpload = pdf.every((byte, index) => bytes[index] === byte);
  return { names, beginsWithUpload, missing, forged: await forged };
}`;
const PAGE = `<!doctype html><title>Probe</title><link rel="icon" href="data:,">
<script type="module">
import * as sdk from '/probe/sdk.js';
import { journey } from '/probe/journey.js';
globalThis.takeJourney = (input) => journey(sdk, input);
</script>`;
const WORKER = `
import * as sdk from '/probe/sdk.js';
import { journey } from '/probe/journey.js';
addEventListener('message', ({ data }) =>
  journey(sdk, data).then(postMessage, (error) => postMessage({ error: String(error) })));`;

/** A bare page on the instance's own address; the interface answers pages of other addresses nothing. */
async function openProbe(): Promise<Page> {
  const { page, context, expectAnswer } = await browser.newPerson();
  expectAnswer(404);
  const files: Record<string, [string, string]> = {
    'page.html': ['text/html', PAGE],
    'sdk.js': ['text/javascript', code],
    'journey.js': ['text/javascript', JOURNEY],
    'worker.js': ['text/javascript', WORKER],
  };
  await context.route(`${instance.baseUrl}/probe/*`, (route) => {
    const [contentType, body] = files[route.request().url().split('/').pop() ?? ''] ?? ['text/plain', ''];
    return route.fulfill({ contentType, body });
  });
  await page.goto(`${instance.baseUrl}/probe/page.html`);
  return page;
}

const { baseUrl, apiKey } = instance;
const given = (name: string) => ({ baseUrl, apiKey, pdf: [...lease], name });
const told = { beginsWithUpload: true, missing: true, forged: 'NotificationError' };
const outcome = (name: string) => ({ names: [name], ...told });

it('works in a page of Chromium', async () => {
  const page = await openProbe();
  const found = await page.evaluate(
    (input) => (globalThis as unknown as { takeJourney(input: object): unknown }).takeJourney(input),
    given('From a page'),
  );
  expect(found).toEqual(outcome('From a page'));
});

it('works in a worker', async () => {
  const page = await openProbe();
  const found = await page.evaluate(
    (input) =>
      new Promise((resolve, reject) => {
        const worker = new Worker('/probe/worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
        worker.postMessage(input);
      }),
    given('From a worker'),
  );
  expect(found).toEqual(outcome('From a worker'));
});
