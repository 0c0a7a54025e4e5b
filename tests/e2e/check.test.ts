import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { makeDraft, startWithFields } from './drafts.ts';
import {
  agreeAndStart,
  goToCheck,
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

/** Keeps requests back until they are let through. */
async function holdBack(page: Page, path: RegExp) {
  const allowed = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await allowed.promise;
    await route.continue();
  });
  return { letThrough: allowed.resolve };
}

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
  // Nothing is under way, and the button does not pretend so.
  await page.getByRole('button', { name: 'Finish', disabled: true }).waitFor();
  await expect.poll(() => page.locator('button[aria-busy]').count()).toBe(0);
  const asked = page.waitForRequest(/\/api\/v1\/signing\/[^/]+$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await failed.waitFor();
  const file = await holdBack(page, /\?preview=/);
  await setOffline(false);
  await failed.waitFor({ state: 'hidden' });
  await expect.poll(() => made.length).toBe(1);
  await page.getByText('The pages are being prepared').last().waitFor();
  await expect.poll(() => lastPress(page).count()).toBe(0);
  file.letThrough();
  await lastPress(page).waitFor();
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

test('the check of a slow phone comes to its end', async () => {
  const steps = [{ type: 'sign', recipients: [ADA] }] as const;
  const id = await makeDraft(stage.app, { name: 'Slow lease', steps });
  const many = Array.from({ length: 36 }, (_, row) => {
    const line = { type: 'text', label: `Line ${row}`, required: false };
    return { ...line, posX: 10, posY: 5 + 2 * row, style: style(40, 1.5) };
  });
  await startWithFields(stage.app, id, [...many, ...FIELDS.slice(1)]);
  const { page } = await stage.browser.newPerson({ viewport: PHONE });
  await page.clock.install();
  // A picture that does not come keeps the document back for ten seconds, and not for ever.
  await page.route(/\/first-page(\?|$)/, () => undefined);
  const { made } = listenTo(page);
  // The browser may count the page as loaded only with that picture.
  await page.goto(await stage.linkFor(ADA, 'Slow lease'), { waitUntil: 'commit' });
  await agreeAndStart(page);
  await page.clock.fastForward(10_000);
  await page.locator('canvas').first().waitFor();
  await saveSignature(page);

  const file = await holdBack(page, /\?preview=/);
  await goToCheck(page);
  await expect.poll(() => made.length).toBe(1);
  // The person reads on before a page is there: none is drawn in sight any more.
  await page.getByText('What finishing means').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(3 * PHONE.height);
  // On a slow line it takes longer than a check stays new; another one would begin at nothing.
  await page.clock.fastForward(46_000);
  await page.clock.fastForward(46_000);
  file.letThrough();
  await lastPress(page).waitFor();
  await expect.poll(() => made.length).toBe(2);
  await pressLast(page);
  expect(made).toHaveLength(2);
});

test('an answer that is lost leaves nothing busy', async () => {
  const id = await stage.send('Lost lease');
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
  /** What is asked for by `act` is carried out, and Finish waits for its answer until a minute is over. */
  const loseAnswerTo = async (path: RegExp, act: () => Promise<void>) => {
    const lost = await loseAnswer(page, path);
    await act();
    await lost.arrived;
    await page.getByRole('button', { name: 'Finish', disabled: true }).waitFor();
    await page.clock.fastForward(60_000);
  };
  await signatureFields(page).click();
  await loseAnswerTo(/\/fields\/\d+$/, async () => {
    await typeSignature(page);
    await finish.click();
  });
  await finish.waitFor();

  await loseAnswerTo(/\/preview$/, () => goToCheck(page));
  await page.getByRole('alert').filter({ hasText: 'The pages could not be prepared' }).waitFor();
  await expect.poll(() => page.locator('button[aria-busy]').count()).toBe(0);
  await page.clock.fastForward(10_000);
  await finish.waitFor();

  // The next check is refused, and the page learns why.
  expectAnswer(409);
  await loseAnswerTo(/\/finish$/, () => finish.click());
  await page.getByRole('heading', { level: 1, name: 'Everyone is done' }).waitFor();
  expect(await page.getByText(/on another device/).count()).toBe(0);
  expect((await stage.app.readEnvelope(id)).status).toBe('signed');
});

test('Finish waits for a file that is on its way, and for a silent one no longer than two minutes', async () => {
  const id = await makeDraft(stage.app, {
    name: 'Filed lease',
    steps: [{ type: 'sign', recipients: [ADA] }],
  });
  const passport = { type: 'attachment', label: 'Passport', posX: 10, posY: 20, style: style(40, 3) };
  await startWithFields(stage.app, id, [passport, ...FIELDS.slice(1)]);
  const { page } = await stage.browser.newPerson();
  await page.clock.install();
  await startSigning(page, await stage.linkFor(ADA, 'Filed lease'));
  await saveSignature(page);
  const finish = page.getByRole('button', { name: 'Finish' });
  const busy = page.getByRole('button', { name: 'Finish', disabled: true });
  const choose = () => page.getByLabel(/^Passport, required, empty/).setInputFiles(pdfFile('passport.pdf'));
  const lost = await loseAnswer(page, /\/attachment$/);
  await choose();
  await lost.arrived;
  await finish.click();
  await busy.waitFor();
  await page.clock.fastForward(120_000);
  await page.getByText('The file did not arrive.').first().waitFor();
  await busy.waitFor({ state: 'hidden' });

  const file = await holdBack(page, /\/attachment$/);
  await choose();
  await finish.click();
  await busy.waitFor();
  file.letThrough();
  await page.getByRole('heading', { level: 1, name: 'Check before you finish' }).waitFor();
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

  await stage.query('update previews set expires_at = made_at');
  expectAnswer(409);
  await lastPress(page).click();
  await expect.poll(() => made.length).toBe(3);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Check once more, please.*You checked more than ten minutes ago/);
  await pressLast(page);
  expect(signed).toEqual([made[1], made[2]]);
});
