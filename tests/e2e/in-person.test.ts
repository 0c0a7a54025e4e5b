import { PREFERENCES } from '@paraph/domain';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { signByLink } from '../support/http-life.ts';
import { lookAt } from './looks.ts';
import { agreeAndStart, drawSignature, goToCheck, signatureFields, startSession } from './people.ts';
import { ADA, BOB, ONE_PAGE, OWNER, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const NAME = 'Lease at the counter';
const PIN = '4711';

const locked = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'This device is locked' }).waitFor();

/** From the page of a document to the person who has the device. */
async function handOver(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: `Hand the device to ${name}` }).waitFor();
  await page.getByLabel('PIN to get back').fill(PIN);
  await page.getByRole('button', { name: 'Lock and hand over' }).tap();
  await page.getByRole('button', { name: 'Begin' }).waitFor();
}

async function unlock(page: Page, pin = PIN): Promise<void> {
  await page.getByLabel('PIN').fill(pin);
  await page.getByRole('button', { name: 'Unlock' }).tap();
}

test('people sign by touch on the device of a host, one after the other, and reach nothing of the host', async () => {
  await stage.send(NAME, { document: ONE_PAGE, steps: [{ type: 'sign', recipients: [ADA, BOB] }] });
  // A session of their own, because it is another one once it is unlocked.
  const session = await startSession(stage, OWNER.email);
  const { page, context, expectAnswer } = await stage.signedIn(session, { viewport: PHONE, hasTouch: true });
  // A window in full screen cannot be given another size, so it is only noted that the page asks for it.
  await context.addInitScript(() => {
    Element.prototype.requestFullscreen = async () => sessionStorage.setItem('fullScreen', 'asked');
  });
  // What a locked session is answered, and a link once it is handed back.
  expectAnswer(401);
  expectAnswer(404);
  const { baseUrl } = stage.server;
  await stage.openDocument(page, NAME);
  const workflowUrl = page.url();
  const second = await context.newPage();
  await second.goto(`${baseUrl}/documents`);
  await second.getByRole('link', { name: NAME }).first().waitFor();

  await page.bringToFront();
  await page.getByRole('button', { name: `Have ${ADA.name} sign on this device` }).tap();
  await page.getByRole('heading', { level: 1, name: `Hand the device to ${ADA.name}` }).waitFor();
  await page.getByRole('button', { name: 'Lock and hand over' }).tap();
  await page.getByText('Choose 4 to 6 digits.').waitFor();
  await lookAt(page, 'in-person-pin');
  await handOver(page, ADA.name);
  await lookAt(page, 'in-person-begin');
  // The other tab leaves at once, without a request of its own.
  await locked(second);
  await page.getByRole('button', { name: 'Begin' }).tap();
  await page.getByText(`In person, host ${OWNER.name}`).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('fullScreen'))).toBe('asked');
  const signingUrl = page.url();

  // Back, a reload, the address bar and a new tab show the lock and no more.
  await page.goBack();
  await locked(page);
  await page.reload();
  await locked(page);
  for (const address of [workflowUrl, baseUrl]) {
    await second.goto(address);
    await locked(second);
    expect(await second.locator('body').innerText()).not.toContain(NAME);
  }
  await page.getByRole('link', { name: 'Go on signing' }).tap();
  await page.getByText(`In person, host ${OWNER.name}`).waitFor();
  await agreeAndStart(page);
  await signatureFields(page).tap();
  await drawSignature(page);
  await goToCheck(page);
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByRole('heading', { level: 1, name: `Thank you, ${ADA.name}` }).waitFor();
  await lookAt(page, 'in-person-end');
  await page.getByRole('button', { name: 'Hand it back' }).tap();
  await locked(page);
  await lookAt(page, 'in-person-locked');
  await second.goto(signingUrl);
  await second.getByRole('heading', { level: 1, name: 'Nothing to show here' }).waitFor();
  await unlock(page, '0000');
  await page.getByText('This PIN is not right. 4 tries are left.').waitFor();
  await unlock(page);

  // The next one whose turn it is; the host goes on from there.
  await page.getByText(`Next: ${BOB.name}`).waitFor();
  await lookAt(page, 'in-person-next');
  await page.getByRole('button', { name: 'Hand over', exact: true }).tap();
  await handOver(page, BOB.name);
  // Five minutes in which nobody touches the page end it.
  await page.clock.install();
  await page.getByRole('button', { name: 'Begin' }).tap();
  await page.getByText(`In person, host ${OWNER.name}`).waitFor();
  await page.clock.fastForward('04:55');
  expect(page.url()).toContain('/signing/');
  await page.clock.fastForward('00:06');
  await locked(page);
  // Who was handed the device signs by the mail's link, too; then nobody is next.
  await signByLink(baseUrl, await stage.linkFor(BOB, NAME));
  await unlock(page);
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  expect(await page.getByText('Next: ').count()).toBe(0);
});

test('a link is copied for one person, once', async () => {
  const name = 'Lease to copy';
  await stage.send(name, { steps: [{ type: 'sign', recipients: [ADA] }] });
  const { page } = await stage.owner();
  await stage.openDocument(page, name);
  await page.getByRole('button', { name: `Copy a link for ${ADA.name}` }).click();
  const dialog = page.getByRole('dialog');
  const url = await dialog.getByLabel('Address to pass on').inputValue();
  await lookAt(page, 'in-person-copied');
  const ada = await stage.browser.newPerson({ viewport: PHONE, hasTouch: true });
  await ada.page.goto(url);
  await ada.page.getByRole('heading', { level: 1, name: `A document for ${ADA.name}` }).waitFor();
  await lookAt(ada.page, 'in-person-link');
  await ada.page.getByRole('button', { name: 'Open the document' }).tap();
  await ada.page.getByText(`By a link from ${OWNER.name}`).waitFor();
  ada.expectAnswer(404);
  await ada.context.clearCookies();
  await ada.page.goto(url);
  await ada.page.getByText('This address does not open anything any more').waitFor();

  const preferences = { [PREFERENCES.inPerson]: '0' };
  await stage.send('Lease by mail alone', { steps: [{ type: 'sign', recipients: [BOB] }], preferences });
  await stage.openDocument(page, 'Lease by mail alone');
  await page.getByRole('button', { name: `Correct name or address of ${BOB.name}` }).waitFor();
  expect(await page.getByRole('button', { name: /on this device|Copy a link/ }).count()).toBe(0);
});
