import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { scratchFiles } from '../conformance/scratch-files.ts';
import { PHONE } from '../support/browser.ts';
import { buildPdf } from '../support/pdf-fixtures.ts';
import { until } from '../support/processes.ts';
import { attachByKeyboard, downloadAsSender, exchangeInForm, PASSPORT_SHA256 } from './attached-files.ts';
import { auditPage } from './audit.ts';
import { expectSealedAsChecked, openCheck } from './checked-pages.ts';
import { makeDraft, startWithFields } from './drafts.ts';
import { drawSignature, pressLast, startSigning, uploadSignature } from './people.ts';
import { RULED, SCANNED } from './placed-fields.ts';
import { ADA, ONE_PAGE, stageForThisFile } from './stage.ts';

/** Text anchors (interface.md §5.7), each on a line of its own. */
const anchored = (...kinds: string[]) => ({
  content: kinds
    .map((kind, index) => `BT /F1 11 Tf 72 ${700 - 120 * index} Td (paraph_${kind}_1) Tj ET`)
    .join('\n'),
});
const FORM = buildPdf({
  pages: [
    anchored('fullName', 'company', 'initials'),
    anchored('title', 'address'),
    anchored('signature', 'date'),
  ],
});

const stage = await stageForThisFile();
const { write } = scratchFiles();

/** The field of this label, on its page or in the form. */
function field(page: Page, label: string) {
  return page.getByRole('textbox', { name: new RegExp(`^${label}`) });
}

test('a document is filled on its pages and in the form, both with the same answers, which survive a lost network', async () => {
  await stage.send('Form lease', { document: FORM });
  const { page, expectAnswer, setOffline } = await stage.browser.newPerson();
  // To what cannot be written.
  expectAnswer(400);
  await startSigning(page, await stage.linkFor(ADA, 'Form lease'));
  expect(await field(page, 'Full name').inputValue()).toBe(ADA.name);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page
    .getByText(/is required\. Write it here\.|is missing\. Press the field/)
    .first()
    .waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^field-/);

  await page.getByText('Saved', { exact: true }).waitFor();
  await setOffline(true);
  await field(page, 'Company').fill('Analytical Engines Ltd');
  await page.getByText('Not saved').waitFor();
  await setOffline(false);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Form', { exact: true }).click();
  expect(await field(page, 'Company').inputValue()).toBe('Analytical Engines Ltd');
  await field(page, 'Title').fill('Countess');
  await page.getByText('Pages', { exact: true }).click();
  expect(await field(page, 'Title').inputValue()).toBe('Countess');
  await page.getByRole('button', { name: /^Initials, required/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Your initials' });
  await dialog.getByRole('tab', { name: 'Type' }).click();
  const written = dialog.getByLabel('Your initials');
  expect(await written.inputValue()).toBe('AL');
  const error = dialog.getByText(/^This cannot be written/).first();
  // No writing, and a letter that this browser has in no font and would draw as a box.
  for (const [text, missing] of [
    ['A🐢', '🐢'],
    ['א\u{1e4d0}', '\u{1e4d0}'],
  ] as const) {
    await written.fill(text);
    expect(await error.innerText()).toContain(`: ${missing}.`);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toContainEqual(expect.stringContaining(missing));
  }
  await written.fill('AL');
  await error.waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('on a phone a focused field stays on the screen and covers none, pages are reached by number, initials fill all places', async () => {
  const id = await makeDraft(stage.app, {
    name: 'Scanned form',
    document: buildPdf({ pages: ['', '', ''].map((content) => ({ content })) }),
  });
  await startWithFields(stage.app, id, SCANNED);
  const { page } = await stage.browser.newPerson({ viewport: PHONE, hasTouch: true, isMobile: true });
  await startSigning(page, await stage.linkFor(ADA, 'Scanned form'));
  await page
    .getByText(/^This page is a picture without text/)
    .first()
    .waitFor({ state: 'attached' });
  for (const label of ['Cell 0', 'Cell 1', 'Cell 2', 'Cell 4', 'Alone']) {
    const cell = field(page, label);
    await cell.tap();
    await cell.fill('Rent');
    const covered = () =>
      cell.evaluate((input) => {
        const box = input.getBoundingClientRect();
        const others = [...document.querySelectorAll('.page-field')].filter((each) => !each.contains(input));
        const over = others.filter((each) => {
          const { left, top, right, bottom } = each.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        });
        return { over: over.length, isInSight: box.left >= 0 && box.right <= window.innerWidth };
      });
    await expect.poll(covered).toEqual({ over: 0, isInSight: true });
  }
  const alone = await field(page, 'Alone').boundingBox();
  expect([alone?.width, alone?.height]).toEqual([224, 44]);

  const company = field(page, 'Company');
  await company.focus();
  // The keyboard appears, and the phone is turned and turned back.
  const { width, height } = PHONE;
  for (const size of [PHONE, { width, height: 430 }, { width: height, height: width }, PHONE]) {
    await page.setViewportSize(size);
    const [top, bottom] = size.height > width ? [50, 90] : [0, 58];
    await until('the field between the bars', async () => {
      const box = await company.boundingBox();
      const isWide = box !== null && box.x >= 0 && box.x + box.width <= size.width;
      return isWide && box.y >= top && box.y + box.height <= size.height - bottom;
    });
  }
  await page.getByRole('button', { name: /Page 2 of 3$/ }).click();
  await page.getByRole('button', { name: 'Go to page 3, 3 fields to fill in' }).waitFor();
  // Fields are as small as their places on paper; what can be pressed around them is larger.
  const problems = (await auditPage(page)).filter((problem) => !problem.includes('page-field'));
  expect(problems).toEqual([]);
  await page.getByLabel('Page number, 1 to 3').fill('3');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => globalThis.document.activeElement?.id)).toMatch(/^page-\d+-3$/);

  const initials = page.getByRole('button', { name: /^Initials, required/ });
  await initials.first().click();
  const dialog = page.getByRole('dialog', { name: 'Your initials' });
  await dialog.getByRole('tab', { name: 'Type' }).click();
  await dialog.getByRole('checkbox', { name: 'Apply to all 3' }).waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Apply to all 3' }).click();
  await page
    .getByRole('button', { name: /^Initials, required, filled/ })
    .nth(2)
    .waitFor();
});

test('fields of all kinds are native controls that follow conditions and groups, on the pages, in the form and on paper', async () => {
  const id = await makeDraft(stage.app, { name: 'Ruled lease', document: ONE_PAGE });
  await startWithFields(stage.app, id, RULED);
  const { page, expectAnswer } = await stage.browser.newPerson({ viewport: PHONE, hasTouch: true });
  // To what cannot be written.
  expectAnswer(400);
  await startSigning(page, await stage.linkFor(ADA, 'Ruled lease'));
  expect(await field(page, 'Reference').count()).toBe(0);
  await page.getByText('D-2026-117').waitFor();
  expect(await field(page, 'Breed').count()).toBe(0);
  await page.getByRole('combobox', { name: /^Pets/ }).selectOption({ label: 'One dog' });
  await field(page, 'Breed').fill('Pug');
  await page.getByRole('radio', { name: 'By year' }).check();
  const circle = await page.getByRole('radio', { name: 'By year' }).boundingBox();
  expect(circle?.width).toBeCloseTo(circle?.height ?? 0, 1);
  await field(page, 'Keys').fill('7');
  await field(page, 'Keys').blur();
  await page.getByText('This is too large. The largest number is 4.').waitFor();
  expect(await field(page, 'Keys').getAttribute('inputmode')).toBe('decimal');
  await field(page, 'Remarks').fill('Engines \u{1fabf} \ue000');
  const error = page.getByText('This cannot be written in the document: \u{1fabf} \ue000.');
  await error.waitFor();
  expect(await field(page, 'Remarks').getAttribute('aria-invalid')).toBe('true');
  const lines = await field(page, 'Remarks').boundingBox();
  expect((await error.boundingBox())?.y).toBeGreaterThan((lines?.y ?? 0) + (lines?.height ?? 0));
  await field(page, 'Remarks').fill('Two lines,\nas on paper');
  await error.waitFor({ state: 'hidden' });
  await field(page, 'Company').fill('Αναλυτικές Μηχανές');
  expectAnswer(503);
  await attachByKeyboard(page);

  await page.getByText('Form', { exact: true }).click();
  expect(await page.getByRole('radio', { name: 'By year' }).isChecked()).toBe(true);
  await field(page, 'Keys').fill('2');
  await field(page, 'Title').fill('الكونتيسة');
  await field(page, 'Address').fill('רחוב הטחנה 12');
  await exchangeInForm(page);
  const rooms = page.getByRole('group', { name: 'Rooms' });
  await rooms.getByText('Tick at least one.').waitFor();
  await rooms.getByRole('checkbox', { name: /^Attic/ }).check();
  await page.getByText('Pages', { exact: true }).click();
  await page.getByRole('button', { name: /^Signature, required/ }).click();
  await drawSignature(page);
  await page.getByRole('button', { name: /^Initials, required/ }).click();
  await uploadSignature(page, 'Your initials');
  await page.getByText('All filled. Finish when you are ready.').waitFor();
  await openCheck(page);
  await pressLast(page);
  await page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
  await expectSealedAsChecked(page, 17);

  const path = write('ruled.pdf', await stage.app.download(id));
  const { text: bytes } = run('pdftotext', ['-enc', 'UTF-8', '-layout', path, '-']);
  const text = Buffer.from(bytes, 'latin1').toString();
  const written = ['One dog', 'Pug', 'By month', 'By year', 'as on paper', 'D-2026-117', 'PAID'];
  for (const word of [...written, ADA.name, 'Αναλυτικές Μηχανές', 'الكونتيسة', 'רחוב הטחנה']) {
    expect(text).toContain(word);
  }
  expect(run('pdfsig', ['-nocert', path]).text).toContain('Signature is Valid');
  expect(text).not.toMatch(/true|\bOn\b/);
  const { acroform } = JSON.parse(run('qpdf', ['--json', '--json-key=acroform', path]).text);
  const fields = acroform.fields as { alternativename: string; value: string }[];
  expect(fields.map(({ value }) => value)).toContain(`u:passport.pdf (SHA-256 ${PASSPORT_SHA256})`);
  expect(text).toMatch(new RegExp(`passport\\.pdf\\s+\\(SHA-256\\W+${PASSPORT_SHA256.slice(0, 16)}`));
  await downloadAsSender(stage, 'Ruled lease');
  const pressed = fields.filter(({ value }) => value === '/Yes' || value === '/1');
  expect(pressed.map(({ alternativename: name }) => name)).toEqual([
    'Rent: By month',
    'Rent: By year',
    'Attic',
    'Furnished',
  ]);
});

describe('the language', () => {
  test('follows the browser, consent text included, right to left in Arabic, on the phone too; the next device of the person follows, and its switch offers every other', async () => {
    const name = 'Arabic lease';
    const steps = [{ type: 'sign', recipients: [{ name: 'ليلى حداد', email: ADA.email }] }] as const;
    await stage.send(name, { steps });
    const link = await stage.linkFor(ADA, name);
    const { page, context } = await stage.browser.newPerson({ locale: 'ar-EG', viewport: PHONE });
    await page.goto(link);
    await page.getByText(/^بوضع العلامة في الخانة/).waitFor();
    await page.getByRole('checkbox', { name: 'أوافق على التوقيع إلكترونيًا' }).check();
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      'rtl',
      'ar',
    ]);
    expect(await auditPage(page)).toEqual([]);
    const [decline, start] = ['رفض', 'ابدأ'].map((label) => page.getByRole('button', { name: label }));
    expect((await start?.boundingBox())?.x).toBeLessThan((await decline?.boundingBox())?.x ?? 0);
    await start?.click();
    await page.getByRole('button', { name: 'التالي' }).waitFor();
    await page.locator('canvas').first().waitFor();
    // The name of the document, in Latin letters, begins where its page number does: at the right.
    const opener = page.locator('.signing-toolbar button').first();
    const label = await opener.locator('bdi').boundingBox();
    const edge = await opener.boundingBox();
    expect((edge?.x ?? 0) + (edge?.width ?? 0) - (label?.x ?? 0) - (label?.width ?? 0)).toBeLessThan(16);
    expect(await auditPage(page)).toEqual([]);
    await page.locator('.page-field-signature').first().click();
    const [draw, type] = [0, 1].map((index) => page.getByRole('tab').nth(index));
    expect((await draw?.boundingBox())?.x).toBeGreaterThan((await type?.boundingBox())?.x ?? Number.NaN);
    await context.close();

    const next = await stage.browser.newPerson();
    await next.page.goto(link);
    await next.page.getByRole('button', { name: 'ابدأ' }).waitFor();
    const choice = next.page.getByRole('combobox');
    await expect.poll(() => choice.inputValue()).toBe('ar');
    const begin = { en: 'Start', fr: 'Commencer', de: 'Beginnen', es: 'Empezar' };
    for (const [language, word] of Object.entries(begin)) {
      await choice.selectOption(language);
      await next.page.getByRole('button', { name: word, exact: true }).waitFor();
      expect(await next.page.evaluate(() => document.documentElement.lang)).toBe(language);
      expect(await choice.inputValue()).toBe(language);
      if (language === 'en') await next.page.getByRole('checkbox', { name: /^I agree/ }).waitFor();
    }
    // The longest words still stand in one row where the screen is narrowest.
    await next.page.setViewportSize({ width: 320, height: 640 });
    await next.page.getByRole('button', { name: 'Empezar' }).click();
    await next.page.getByRole('button', { name: 'Finalizar' }).waitFor();
    const tops = await next.page
      .locator('.bar-buttons button')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  });
});
