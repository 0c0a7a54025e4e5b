import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { keyboardOf } from './keyboard.ts';
import { mailTo, namePerson } from './people.ts';
import { fillForm, inDays, state } from './send-form.ts';
import { ADA, BOB, OWNER, pdfFile, stageForThisFile } from './stage.ts';
import { boxOf } from './touch.ts';

const stage = await stageForThisFile();

test('what is entered is there again after a reload and in another window, which overwrites nothing; people and steps are ordered by dragging and by arrow keys', async () => {
  const { page, context, expectAnswer, setOffline } = await stage.owner({ hasTouch: true });
  await page.goto(`${stage.server.baseUrl}/documents/new`);
  const name = (window: Page) => window.getByRole('textbox', { name: 'Name' }).first();
  await name(page).fill('Long');
  await page.getByLabel('Document', { exact: true }).setInputFiles(pdfFile('lease.pdf'));
  const people = page.getByRole('region', { name: 'People' });
  await people.getByLabel('Email').fill('ada@exa');
  await page.getByText(/^Saved at \d\d:\d\d/).waitFor();
  await page.reload();
  await page.getByText('You left this document unfinished; all is as it was.').waitFor();
  await page.getByText('lease.pdf').waitFor();
  expect([await name(page).inputValue(), await people.getByLabel('Email').inputValue()]).toEqual([
    'Long',
    'ada@exa',
  ]);
  const other = await context.newPage();
  expectAnswer(409);
  await other.goto(`${stage.server.baseUrl}/documents`);
  await other.getByText('“Long” is unfinished').waitFor();
  await other.getByRole('link', { name: 'Go on with it' }).click();
  await other.getByText('lease.pdf').waitFor();
  await name(page).fill('Longer');
  await expectSaved(page, 'Longer');
  await name(other).fill('Shorter');
  await other.getByText('This document was changed elsewhere').waitFor();
  await other.getByRole('button', { name: 'Go on with the other one' }).click();
  await expect.poll(() => name(other).inputValue()).toBe('Longer');
  await setOffline(true);
  await name(other).fill('Longest');
  await other.getByText('What you entered is not saved').waitFor();
  await setOffline(false);
  await expectSaved(other, 'Longest');
  await namePerson(other.getByRole('region', { name: 'People' }), ADA);
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await state(other, 'Waiting for people').waitFor();
  await page.goto(`${stage.server.baseUrl}/documents/new`);
  await page.getByText('Drop a PDF or a picture here, or choose one').waitFor();
  expect(await name(page).inputValue()).toBe('');
  await page.setViewportSize(PHONE);
  await orderPeople(page);
});

/** As the server has it. */
function expectSaved(page: Page, name: string): Promise<void> {
  const read = () => page.evaluate(async () => (await fetch('/api/v1/account/unfinished')).text());
  return expect.poll(read).toContain(`\\"name\\":\\"${name}\\"`);
}

/** In the empty form, on a phone. */
async function orderPeople(page: Page): Promise<void> {
  const people = page.getByRole('region', { name: 'People' });
  await namePerson(people, ADA);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await namePerson(people.getByRole('listitem').last(), BOB);
  await page.getByRole('button', { name: 'Add a step after' }).click();
  await namePerson(people.getByRole('listitem').last(), OWNER);
  const names = () =>
    people
      .getByLabel('Name', { exact: true })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  const handle = (name: RegExp) => page.getByRole('button', { name });
  await dragBetween(page, handle(/^Move Grace Miller/), handle(/^Move Ada/));
  await expect.poll(names).toEqual([OWNER.name, ADA.name, BOB.name]);
  await page.getByText('Ask them to').waitFor();
  await keyboardOf(page).pressOn(handle(/^Move Grace Miller/), 'ArrowDown');
  await expect.poll(names).toEqual([ADA.name, OWNER.name, BOB.name]);
  await keyboardOf(page).expectFocus(handle(/^Move Grace Miller/));
}

/** Presses on one element and drops it above the other, with the steps between that a person's hand makes. */
async function dragBetween(page: Page, from: Locator, onto: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await boxOf(from), await boxOf(onto)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + 40, { steps: 6 });
  const now = await onto.boundingBox();
  await page.mouse.move(end.x + end.width / 2, (now ?? end).y - 20, { steps: 3 });
  await page.mouse.up();
}

test('a document for a later day is seen, changed, called off and sent now, with a message that is kept, chosen, changed and deleted', async () => {
  const { page } = await stage.owner({ viewport: PHONE });
  await page.goto(`${stage.server.baseUrl}/documents`);
  await fillForm(page, 'Later lease');
  const message = page.getByLabel('Message (optional)');
  await message.fill('Please sign {document} by Friday.');
  await page.getByRole('button', { name: 'Keep this message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep a message' });
  await dialog.getByLabel('Name').fill('Friday');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('“Friday” saved').waitFor();
  await message.fill('Something else');
  await page.getByLabel('Kept messages').selectOption('Friday');
  expect(await message.inputValue()).toBe('Please sign {document} by Friday.');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await message.inputValue()).toBe('Something else');
  await page.getByLabel('Kept messages').selectOption('Friday');
  await sendLater(page);
  const { mail } = await mailTo(stage.mails, ADA.email, /Later lease/);
  expect(mail.text).toContain('Please sign Later lease by Friday.');
  await page.goto(`${stage.server.baseUrl}/messages`);
  await page.getByRole('button', { name: 'Change “Friday”' }).click();
  await page.getByRole('dialog').getByLabel('Message').fill('Please sign.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Please sign.' }).waitFor();
  await page.getByRole('button', { name: 'Delete “Friday”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the message' }).click();
  await page.getByText('No messages yet').waitFor();
});

/** From the filled form, over what is done about its time, to the day itself. */
async function sendLater(page: Page): Promise<void> {
  const keyboard = keyboardOf(page);
  await page.getByLabel('Sending', { exact: true }).selectOption('at a day and hour');
  const moment = page.getByLabel('Sent at');
  expect(await moment.inputValue()).toMatch(/T09:00$/);
  await moment.fill(inDays(-1));
  await page.getByRole('button', { name: 'Send at that time' }).click();
  await page.getByText('Choose a day and hour between now and the deadline.').waitFor();
  expect(await moment.evaluate((each) => each === document.activeElement)).toBe(true);
  await moment.fill(inDays(3));
  await page.getByText(/^\w+day,? \d+ \w+ \d{4}, \d\d:\d\d \S+ \(in 3 days\)$/).waitFor();
  await page.getByRole('button', { name: 'Send at that time' }).click();
  await page.getByRole('heading', { level: 1, name: 'Later lease' }).waitFor();
  await page.getByText('It goes out by itself', { exact: true }).waitFor();
  // Fourteen days from then.
  await page.getByText('(in 17 days)').waitFor();
  await page.getByText(/^Goes out by itself: /).waitFor();
  await page.getByRole('button', { name: 'Change the time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the time' });
  await keyboard.pressOn(dialog.getByRole('button', { name: 'in 7 days' }), 'Enter');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Send it then' }), 'Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByText(/\(in 7 days\)$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Do not send it by itself' }).click();
  await page.getByRole('button', { name: 'Send at a day and hour' }).waitFor();
  await page.getByText('Does not go out by itself any more').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await state(page, 'Waiting for people').waitFor();
}
