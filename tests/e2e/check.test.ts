import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Person, PHONE } from '../support/browser.ts';
import { makeDraft, startWithFields } from './drafts.ts';
import {
  agreeAndStart,
  holdBack,
  pressLast,
  saveSignature,
  signatureFields,
  startSigning,
  typeSignature,
} from './people.ts';
import { ADA, pdfFile, stageForThisFile } from './stage.ts';

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

/** The server carries the next such request out, and the page never hears of it. */
async function loseAnswer(page: Page, path: RegExp) {
  const arrived = Promise.withResolvers<void>();
  const send = async (route: Route) => {
    await route.fetch();
    arrived.resolve();
  };
  await page.route(path, send, { times: 1 });
  return { arrived: arrived.promise };
}

/** As if another window covered the page, or uncovered it. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

const signature = {
  type: 'signature',
  label: 'Signature',
  posX: 10,
  posY: 60,
  style: { width: 30, height: 8 },
};
const lines = ['Company', ...Array.from({ length: 36 }, (_, row) => `Line ${row}`)].map((label, row) => {
  const box = { posX: 10, posY: 3 + 2 * row, style: { width: 40, height: 1.5 } };
  return { type: 'text', label, required: row === 0, ...box };
});

test('the check is made anew before it is a minute old while in sight, and says what changed elsewhere; nothing is signed unseen', async () => {
  const id = await makeDraft(stage.app, { name: 'Minute lease' });
  await startWithFields(stage.app, id, [...lines.slice(0, 1), signature]);
  const person = await stage.browser.newPerson({ viewport: PHONE });
  const { page } = person;
  await page.clock.install();
  // A picture that does not come keeps the document back for ten seconds, and not for ever.
  const picture = /\/first-page(\?|$)/;
  await page.route(picture, () => undefined);
  const { made, signed } = listenTo(page);
  // The browser may count the page as loaded only with that picture.
  await page.goto(await stage.linkFor(ADA, 'Minute lease'), { waitUntil: 'commit' });
  await agreeAndStart(page);
  await page.clock.fastForward(10_000);
  await page.locator('canvas').first().waitFor();
  await page.unroute(picture);
  await page.getByRole('textbox', { name: /^Company/ }).fill('Mill & Sons');
  await saveSignature(page);
  await openCheckSlowly(person, made);
  await renewInSight(page, made);

  // The press does not wait for the timer, and nothing is signed unseen.
  await changeElsewhere(person);
  await page.clock.fastForward(61_000);
  await lastPress(page).click();
  await page.getByText('What you checked has changed').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toMatch(/^What you checked.*An answer was changed in another window/);
  await page.getByRole('main').getByText('Mill & Daughters').first().waitFor();
  await lastPress(page).waitFor();
  await stage.query('update previews set expires_at = made_at');
  person.expectAnswer(409);
  await lastPress(page).click();
  await expect.poll(() => made.length).toBe(5);
  await expect.poll(focused).toMatch(/^Check once more, please.*You checked more than ten minutes ago/);
  await page.clock.fastForward(61_000);
  await pressLast(page);
  expect(made).toHaveLength(6);
  expect(signed).toEqual([made[3], made[5]]);
  await expect.poll(() => page.workers().length).toBe(0);
});

/** At first without a network, then over a slow line. */
async function openCheckSlowly({ page, setOffline }: Person, made: readonly string[]): Promise<void> {
  await setOffline(true);
  await page.getByRole('button', { name: 'Finish' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'The pages could not be prepared' });
  await failed.waitFor();
  // Nothing is under way, and the button does not pretend so.
  await page.getByRole('button', { name: 'Finish', disabled: true }).waitFor();
  await expect.poll(() => page.locator('button[aria-busy]').count()).toBe(0);
  const asked = page.waitForRequest(/\/api\/v1\/signing\/[^/]+$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await failed.waitFor();
  const letThrough = await holdBack(page, /\?preview=/);
  await setOffline(false);
  await failed.waitFor({ state: 'hidden' });
  await expect.poll(() => made.length).toBe(1);
  await page.getByText('The pages are being prepared').last().waitFor();
  await expect.poll(() => lastPress(page).count()).toBe(0);
  letThrough();
  await lastPress(page).waitFor();
  // Only the page that is signed; the two others on demand.
  expect(await page.locator('main section[id^="page-"]').count()).toBe(1);
}

/** Before it is a minute old, for as long as it is in sight; nothing moves, and the focus stays. */
async function renewInSight(page: Page, made: readonly string[]): Promise<void> {
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
  await setVisibility(page, 'hidden');
}

async function changeElsewhere({ page, context }: Person): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(page.url());
  await tab.getByRole('button', { name: /^Continue/ }).click();
  await tab.getByRole('textbox', { name: /^Company/ }).fill('Mill & Daughters');
  await tab.getByText('Saved', { exact: true }).waitFor();
  await tab.close();
}

/** On a slow line the pages take longer than a check stays new; another one would begin at nothing. */
async function readOnMeanwhile(page: Page): Promise<void> {
  const { made } = listenTo(page);
  const letThrough = await holdBack(page, /\?preview=/);
  await page.clock.fastForward(10_000);
  await expect.poll(() => made.length).toBe(1);
  // The person reads on before a page is there: none is drawn in sight any more.
  await page.getByText('What finishing means').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(3 * PHONE.height);
  await page.clock.fastForward(46_000);
  await page.clock.fastForward(46_000);
  letThrough();
  await lastPress(page).waitFor();
  await expect.poll(() => made.length).toBe(2);
}

test('an answer that is slow or lost leaves nothing busy; Finish waits for a file, and for a silent one two minutes', async () => {
  const id = await makeDraft(stage.app, { name: 'Lost lease' });
  const passport = { ...lines[0], type: 'attachment', label: 'Passport' };
  await startWithFields(stage.app, id, [passport, ...lines.slice(1), signature]);
  const { page, expectAnswer } = await stage.browser.newPerson({ viewport: PHONE });
  await page.clock.install();
  // By the clock of the page, which the test moves on.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    };
  });
  await startSigning(page, await stage.linkFor(ADA, 'Lost lease'));
  const finish = page.getByRole('button', { name: 'Finish', disabled: false });
  const busy = page.getByRole('button', { name: 'Finish', disabled: true });
  /** What is asked for by `act` is carried out, and Finish waits for its answer until the time is over. */
  const loseAnswerTo = async (path: RegExp, act: () => Promise<void>, silence = 60_000) => {
    const lost = await loseAnswer(page, path);
    await act();
    await lost.arrived;
    await busy.waitFor();
    await page.clock.fastForward(silence);
  };
  const choose = () => page.getByLabel(/^Passport, required, empty/).setInputFiles(pdfFile('passport.pdf'));
  await signatureFields(page).click();
  const answer = await loseAnswer(page, /\/fields\/\d+$/);
  await typeSignature(page);
  await answer.arrived;
  await loseAnswerTo(/\/attachment$/, () => choose().then(() => finish.click()), 120_000);
  await page.getByText('The file did not arrive.').first().waitFor();
  await busy.waitFor({ state: 'hidden' });
  const letThrough = await holdBack(page, /\/attachment$/);
  await choose();
  await finish.click();
  await busy.waitFor();

  await loseAnswerTo(/\/preview$/, async () => {
    letThrough();
    await page.getByRole('heading', { level: 1, name: 'Check before you finish' }).waitFor();
  });
  await page.getByRole('alert').filter({ hasText: 'The pages could not be prepared' }).waitFor();
  await expect.poll(() => page.locator('button[aria-busy]').count()).toBe(0);
  await readOnMeanwhile(page);

  // The next check is refused, and the page learns why.
  expectAnswer(409);
  await loseAnswerTo(/\/finish$/, () => finish.click());
  await page.getByRole('heading', { level: 1, name: 'Everyone is done' }).waitFor();
  expect(await page.getByText(/on another device/).count()).toBe(0);
  expect((await stage.app.readEnvelope(id)).status).toBe('signed');
});
