import { PREFERENCES } from '@paraph/domain';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { signByLink } from '../support/http-life.ts';
import { until } from '../support/processes.ts';
import { settle } from './audit.ts';
import { keyboardOf } from './keyboard.ts';
import {
  drawSignature,
  goToCheck,
  holdBack,
  mailTo,
  namePerson,
  pressLast,
  signatureFields,
  startSigning,
  typeSignature,
} from './people.ts';
import { ADA, BOB, ONE_PAGE, OWNER, stageForThisFile } from './stage.ts';
import { touchOf } from './touch.ts';

const stage = await stageForThisFile();

/** Once sealed, the actions of all steps in order. */
async function statusesOf(id: string): Promise<string[]> {
  const { status, steps } = await stage.app.readEnvelope(id);
  return [status, ...steps.flatMap(({ actions }) => actions.map((action) => action.status))];
}

async function expectSealed(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
  expect((await statusesOf(id))[0]).toBe('signed');
}

/** Waits until it has a place: a view that is still changing may take it away once more. */
async function boxOf(target: Locator) {
  const boxes: NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>[] = [];
  await until('a place on the page', async () => {
    const box = await target.boundingBox();
    if (box) boxes.push(box);
    return box !== null;
  });
  return boxes[0];
}

/** Keeps pdf.js away, without which the first page is a picture; counts what a page asks for before that. */
async function holdBackDrawing(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A browser asks for the icon when it likes, and nothing waits for that.
    if (pathname !== '/paraph.svg') asked.push(pathname);
  });
  return {
    letThrough: await holdBack(page, /\/assets\/pdf[.-]/),
    requestsBefore: () => asked.findIndex((path) => path.endsWith('/first-page')) + 1 || Number.NaN,
  };
}

const LANDSCAPE = { width: PHONE.height, height: PHONE.width };

/** Runs in the page. */
function pixelsOf(canvas: Element): string {
  return canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : '';
}

describe('signing on a phone', () => {
  test('works by touch at 360 × 640, with the bar always in sight', async () => {
    const id = await stage.send('Phone lease');
    const { page, context, setOffline } = await stage.browser.newPerson({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'no-preference',
    });
    const touch = await touchOf(context, page);
    const drawing = await holdBackDrawing(page);
    await page.goto(await stage.linkFor(ADA, 'Phone lease'));
    await page.getByRole('button', { name: 'Read the document first' }).tap();
    await page.locator('.pdf-page img').first().waitFor();
    // Link, page, its files, the view, what follows the cover, and the picture: each more is a wait on a slow phone.
    expect(drawing.requestsBefore()).toBeLessThanOrEqual(14);
    expect(await page.locator('canvas').count()).toBe(0);
    drawing.letThrough();
    await page.locator('canvas').first().waitFor();
    expect(await signatureFields(page).count()).toBe(0);
    await page.getByRole('link', { name: /^Download / }).waitFor();
    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByText(/^I agree/).tap();
    await page.getByRole('button', { name: 'Start' }).tap();
    // The bar is looked into, and not the page: the cover's own Decline may be leaving at this moment.
    const bar = page.getByRole('region', { name: 'Progress and actions' });
    for (const name of ['Decline', 'Previous', 'Next', 'Finish']) {
      const box = await boxOf(bar.getByRole('button', { name }));
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(PHONE.height);
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
    }
    await page.getByText('0 of 1').waitFor();
    await page.getByRole('button', { name: 'Next' }).tap();
    await signatureFields(page).tap();
    const pad = page.getByRole('img', { name: /^Drawing area/ });
    await pad.scrollIntoViewIfNeeded();
    await touch.draw(pad);
    const seen: string[] = [await pad.evaluate(pixelsOf)];
    for (const viewport of [LANDSCAPE, PHONE, LANDSCAPE, PHONE]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => pad.evaluate(pixelsOf), { timeout: 10_000 }).not.toBe(seen.at(-1));
      await settle(page);
      seen.push(await pad.evaluate(pixelsOf));
      for (const name of [/^Drawing area/, 'Clear', 'Apply']) {
        const box = await boxOf(
          page.getByRole('dialog').getByLabel(name).or(page.getByRole('button', { name })),
        );
        expect(box?.y, `${name}`).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0), `${name}`).toBeLessThanOrEqual(viewport.height);
      }
    }
    expect(seen[4]).toBe(seen[2]);

    // A pen beside a resting palm, which draws neither before nor after the pen: there is one stroke to undo.
    const clear = page.getByRole('button', { name: 'Clear' });
    // A tap is over before its click, which goes elsewhere where the page is turned meanwhile.
    const isEmpty = () => expect.poll(() => clear.isDisabled()).toBe(true);
    await clear.tap();
    await isEmpty();
    // The browser gives a tap near a button to that button: Clear is close to where the palm rests.
    let byPen = '';
    await touch.rest(pad, { x: 0.8, y: 0.9 }, async () => {
      await touch.drawByPen(pad);
      byPen = await pad.evaluate(pixelsOf);
    });
    await touch.rest(pad, { x: 0.1, y: 0.1 });
    await settle(page);
    expect(await pad.evaluate(pixelsOf)).toBe(byPen);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await isEmpty();
    await touch.draw(pad);
    await expect.poll(() => clear.isDisabled()).toBe(false);
    await clear.tap();
    await isEmpty();
    // What is wrong is said beside the button, also where the phone is turned.
    await page.setViewportSize(LANDSCAPE);
    await page.getByRole('button', { name: 'Apply' }).tap();
    const nothing = await boxOf(page.getByText(/^Nothing is drawn yet/));
    const apply = await boxOf(page.getByRole('button', { name: 'Apply' }));
    expect((nothing?.y ?? 0) + (nothing?.height ?? 0)).toBeLessThanOrEqual(apply?.y ?? 0);
    // The phone is turned back amid a stroke, which goes on and counts.
    await touch.drawByPen(pad, async () => {
      const before = await pad.evaluate((canvas) => canvas.clientWidth);
      await page.setViewportSize(PHONE);
      await expect.poll(() => pad.evaluate((canvas) => canvas.clientWidth)).not.toBe(before);
      await settle(page);
    });
    await page.getByRole('button', { name: 'Apply' }).tap();
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: 'Finish' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Check before you finish' }).waitFor();
    await page.getByText('What finishing means').scrollIntoViewIfNeeded();
    // Before that there is nothing to send; check.test.ts takes the network away earlier.
    await page.getByRole('button', { name: 'Finish', disabled: false }).waitFor();
    await setOffline(true);
    await page.getByRole('button', { name: 'Finish' }).tap();
    const error = await boxOf(page.getByRole('alert').filter({ hasText: 'It did not go through' }));
    expect(error?.y).toBeGreaterThanOrEqual(0);
    expect((error?.y ?? 0) + (error?.height ?? 0)).toBeLessThan(PHONE.height - 60);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^It did not go through/);
    await setOffline(false);
    await page.getByRole('button', { name: 'Finish' }).tap();
    await expectSealed(page, id);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});

describe('signing with the keyboard alone', () => {
  test('reaches everything by Tab, keeps the focus where it makes sense, and is trapped in no dialog', async () => {
    const id = await stage.send('Keyboard lease');
    const { page } = await stage.browser.newPerson();
    const keys = keyboardOf(page, { walks: true });
    await page.goto(await stage.linkFor(ADA, 'Keyboard lease'));
    await keys.pressOn(page.getByRole('checkbox', { name: /^I agree/ }), 'Space');
    await keys.pressOn(page.getByRole('button', { name: 'Start' }), 'Enter');
    await page.getByRole('button', { name: 'Next' }).waitFor();
    await keys.expectFocus(page.getByRole('heading', { level: 1 }));
    await keys.pressOn(page.getByRole('button', { name: 'Next' }), 'Enter');
    await keys.expectFocus(signatureFields(page));
    await keys.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your signature' });
    await dialog.waitFor();
    // It is no trap: Escape gives the focus back to the field.
    await keys.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await keys.expectFocus(signatureFields(page));
    await keys.press('Enter');
    await keys.expectFocus(dialog.getByRole('tab', { name: 'Draw' }));
    await keys.press('ArrowRight');
    await keys.expectFocus(dialog.getByRole('tab', { name: 'Type' }));
    await keys.pressOn(dialog.getByRole('radio', { checked: true }), 'ArrowDown');
    await keys.pressOn(dialog.getByRole('button', { name: 'Apply' }), 'Enter');
    await dialog.waitFor({ state: 'hidden' });
    await keys.expectFocus(page.getByRole('button', { name: /^Signature, required, filled/ }));
    await keys.pressOn(page.getByRole('button', { name: 'Finish' }), 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Check before you finish' }).waitFor();
    await keys.pressOn(page.getByRole('button', { name: 'Finish' }), 'Enter');
    await expectSealed(page, id);
  });
});

describe('refusing', () => {
  test('a signer passes the task on where that is allowed, and the next one declines: both with a reason, which the sender gets by mail', async () => {
    const name = 'Declined lease';
    const preferences = { [PREFERENCES.recipientReassign]: '1' };
    const id = await stage.send(name, { steps: inTwoSteps, preferences });
    const { page, expectAnswer } = await stage.browser.newPerson({ viewport: PHONE });
    await page.goto(await stage.linkFor(ADA, name));
    await page.getByRole('button', { name: 'Pass on to another person' }).click();
    const passing = page.getByRole('dialog', { name: 'Pass on to another person' });
    await passing.getByRole('button', { name: 'Pass on' }).click();
    await passing.getByText('Write the name of the person.').waitFor();
    await keyboardOf(page).expectFocus(passing.getByLabel('Name'));
    await namePerson(passing, CLARA);
    await passing.getByLabel('Reason').fill('I am on leave.');
    await passing.getByRole('button', { name: 'Pass on' }).click();
    await page.getByRole('heading', { level: 1, name: 'Passed on' }).waitFor();
    const subject = /^Ada Lovelace passed Declined lease on to Clara Schmidt/;
    expect((await mailTo(stage.mails, OWNER.email, subject)).mail.text).toContain('I am on leave.');

    // The picture that this page waits for is not shown to it any more, and nothing is asked for after it.
    expectAnswer(404);
    const letThrough = await holdBack(page, '**/first-page*');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(await stage.linkFor(CLARA, name));
    await page.getByText(CLARA.email).first().waitFor();
    await page.getByRole('button', { name: 'Decline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline this document?' });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByText('Give a reason, so that the sender knows what to do.').waitFor();
    await dialog.getByLabel('Reason').fill('The rent is <too> high.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { level: 1, name: 'Declined' }).waitFor();
    const picture = page.waitForResponse(/first-page/);
    letThrough();
    await picture;
    await settle(page);
    // What draws the document is fetched before the document itself.
    expect(asked.at(-1)).toMatch(/\/decline$/);
    const { mail } = await mailTo(stage.mails, OWNER.email, /^Clara Schmidt declined Declined lease/);
    expect(mail.text).toContain('The rent is <too> high.');
    expect(mail.html).toContain('The rent is &lt;too&gt; high.');
    expect(await statusesOf(id)).toEqual(['declined', 'declined', 'not_started']);
  });
});

describe('coming back', () => {
  test('finds consent and signature as they were left, in another browser too, whose two tabs finish at once and sign once', async () => {
    const id = await stage.send('Tabbed lease', { document: ONE_PAGE, steps: inTwoSteps });
    const link = await stage.linkFor(ADA, 'Tabbed lease');
    const first = await stage.browser.newPerson();
    await startSigning(first.page, link);
    await signatureFields(first.page).click();
    await drawSignature(first.page);
    await first.page.getByRole('button', { name: 'Finish' }).click();
    await first.page.getByRole('button', { name: 'Change Signature' }).waitFor();
    await first.context.close();

    const { page, context, expectAnswer } = await stage.browser.newPerson();
    expectAnswer(409);
    await page.goto(link);
    expect(await page.getByRole('checkbox', { name: /^I agree/ }).isChecked()).toBe(true);
    const other = await context.newPage();
    await other.goto(page.url());
    const tabs = [page, other];
    for (const tab of tabs) {
      await tab.getByRole('button', { name: 'Continue, 1 of 1' }).click();
      await tab.getByRole('button', { name: /^Signature, required, filled/ }).waitFor();
      await goToCheck(tab);
    }
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Finish' }).click()));
    await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: 'You have signed' }).waitFor()));
    const elsewhere = await Promise.all(
      tabs.map((tab) => tab.getByText(/^You have signed at \d\d:\d\d on another device\.$/).count()),
    );
    expect(elsewhere.toSorted()).toEqual([0, 1]);
    expect(await statusesOf(id)).toEqual(['started', 'signed', 'started']);
    await mailTo(stage.mails, BOB.email, /Tabbed lease$/);
    const signatures = stage.mails.messages.filter(
      ({ to, mail }) => to.includes(BOB.email) && mail.subject?.endsWith('Tabbed lease'),
    );
    expect(signatures).toHaveLength(1);
  });

  test('says within ten seconds that another person of the same step has signed, and at the last press', async () => {
    await stage.send('Shared lease', { steps: [{ type: 'sign', recipients: [ADA, BOB, CLARA] }] });
    const waiting = await stage.browser.newPerson();
    await waiting.page.clock.install();
    await startSigning(waiting.page, await stage.linkFor(ADA, 'Shared lease'));
    await signByLink(stage.server.baseUrl, await stage.linkFor(BOB, 'Shared lease'));
    await waiting.page.clock.fastForward(10_000);
    const notice = waiting.page.getByText('Bob Miller has signed; see page 3.');
    await notice.waitFor();
    await waiting.page.mouse.wheel(0, 2_000);
    await expect.poll(() => waiting.page.evaluate(() => scrollY)).toBeGreaterThan(500);
    expect((await boxOf(notice))?.y).toBeGreaterThan(0);
    await waiting.page.getByRole('button', { name: 'Go to page 3' }).click();
    await waiting.page.locator('section:focus[id$="-3"]').waitFor();
    await waiting.page.getByText(/^Bob Miller has signed/).waitFor({ state: 'hidden' });
    await signatureFields(waiting.page).first().click();
    await typeSignature(waiting.page);
    await waiting.page.getByRole('button', { name: 'Finish' }).click();
    const last = waiting.page.getByRole('button', { name: 'Finish', disabled: false });
    await last.waitFor();

    // The page does not ask on its own account while its clock stands still.
    await waiting.page.clock.pauseAt(Date.now() + 30_000);
    await signByLink(stage.server.baseUrl, await stage.linkFor(CLARA, 'Shared lease'));
    waiting.expectAnswer(409);
    const answer = waiting.page.waitForResponse(/\/finish$/);
    await last.click();
    expect(await (await answer).json()).toMatchObject({ error: { code: 'DOCUMENT_CHANGED' } });
    const changed = waiting.page.getByText('Clara Schmidt has signed; see page 3.');
    await changed.waitFor();
    await waiting.page.clock.resume();
    expect(await waiting.page.evaluate(() => document.activeElement?.textContent)).toMatch(
      /^Clara Schmidt has/,
    );
    expect(await last.count()).toBe(0);
    await waiting.page.getByRole('button', { name: 'Check again' }).click();
    await changed.waitFor({ state: 'hidden' });
    await pressLast(waiting.page);
    // The document before the signatures of the others was closed.
    await expect.poll(() => waiting.page.workers().length).toBe(0);
  });
});

const CLARA = { name: 'Clara Schmidt', email: 'clara@example.com' };

const inTwoSteps = [
  { type: 'sign', recipients: [ADA] },
  { type: 'sign', recipients: [BOB] },
] as const;
