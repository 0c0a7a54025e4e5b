import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { makeDraft, startWithFields } from './drafts.ts';
import { pressLast, saveSignature, startSigning } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

/** The previews that a page has got so far, and the one that its Finish names. */
function listenTo(page: Page) {
  const heard: { made: string[]; signed: string[] } = { made: [], signed: [] };
  page.on('response', async (response) => {
    if (!response.url().endsWith('/preview') || !response.ok()) return;
    heard.made.push(((await response.json()) as { previewId: string }).previewId);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/finish')) heard.signed.push(request.postDataJSON().previewId);
  });
  return heard;
}

const lastPress = (page: Page) => page.getByRole('button', { name: 'Finish', disabled: false });

/** As if another window covered the page, or uncovered it. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('the check is made anew before it is a minute old, for as long as it is in sight', async () => {
  await stage.send('Minute lease');
  const { page, setOffline } = await stage.browser.newPerson({ viewport: PHONE });
  await page.clock.install();
  const { made, signed } = listenTo(page);
  await startSigning(page, await stage.linkFor(ADA, 'Minute lease'));
  await saveSignature(page);

  await setOffline(true);
  await page.getByRole('button', { name: 'Finish' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'The pages could not be prepared' });
  await failed.waitFor();
  await expect.poll(() => lastPress(page).count()).toBe(0);
  await setOffline(false);
  const file = Promise.withResolvers<void>();
  await page.route(/\?preview=/, async (route) => {
    await file.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'hidden' });
  await expect.poll(() => made.length).toBe(1);
  await page.getByText('The pages are being prepared').last().waitFor();
  await expect.poll(() => lastPress(page).count()).toBe(0);
  file.resolve();
  await lastPress(page).waitFor();
  await page.unroute(/\?preview=/);
  // Only the page that is signed; the two others on demand.
  expect(await page.locator('main section[id^="page-"]').count()).toBe(1);

  await page.getByText('What finishing means').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Change Signature' }).focus();
  const place = await page.evaluate(() => scrollY);
  const before = await page.locator('main canvas').elementHandle();
  await page.clock.fastForward(46_000);
  await expect.poll(() => before?.evaluate((canvas) => canvas.isConnected)).toBe(false);
  expect(made).toHaveLength(2);
  expect(await page.locator('main canvas').count()).toBe(1);
  expect(await page.evaluate(() => scrollY)).toBe(place);
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Change Signature');
  // One for the document, one for the preview: the one before was closed.
  await expect.poll(() => page.workers().length).toBe(2);

  await setVisibility(page, 'hidden');
  await page.clock.fastForward(300_000);
  await page.clock.fastForward(300_000);
  expect(made).toHaveLength(2);
  await setVisibility(page, 'visible');
  await expect.poll(() => made.length).toBe(3);

  // The press does not wait for the timer.
  await setVisibility(page, 'hidden');
  await page.clock.fastForward(61_000);
  await pressLast(page);
  expect(made).toHaveLength(4);
  expect(signed).toEqual([made[3]]);
  await expect.poll(() => page.workers().length).toBe(0);
});

const style = (width: number, height: number) => ({ width, height });
const FIELDS = [
  { type: 'text', label: 'Company', posX: 10, posY: 20, style: style(40, 3) },
  { type: 'signature', label: 'Signature', posX: 10, posY: 60, style: style(30, 8) },
];

test('the check says what has changed elsewhere, and that it was too old; nothing is signed unseen', async () => {
  const steps = [{ type: 'sign', recipients: [ADA] }] as const;
  const id = await makeDraft(stage.app, { name: 'Elsewhere lease', steps });
  await startWithFields(stage.app, id, FIELDS);
  const { page, context, expectAnswer } = await stage.browser.newPerson();
  await page.clock.install();
  const { made, signed } = listenTo(page);
  await startSigning(page, await stage.linkFor(ADA, 'Elsewhere lease'));
  const company = { name: /^Company/ };
  await page.getByRole('textbox', company).fill('Mill & Sons');
  await saveSignature(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await lastPress(page).waitFor();

  const tab = await context.newPage();
  await tab.goto(page.url());
  await tab.getByRole('button', { name: /^Continue/ }).click();
  await tab.getByRole('textbox', company).fill('Mill & Daughters');
  await tab.getByText('Saved', { exact: true }).waitFor();
  await tab.close();
  await setVisibility(page, 'hidden');
  await page.clock.fastForward(61_000);
  await lastPress(page).click();
  const notice = page.getByText('What you checked has changed');
  await notice.waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(
    /^What you checked.*An answer was changed in another window/,
  );
  await page.getByRole('main').getByText('Mill & Daughters').first().waitFor();
  await lastPress(page).waitFor();

  const database = new pg.Client(stage.server.database.options);
  await database.connect();
  await database.query('update previews set expires_at = made_at');
  await database.end();
  expectAnswer(409);
  await lastPress(page).click();
  await expect.poll(() => made.length).toBe(3);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Check once more, please.*You checked more than ten minutes ago/);
  await pressLast(page);
  expect(signed).toEqual([made[1], made[2]]);
});
