import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authorizationUrl, exchangeCode } from '../support/app-client.ts';
import { PHONE } from '../support/browser.ts';
import { openHttpServer } from '../support/http-server.ts';
import { sentWith } from '../support/quick-form.ts';
import { openRedirectReceiver } from '../support/redirect-receiver.ts';
import { forThisTest } from '../support/scratch.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { keyboardOf } from './keyboard.ts';
import { look } from './languages.ts';
import { lookAt } from './looks.ts';
import { joinByMail } from './people.ts';
import { LEASE, OWNER, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

/** Of its own for each try of each test, so that none meets what another left. */
let names = 0;
const fresh = (name: string) => {
  names += 1;
  return `${name} ${names}`;
};

const developers = () => `${stage.server.baseUrl}/account/developers`;

/** Through the dialog; answers the secret that is shown once. */
async function makeWebhook(page: Page, url: string): Promise<string> {
  await page.goto(`${developers()}?tab=webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).waitFor();
  await look(page, 'webhooks-empty');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('checkbox', { name: 'The server’s certificate must be valid' }).uncheck();
  await dialog.getByRole('button', { name: 'Make the webhook' }).click();
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: url }).waitFor();
  await look(page, 'webhooks');
  await page.getByRole('link', { name: url }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhook' }).waitFor();
  return secret;
}

test('API keys are made, shown once, used and ended; each part of the page leads to its guide', async () => {
  const name = fresh('Rent roll');
  const { page, expectAnswer } = await stage.owner();
  await page.goto(`${stage.server.baseUrl}/account`);
  await page.getByRole('link', { name: 'Developers' }).click();
  for (const [part, guide, path] of [
    ['Integration apps', 'Guide: OAuth 2.0', '/docs/oauth'],
    ['Addresses', 'Guide: step by step', '/docs/step-by-step'],
    ['Webhooks', 'Guide: notifications', '/docs/notifications'],
    ['API keys', 'Guide: a first call', '/docs/quick-start'],
  ] as const) {
    await page.getByRole('link', { name: part, exact: true }).click();
    // That each of them is a page: docs.test.ts.
    expect(await page.getByRole('link', { name: guide }).getAttribute('href'), guide).toBe(path);
  }
  await page.getByRole('button', { name: 'New key' }).click();
  await look(page, 'key-new');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await dialog.getByText('Give the key a name of at least two characters.').waitFor();
  await dialog.getByText('Choose at least one.').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('checkbox', { name: 'See your name, email address and picture' }).check();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = await dialog.getByLabel('API key', { exact: true }).inputValue();
  const call = await dialog.getByLabel('A first call').inputValue();
  expect(call).toBe(`curl -H 'X-Api-Key: ${key}' ${stage.server.baseUrl}/api/v1/profile`);
  await look(page, 'key-made');
  // Nothing closes it by accident.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await keyboardOf(page).expectFocus(page.getByRole('button', { name: 'New key' }));
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText(`ends in ${key.slice(-4)}`).waitFor();
  await row.getByText('not used yet').waitFor();
  await look(page, 'keys');
  expect(await page.content()).not.toContain(key);

  const profile = () => fetch(`${stage.server.baseUrl}/api/v1/profile`, { headers: { 'X-Api-Key': key } });
  expect(await (await profile()).json()).toMatchObject({ email: OWNER.email });
  const lastUse = async () => {
    await page.reload();
    await row.waitFor();
    return row.getByText('last used').count();
  };
  await expect.poll(lastUse).toBe(1);
  await row.getByRole('button', { name: 'Delete' }).click();
  const act = dialog.getByRole('button', { name: 'Delete' });
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(name);
  await act.click();
  await page.getByText(`The key “${name}” is deleted`).waitFor();
  await expect.poll(() => row.count()).toBe(0);
  expect((await profile()).status).toBe(401);
  await keyboardOf(page).expectFocus(page.getByRole('region', { name: 'API keys' }));
  // Where a field is refused.
  expectAnswer(400);
  await makeKeyOfMember(page);
});

/** A key acts as another member who has joined, where an administrator says so. */
async function makeKeyOfMember(page: Page): Promise<void> {
  const bea = { name: fresh('Bea'), email: `bea${names}@example.com` };
  const late = `late${names}@example.com`;
  const members = [{ email: bea.email }, { email: late }];
  await stage.account.call('/api/v1/organization/members', { members });
  await joinByMail(stage, bea);
  await page.reload();
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  const member = dialog.getByLabel('Acts as');
  await member.selectOption({ label: `${bea.name} · ${bea.email}` });
  expect((await member.locator('option').allInnerTexts()).join()).not.toContain(late);
  // Each error of the server is shown at its field.
  const field = dialog.getByLabel('Name', { exact: true });
  await field.fill('x'.repeat(300));
  await dialog.getByRole('checkbox', { name: 'See your name, email address and picture' }).check();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await keyboardOf(page).expectFocus(field);
  await field.fill(fresh('For Bea'));
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = await dialog.getByLabel('API key', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText(`Acts as ${bea.name}`).waitFor();
  const answer = await fetch(`${stage.server.baseUrl}/api/v1/profile`, { headers: { 'X-Api-Key': key } });
  expect(await answer.json()).toMatchObject(bea);
}

test('webhooks receive events, list the answers, and are edited, switched, given a new secret and deleted on a phone', async () => {
  const receiver = await forThisTest(openWebhookReceiver());
  const lease = fresh('Told lease');
  const { page, expectAnswer } = await stage.owner({ viewport: PHONE });
  const secret = await makeWebhook(page, receiver.url);
  expect(secret).toMatch(/^whsec_/);
  await page.getByText('Nothing was sent yet').waitFor();
  await stage.send(lease);
  await receiver.waitFor((each) => each.headers['paraph-event'] === 'workflow.started');
  const row = page.getByRole('listitem').filter({ hasText: 'workflow.started' });
  await row.getByText('Delivered').waitFor();
  await row.getByText('1 attempt').click();
  await row.getByText('answered 204').waitFor();
  await look(page, 'webhook');

  const before = receiver.received.length;
  await row.getByRole('button', { name: 'Send again' }).click();
  await receiver.waitFor(before + 1);
  await row.getByText('2 attempts').waitFor();
  const ids = receiver.received
    .filter((each) => each.headers['paraph-event'] === 'workflow.started')
    .map((each) => each.headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);

  expectAnswer(400);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Address').fill(`${stage.server.baseUrl}/hook`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('leads back to this instance').waitFor();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('radio', { name: 'Only these' }).check();
  await look(page, 'webhook-edit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one, or all.').waitFor();
  await dialog.getByRole('checkbox', { name: 'A recipient has declined' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook is changed').waitFor();
  const events = page.getByRole('region', { name: 'Settings' }).getByRole('listitem');
  await expect.poll(() => events.allInnerTexts()).toEqual(['A recipient has declined']);

  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('On', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'New secret' }).click();
  await look(page, 'webhook-secret');
  await dialog.getByLabel('The old secret ends').selectOption('in a week');
  await dialog.getByRole('button', { name: 'New secret' }).click();
  expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('The old secret still signs until').waitFor();

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The webhook is deleted').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: receiver.url }).count()).toBe(0);
});

/** What a tool answers to an agent that has a key of the owner. */
async function callTool<Value>(key: string, name: string, input: object): Promise<Value> {
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const answer = await fetch(`${stage.server.baseUrl}/mcp`, {
    method: 'POST',
    ...sentWith({ authorization: `Bearer ${key}` }, asked),
  });
  const { result } = (await answer.json()) as { result: { structuredContent: Value; isError?: true } };
  expect(result.isError, JSON.stringify(result)).toBeUndefined();
  return result.structuredContent;
}

test('what an agent asks to send is sent when its person presses, on a phone by keyboard', async () => {
  const { page, expectAnswer } = await stage.owner();
  expectAnswer(400);
  await page.goto(`${stage.server.baseUrl}/account/organization/agents`);
  await page
    .getByRole('radio', { name: 'Also remind, and ask to send: a person confirms each time' })
    .check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('spinbutton', { name: 'At most a day' }).fill('20');
  const domains = page.getByRole('textbox', { name: 'Domains of their addresses' });
  await domains.fill('*.example.com');
  await page.getByRole('button', { name: 'Save allowance' }).click();
  await page.getByText(/Must be a domain such as example\.com/).waitFor();
  await domains.fill('example.com');
  await page.getByRole('button', { name: 'Save allowance' }).click();
  await page.getByText(/^Set by /).waitFor();
  await lookAt(page, 'organization-agents');

  const scopes = ['workflows:read', 'workflows:write', 'agents:send'];
  const made = await stage.account.call('/api/v1/api-keys', { name: fresh('Claude'), scopes });
  const { key } = made as { key: string };
  const lease = fresh('Lease of the mill');
  const sha256 = createHash('sha256').update(LEASE).digest('hex');
  const announced = { name: 'lease.pdf', size: LEASE.length, sha256 };
  type Upload = Record<'putUrl' | 'uploadId', string>;
  const { putUrl, uploadId } = await callTool<Upload>(key, 'create_upload', announced);
  expect((await fetch(putUrl, { method: 'PUT', body: new Uint8Array(LEASE) })).status).toBe(201);
  const { id } = await callTool<{ id: string }>(key, 'draft_from_file', {
    ...{ uploadId, name: lease, message: 'Please sign by Friday.\nThe keys are at the mill.' },
    recipients: [{ name: 'Ada Lovelace', email: `ada.of.the.analytical.engine${names}@example.com` }],
  });
  const asked = await callTool<{ confirmUrl: string }>(key, 'request_send', { id });

  await page.setViewportSize(PHONE);
  await page.goto(asked.confirmUrl);
  await page.getByRole('heading', { level: 1, name: 'Send this document?' }).waitFor();
  await page.getByText(lease, { exact: true }).waitFor();
  await lookAt(page, 'agent-request');
  await keyboardOf(page).pressOn(page.getByRole('button', { name: 'Send' }), 'Enter');
  const done = page.getByRole('heading', { level: 1, name: 'It is done' });
  await done.waitFor();
  await keyboardOf(page).expectFocus(done);
  await lookAt(page, 'agent-request-done');
  expect(await callTool(key, 'get_workflow', { id })).toMatchObject({ status: 'started' });
});

test('an app is registered, its keys are shown once, and it acts for whoever allows it; one of the web is shown by its host', async () => {
  const app = await forThisTest(openRedirectReceiver());
  const name = fresh('Rent book');
  const { page, expectAnswer } = await stage.owner({ origins: [app.origin] });
  await page.goto(developers());
  await page.getByRole('link', { name: 'Integration apps' }).click();
  await page.getByRole('button', { name: '+ Register an app' }).click();
  const form = page.getByRole('dialog', { name: 'Register an integration app' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Redirect URIs').fill(app.uri);
  for (const scope of ['See your name', 'See your documents', 'Send documents'])
    await form.getByRole('checkbox', { name: scope }).check();
  await form.getByRole('button', { name: 'Register' }).click();
  const shown = page.getByRole('dialog', { name: `The keys of ${name}` });
  const keys = {
    clientId: await shown.getByLabel('Client ID').inputValue(),
    clientSecret: await shown.getByLabel('Client secret').inputValue(),
    redirectUri: app.uri,
  };
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('heading', { name }).waitFor();
  await page.goto(authorizationUrl(stage.server.baseUrl, keys, 'what the app remembers'));
  await page.getByRole('heading', { level: 1, name: `Allow ${name}?` }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  const returned = await app.waitForReturn();
  await page.getByRole('heading', { name: 'Back' }).waitFor();
  expect([returned.get('state'), returned.get('iss')]).toEqual([
    'what the app remembers',
    stage.server.baseUrl,
  ]);
  const client = await exchangeCode(stage.server.baseUrl, keys, returned.get('code') ?? '');
  const steps = [{ type: 'sign', recipients: [OWNER] }] as const;
  const id = await client.sendEnvelope({ name: fresh('Sent by an app'), document: LEASE, steps });
  expect((await client.readEnvelope(id)).status).toBe('started');
  expectAnswer(400);
  await page.setViewportSize(PHONE);
  await visitUnregistered(page);
});

/** An app that nobody has registered is shown by its host, or by what is wrong with its document. */
async function visitUnregistered(page: Page): Promise<void> {
  let method = 'none';
  const site = await openHttpServer(({ url }, response) => {
    const document = {
      ...{ client_id: `${site.origin}${url}`, client_name: 'Claude', token_endpoint_auth_method: method },
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  await forThisTest(site);
  const open = (path: string) => {
    const query = new URLSearchParams({
      ...{ client_id: `${site.origin}${path}`, redirect_uri: 'http://127.0.0.1:8123/callback' },
      ...{ response_type: 'code', scope: 'workflows:read agents:send', code_challenge_method: 'S256' },
      ...{ code_challenge: 'a'.repeat(43), resource: `${stage.server.baseUrl}/mcp` },
    });
    return page.goto(`${stage.server.baseUrl}/integration-apps/authorize?${query}`);
  };
  await open('/client.json');
  await page.getByRole('heading', { level: 1, name: 'Allow Claude?' }).waitFor();
  await page.getByText('Not registered here', { exact: true }).waitFor();
  await page.getByText(new URL(site.origin).host, { exact: true }).waitFor();
  await lookAt(page, 'authorize-unregistered');
  method = 'client_secret_post';
  await open('/other.json');
  await page.getByText('An app that is not registered here has no secret.').waitFor();
}
