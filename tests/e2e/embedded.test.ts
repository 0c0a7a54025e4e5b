import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { GZIP_BYTES_MAX } from '../../sdk/embed/build.mjs';
import { findProgram } from '../../tools/programs.mjs';
import { readOk } from '../support/app-client.ts';
import { openFirefox } from '../support/driven-browser.ts';
import { type Heard, openHostPage } from '../support/host-page.ts';
import { openNextcloud } from '../support/nextcloud.ts';
import { until } from '../support/processes.ts';
import { sentWith } from '../support/quick-form.ts';
import { folderForThisFile, forThisFile, forThisTest } from '../support/scratch.ts';
import { isInShare } from '../support/share.ts';
import { auditPage, settle } from './audit.ts';
import { makeDraft } from './drafts.ts';
import { asPage, calledBy, NARROW, pressUntilSeen, tellFrame, throughFrame } from './framed.ts';
import { picturesDir } from './looks.ts';
import { agreeAndStart, goToCheck, saveSignature, textedCode } from './people.ts';
import { ADA, BOB, LEASE, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const host = await forThisFile(openHostPage());
const foreign = await forThisFile(openHostPage());
const cloud = await forThisFile(
  openNextcloud(await folderForThisFile(), {
    anna: { name: 'Anna Mill', email: 'anna@cloud.example', admin: true },
    bert: { name: 'Bert Weaver', email: 'bert@cloud.example' },
  }),
);

const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? '',
  // Third-party cookies are blocked, and each site has a process of its own, as with the people outside.
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--site-per-process',
    '--test-third-party-cookie-phaseout',
  ],
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(() => browser.close());

const { key } = (await stage.account.call('/api/v1/api-keys', {
  ...{ name: 'Mill portal', scopes: ['workflows:read', 'workflows:write', 'workflows:sign-embedded'] },
})) as { key: string };
const call = async (method: string, path: string, body?: object) => {
  const sent = { method, ...sentWith({ 'x-api-key': key }, body) };
  return readOk(await fetch(`${stage.server.baseUrl}${path}`, sent));
};
const embedOrigins = [host.origin, cloud.origin];
await stage.account.call('/api/v1/organization/embed-origins', { embedOrigins }, 'PUT');

/** The address of a frame for the first recipient of a document. */
async function addressFor(id: string, more: object = {}): Promise<string> {
  const { workspaceId, recipients } = await call('GET', `/api/v1/envelopes/${id}`);
  const path = `/api/v1/workspaces/${workspaceId}/workflows/${id}/recipients/${recipients[0].id}/embedded-session`;
  const authenticatedBy = { method: 'password', at: Math.floor(Date.now() / 1000) };
  return (await call('POST', path, { origin: host.origin, authenticatedBy, ...more })).url;
}

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: NARROW, reducedMotion: 'reduce', locale: 'en-GB' });
  context.setDefaultTimeout(20_000);
  return context;
}

/** In a new tab, of another person unless there is one already. */
async function show(address: string, site = host, tab?: Page) {
  const page = await (tab?.context() ?? (await newContext())).newPage();
  const sent: string[] = [];
  page.on('console', (message) => sent.push(message.text()));
  await page.goto(site.showing(address));
  await until('the frame', () => page.frames().length > 1);
  const [, frame = page.mainFrame()] = page.frames();
  return { page, frame, sent };
}

const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
const untilHeard = (page: Page, type: string) =>
  until(`${type} to be heard`, async () => (await heardBy(page)).some((each) => each.type === type));
async function expectSound(page: Page, frame: Frame, name: string) {
  await settle(asPage(frame));
  expect(await auditPage(asPage(frame)), name).toEqual([]);
  if (!picturesDir) return;
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 1_100 });
    await page.emulateMedia({ colorScheme });
    await settle(asPage(frame));
    await page.screenshot({ path: `${picturesDir}/${name} ${width} ${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(NARROW);
  await settle(asPage(frame));
}

test('signed and sealed inside one other site that opens it once, by a key that the frame holds, by keyboard into the frame and out, without any cookie', {
  timeout: 120_000,
}, async () => {
  expect(host.gzipBytes).toBeLessThan(GZIP_BYTES_MAX);
  const steps = [{ type: 'sign' as const, recipients: [{ ...ADA, phone: '+41791234567' }] }];
  const id = await stage.send('Framed lease', { type: 'advanced', steps });
  const address = await addressFor(id, { returnUrl: `${host.origin}/orders/7` });
  const { page, frame } = await show(address);
  await frame.getByRole('button', { name: 'Start' }).waitFor();
  await expectRefusals(page, id, address);
  await listenToHost(page, frame);
  await frame.getByRole('region', { name: 'Signing in another page' }).getByText('Grace Miller').waitFor();
  await expectSound(page, frame, 'embedded cover');
  await throughFrame(page);
  // Colours that cannot be read are refused, and others shown.
  await tellFrame(page, 'setTheme', { accent: '#cccccc' });
  await untilHeard(page, 'error');
  expect((await heardBy(page)).find(({ type }) => type === 'error')).toMatchObject({
    ...{
      code: 'THEME_REFUSED',
      message: expect.stringMatching(/^accent on surface: has a contrast of 1\.\d/),
    },
  });
  await tellFrame(page, 'setTheme', { accent: '#7a1f5c', radius: 2 });
  const accent = () =>
    frame.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'));
  await expect.poll(accent).toBe('#7a1f5c');
  await agreeAndStart(asPage(frame));
  await saveSignature(asPage(frame));
  const before = await frame.getByRole('button', { name: 'Finish' }).boundingBox();
  await goToCheck(asPage(frame));
  const last = frame.getByRole('button', { name: 'Finish', disabled: false });
  await last.waitFor();
  await expectSound(page, frame, 'embedded check');
  // The last press is at another place than the one before it.
  const after = await last.boundingBox();
  expect((after?.x ?? 0) + (after?.width ?? 0)).toBeLessThan(before?.x ?? 0);
  // What lies over it holds it back.
  await page.evaluate(() => {
    const veil = document.createElement('div');
    veil.id = 'veil';
    veil.style.cssText = 'position:fixed;inset:0;background:#fff;opacity:.99;pointer-events:none;z-index:9';
    document.body.append(veil);
  });
  await until('the press to be held back', async () => {
    await last.click();
    return frame.getByText('Something lies over this page').isVisible();
  });
  await page.evaluate(() => document.getElementById('veil')?.remove());
  const dialog = frame.getByRole('dialog', { name: 'Show that it is you' });
  await pressUntilSeen(frame, dialog);
  await dialog.getByText('The code is in its mailbox').waitFor();
  await dialog.getByLabel('Code').fill(await textedCode(stage));
  await dialog.getByRole('button', { name: 'Finish' }).click();
  await untilHeard(page, 'sealed');
  await expectSound(page, frame, 'embedded end');
  const heard = await heardBy(page);
  const types = heard
    .map(({ type }) => type)
    .filter((type) => !['resize', 'progress', 'error'].includes(type));
  expect(types).toEqual(['ready', 'opened', 'signed', 'closed', 'sealed']);
  expect(heard.find(({ type }) => type === 'closed')).toMatchObject({ reason: 'signed' });
  const download = page.waitForEvent('download');
  await frame
    .getByRole('link', { name: /^Download .+\.pdf/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  const back = frame.getByRole('link', { name: 'Back to Mill portal' });
  expect(await back.getAttribute('href')).toBe(`${host.origin}/orders/7?envelopeId=${id}&event=signed`);
  expect(await page.context().cookies()).toEqual([]);
  const { workspaceId } = await call('GET', `/api/v1/envelopes/${id}`);
  const { record } = await call('GET', `/api/v1/workspaces/${workspaceId}/workflows/${id}/evidence`);
  expect(record.signers[0].reached.identification).toBe('embedded-code-sms');
  await openInTab(page);
});

/** What no frame can do, signing at the level qualified, is offered in a tab first. */
async function openInTab(before: Page): Promise<void> {
  const steps = [{ type: 'sign' as const, recipients: [BOB] }];
  const id = await stage.send('Framed qualified', { type: 'qualified', steps });
  const { page, frame } = await show(await addressFor(id), host, before);
  await frame.getByRole('heading', { level: 1, name: 'Sign in a tab of its own' }).waitFor();
  await expectSound(page, frame, 'embedded tab');
  const opening = page.context().waitForEvent('page');
  await frame.getByRole('button', { name: 'Open in a new tab' }).click();
  const tab = await opening;
  await tab.getByText('Signed through Mill portal').waitFor();
  await tab.getByRole('button', { name: 'Start' }).waitFor();
}

/** A second opening, with a page, and one in a foreign page, which shows and hears nothing. */
async function expectRefusals(first: Page, id: string, address: string): Promise<void> {
  const { page, frame } = await show(address, host, first);
  await frame.getByRole('heading', { level: 1, name: 'This was opened before' }).waitFor();
  await expectSound(page, frame, 'embedded ended');
  await untilHeard(page, 'closed');
  expect((await heardBy(page)).slice(-2)).toMatchObject([{ code: 'SESSION_ENDED' }, { reason: 'ended' }]);
  await page.goto(host.showing(address, 'guide/'));
  await expect.poll(() => calledBy(page)).toEqual(['another']);
  const other = await show(await addressFor(id), foreign, first);
  await until('the browser to refuse', () => other.sent.some((text) => /frame-ancestors/.test(text)));
  expect(await heardBy(other.page)).toEqual([]);
  expect(await other.page.evaluate(() => (window as never as { overheard: object[] }).overheard)).toEqual([]);
  await first.bringToFront();
}

/** To nobody else: a message from elsewhere than the page around changes nothing. */
async function listenToHost(page: Page, frame: Frame): Promise<void> {
  await frame.evaluate(() =>
    window.postMessage({ source: 'paraph-host', version: 1, type: 'close' }, location.origin),
  );
  for (const [language, words] of [
    ['de', 'Fortgeschrittene Signatur'],
    ['en', 'Advanced signature'],
  ] as const) {
    await tellFrame(page, 'setLanguage', language);
    await frame.getByText(words).waitFor();
  }
  expect((await heardBy(page)).some(({ type }) => type === 'closed')).toBe(false);
}

test('from Files of Nextcloud to the signed file beside it, without leaving it', async () => {
  const lease = join(cloud.files('anna'), 'lease.pdf');
  await writeFile(lease, LEASE);
  const context = await newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const enter = (nc_user: string) =>
    context.addCookies([{ name: 'nc_user', value: nc_user, url: cloud.origin }]);
  await enter('anna');
  await page.goto(`${cloud.origin}/double/settings`);
  await page.getByLabel('Address of Paraph').fill(stage.server.baseUrl);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Save and try it' }).click();
  await page.getByText('Saved. Paraph answers.').waitFor();
  await page.goto(`${cloud.origin}/double/files`);
  const { ino: fileid } = await stat(lease);
  const offered = await page.evaluate(async (id) => {
    interface Action {
      displayName(): string;
      enabled(given: object): boolean;
      exec(given: object): Promise<null>;
    }
    const { _nc_fileactions: former, _nc_files_scope: scope } = window as unknown as {
      _nc_fileactions: [Action];
      _nc_files_scope: { v4_0: { fileActions: Map<string, Action> } };
    };
    const pdf = { fileid: id, mime: 'application/pdf' };
    const [action] = former;
    const later = scope.v4_0.fileActions.get('paraph-ask');
    const chosen = [[pdf], [pdf, pdf], [{ mime: 'text/plain' }]];
    const enabled = chosen.flatMap((nodes) => [action.enabled(nodes), later?.enabled({ nodes })]);
    setTimeout(() => later?.exec({ nodes: [pdf] }));
    return [action.displayName(), ...enabled];
  }, fileid);
  expect(offered).toEqual(['Ask for signatures', true, true, false, false, false, false]);
  await page.getByLabel('Name or user').fill('Bert');
  await page.locator('#paraph-users option').waitFor({ state: 'attached' });
  await page.getByLabel('Name or user').fill('Bert Weaver (bert)');
  expect(await page.getByLabel('Email').isDisabled()).toBe(true);
  if (picturesDir) await page.screenshot({ path: `${picturesDir}/nextcloud form.png` });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/^Sent\. You are told/).waitFor();
  await enter('bert');
  const [{ link = '' } = {}] = await cloud.notices('bert');
  await page.goto(link);
  await until('the frame', () => page.frames().length > 1);
  const [, frame = page.mainFrame()] = page.frames();
  await agreeAndStart(asPage(frame));
  if (picturesDir) await page.screenshot({ path: `${picturesDir}/nextcloud frame.png` });
  await saveSignature(asPage(frame));
  await goToCheck(asPage(frame));
  await pressUntilSeen(frame, frame.getByRole('heading', { name: /^(You have signed|Everyone is done)$/ }));
  await until('the signed file', async () =>
    (await cloud.notices('anna')).some(({ parsed }) => parsed.endsWith(': lease.signed.pdf')),
  );
  expect((await stat(lease.replace('.pdf', '.signed.pdf'))).size).toBeGreaterThan(LEASE.length);
  // An address is used up: the page that is loaded again asks for another one.
  await page.reload();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).first().waitFor();
  expect([problems, cloud.warnings()]).toEqual([[], []]);
});

/** The address of a designer for a draft. */
async function designerFor(id: string, more: object = {}): Promise<string> {
  const { workspaceId } = await call('GET', `/api/v1/envelopes/${id}`);
  const path = `/api/v1/workspaces/${workspaceId}/workflows/${id}/session`;
  return (await call('POST', path, { origin: host.origin, ...more })).url;
}
const isClosed = ({ type }: Heard) => type === 'closed';
/** In a frame: the page around asks to close it at the moment of a press, before anything is drawn. */
const pressAndClose = (button: HTMLElement | SVGElement, origin: string) => {
  (button as HTMLElement).click();
  const data = { source: 'paraph-host', version: 1, type: 'close' };
  const asked = new MessageEvent('message', { source: window.parent, origin, data });
  queueMicrotask(() => window.dispatchEvent(asked));
};
const draftOf = (name: string) => makeDraft(stage.app, { name });

test('a draft is prepared and sent inside another site: people, a field, what is missing, what is saved', async () => {
  const id = await draftOf('Framed draft');
  const options = { fieldTypes: ['signature', 'date'], lockDocuments: true, showStart: true };
  const address = await designerFor(id, options);
  const { page, frame } = await show(address);
  await frame.locator('canvas').first().waitFor();
  await frame.getByText('Prepared through').waitFor();
  await untilHeard(page, 'changed');
  expect((await heardBy(page)).find(({ type }) => type === 'changed')?.gaps).toMatchObject([
    { kind: 'noSignature' },
  ]);
  await expectSound(page, frame, 'embedded designer');
  await throughFrame(page);
  // People are open here, files are not.
  expect(await frame.getByRole('button', { name: 'Files', exact: true }).count()).toBe(0);
  await frame.getByRole('button', { name: 'People', exact: true }).click();
  const dialog = frame.getByRole('dialog', { name: 'Who signs' });
  await dialog.getByLabel('Name').fill('Ada King');
  await expectSound(page, frame, 'embedded designer people');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await frame.locator('canvas').first().waitFor();
  // What is not saved is saved before the page around takes the frame away.
  await frame.getByRole('button', { name: 'Add', exact: true }).click();
  await frame.getByRole('radio', { name: /^Ada King/ }).waitFor();
  expect(await frame.locator('[id^="design-add-"]').count()).toBe(2);
  await frame.getByRole('button', { name: 'Signature', exact: true }).evaluate(pressAndClose, host.origin);
  await untilHeard(page, 'closed');
  const placed = (await call('GET', `/api/v1/envelopes/${id}`)) as { fields: { type: string }[] };
  expect(placed.fields.map(({ type }) => type)).toEqual(['signature']);
  await tellFrame(page, 'requestClose');
  await until('both ends', async () => (await heardBy(page)).filter(isClosed).length === 2);
  await frame.getByRole('button', { name: 'Send', exact: true }).click();
  await frame.getByRole('heading', { level: 1, name: 'Sent' }).waitFor();
  await expectSound(page, frame, 'embedded designer sent');
  const heard = (await heardBy(page)).filter(({ type }) => type !== 'resize');
  expect(heard.map(({ type, reason = '' }) => `${type} ${reason}`.trim())).toEqual([
    ...[
      'ready',
      'changed',
      'changed',
      'changed',
      'saved',
      'closed host',
      'closed host',
      'started',
      'closed started',
    ],
  ]);
  expect(heard.findLast(({ type }) => type === 'changed')?.gaps).toEqual([]);
  const { status, recipients } = await call('GET', `/api/v1/envelopes/${id}`);
  expect([status, recipients[0].name]).toEqual(['started', 'Ada King']);
  expect(await page.context().cookies()).toEqual([]);
  // A second opening is refused with a page, which says so.
  await page.goto('about:blank');
  await page.goto(host.showing(address));
  await until('the refusal', async () => (await heardBy(page)).some(({ reason }) => reason === 'ended'));
  const [, again = page.mainFrame()] = page.frames();
  await again.getByRole('heading', { level: 1, name: 'This was opened before' }).waitFor();
  await expectSound(page, again, 'embedded designer ended');
  await page.goto(host.showing(await designerFor(await draftOf('Draft of the guide')), 'design-guide/'));
  await expect.poll(() => calledBy(page)).toContain(1);
  // Another site shows nothing and hears nothing.
  const other = await show(await designerFor(await draftOf('Framed elsewhere')), foreign, page);
  await until('the browser to refuse', () => other.sent.some((text) => /frame-ancestors/.test(text)));
  expect(await heardBy(other.page)).toEqual([]);
});

// Where people sign in WebKit (other-browsers.test.ts); by turns, as starting one takes long.
test.runIf(isInShare(1, 2))('in Firefox the frame opens once, and says what it is', async () => {
  const firefox = await forThisTest(openFirefox());
  const address = await addressFor(await stage.send('Framed in Firefox'));
  const heard = () => firefox.evaluate<Heard[]>('window.heard');
  await firefox.goto(host.showing(address));
  await until('the frame to open', async () => (await heard()).some(({ type }) => type === 'opened'));
  await firefox.goto('about:blank');
  await firefox.goto(host.showing(address, 'element/'));
  await until('the refusal', async () => (await heard()).some(({ reason }) => reason === 'ended'));
  await firefox.goto('about:blank');
  await firefox.goto(host.showing(await designerFor(await draftOf('Draft in Firefox')), 'element/'));
  await until('the designer', async () => (await heard()).some(({ gaps }) => gaps?.length === 1));
});
