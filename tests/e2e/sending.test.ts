import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { signByLink } from '../support/http-life.ts';
import { fillNewDocument } from './drafts.ts';
import { keyboardOf } from './keyboard.ts';
import { showIn } from './languages.ts';
import { lookAt } from './looks.ts';
import { downloadBy, holdBack, mailTo, namePerson } from './people.ts';
import { fillForm, inDays, state } from './send-form.ts';
import { ADA, BOB, OWNER, pdfFile, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const csvFile = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('mill;900\n') });

describe('sending from the web app', () => {
  test('leads from the form to the list, the steps and the timeline at a phone', async () => {
    const name = 'Small lease';
    const { page } = await stage.owner({ viewport: PHONE });
    await page.goto(`${stage.server.baseUrl}/documents`);
    await fillForm(page, name);
    await page.getByRole('button', { name: 'Add a step after' }).click();
    const second = page.getByRole('region', { name: 'People' }).getByRole('listitem').last();
    await namePerson(second, BOB);
    await page.getByLabel('What people in step 2 do').selectOption('review');
    // The same number in dialog, page, mail and cover.
    expect(await page.getByLabel('Deadline').locator('option:checked').textContent()).toBe('in 14 days');
    await page
      .getByLabel('Add a file for information')
      .setInputFiles([csvFile('prices.csv'), csvFile('old.csv')]);
    await page.getByRole('button', { name: 'Remove old.csv' }).click();
    await lookAt(page, 'send-annexes');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page
      .getByRole('region', { name: 'Files for information' })
      .getByRole('link', { name: 'prices.csv' })
      .waitFor();
    await page.getByText('(in 14 days)').first().waitFor();
    const { mail } = await mailTo(stage.mails, ADA.email, new RegExp(name));
    expect(mail.text).toContain('(in 14 days)');
    expect(mail.text).toMatch(/With a file for information:\s+prices\.\u200ccsv\./);
    await state(page, 'Waiting for people').waitFor();
    await page.getByText('0 of 2 have answered').waitFor();
    await page.getByText('Asked to sign').waitFor();
    await page.getByText(/^Next automatic reminder: .* \(1 of 5\)\.$/).waitFor();
    await page.getByRole('button', { name: 'Change the reminders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reminders of this document' });
    await dialog.getByLabel('First after (days)').fill('0');
    await dialog.getByText('A whole number from 1 to 30.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save the reminders' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reminders', { exact: true }).selectOption('No automatic reminders');
    await dialog.getByRole('button', { name: 'Save the reminders' }).press('Enter');
    await page.getByText('Reminders: No automatic reminders').waitFor();

    const signer = await stage.browser.newPerson();
    const link = await stage.linkFor(ADA, name);
    await signer.page.goto(link);
    await signer.page.getByText('(in 14 days)').waitFor();
    await lookAt(signer.page, 'cover-annexes');
    const file = await downloadBy(signer.page.getByRole('link', { name: 'Download prices.csv' }));
    expect(file.suggestedFilename()).toBe('prices.csv');
    await signByLink(stage.server.baseUrl, link);
    await page.getByText('1 of 2 have answered').waitFor();
    await page.getByText('Agreed to sign electronically').waitFor();
    await page.getByRole('tab', { name: 'Mails' }).click();
    await page.getByRole('cell', { name: BOB.email }).or(page.getByText(BOB.email)).first().waitFor();
    await page.getByRole('link', { name: 'Documents' }).first().click();
    await page.getByRole('link', { name }).waitFor();
    // Where a row has been scrolled below the bar, the bar is pressed.
    const pressed = await page
      .getByRole('checkbox')
      .last()
      .evaluate((box) => {
        const bar = document.querySelector('nav.fixed');
        const list = box.closest('ul');
        if (!bar || !list) return null;
        const at = () => box.getBoundingClientRect();
        list.style.marginTop = `${bar.getBoundingClientRect().top + 8 - at().top}px`;
        return bar.contains(document.elementFromPoint(at().x + at().width / 2, at().y + at().height / 2));
      });
    expect(pressed).toBe(true);
  });

  test('shows what is missing where it is missing, and takes the server’s word where it could not know: a picture named .pdf', async () => {
    const { page, expectAnswer } = await stage.owner();
    expectAnswer(400);
    await page.goto(`${stage.server.baseUrl}/documents/new`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Choose the file to send.').waitFor();
    expect(
      await page.getByLabel('Document', { exact: true }).evaluate((each) => each === document.activeElement),
    ).toBe(true);
    await page.getByText('Enter this person’s email address.').waitFor();
    const people = page.getByRole('region', { name: 'People' });
    await people
      .getByRole('list', { name: 'As in the latest documents' })
      .getByRole('button', { name: `${ADA.name} → ${BOB.name}` })
      .click();
    await page.getByText('2 people added').waitFor();
    expect(await people.getByLabel('Email').last().inputValue()).toBe(BOB.email);
    expect(await page.getByLabel('What people in step 2 do').inputValue()).toBe('review');
    expect(await page.getByText('Enter this person’s email address.').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => people.getByLabel('Email').first().inputValue()).toBe('');

    await fillNewDocument(page, 'No lease');
    await page
      .getByLabel('Document', { exact: true })
      .setInputFiles(pdfFile('picture.pdf', Buffer.from('GIF89a, which is none')));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^picture.pdf: Only JPEG and PNG pictures become documents\./).waitFor();
    // The interface speaks English, the page its own language.
    await showIn(page, 'ar');
    await page.locator('form button[type=submit]').click();
    await page.getByText(/^picture.pdf: لا تتحول إلى مستندات إلا صور/).waitFor();
    await lookAt(page, 'send-refused');
    await showIn(page, 'en');
    await page.getByRole('heading', { level: 1, name: 'Send a document' }).waitFor();
  });
});

test('a draft takes several documents and a message, is not lost by leaving, is edited and deleted', async () => {
  const { page, expectAnswer } = await stage.owner({ viewport: PHONE });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${stage.server.baseUrl}/documents`);
  await fillForm(page, 'Two leases');
  const choose = page.getByLabel('Document', { exact: true });
  await choose.setInputFiles([pdfFile('annex.pdf'), pdfFile('wrong.pdf')]);
  await page.getByRole('button', { name: 'Remove wrong.pdf' }).click();
  await page.getByRole('button', { name: 'Move annex.pdf earlier' }).click();
  const files = page.getByRole('list', { name: 'Documents to send' }).getByRole('listitem');
  await expect
    .poll(() => files.allInnerTexts())
    .toEqual([expect.stringContaining('annex.pdf'), expect.stringContaining('lease.pdf')]);
  await page.getByLabel('Message (optional)').fill('Please sign by Friday.');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.getByRole('link', { name: 'Documents' }).first().click();
  await page.getByText('“Two leases” is unfinished').waitFor();
  await page.getByRole('link', { name: 'Go on with it' }).click();
  await page.getByText('You left this document unfinished; all is as it was.').waitFor();
  expect(await page.getByLabel('Message (optional)').inputValue()).toBe('Please sign by Friday.');
  await page.getByRole('button', { name: 'Start anew' }).click();
  await expect.poll(() => page.getByLabel('Message (optional)').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await files.allInnerTexts()).toEqual([
    expect.stringContaining('annex.pdf'),
    expect.stringContaining('lease.pdf'),
  ]);
  await page.getByRole('button', { name: 'Place fields first' }).click();
  await page.waitForURL(/\/designing\//);

  await stage.openDocument(page, 'Two leases');
  await state(page, 'Draft').waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit “Two leases”' }).waitFor();
  expect(await page.getByLabel('Message (optional)').inputValue()).toBe('Please sign by Friday.');
  await page.getByLabel('Message (optional)').fill('');
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByRole('button', { name: 'Remove annex.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('Document removed').waitFor();
  await documents.getByText('A draft needs a document: replace this one').waitFor();
  await documents.getByLabel('Document', { exact: true }).setInputFiles(pdfFile('plan.pdf'));
  await documents.getByText('plan.pdf').waitFor();
  await documents.getByLabel('Replace plan.pdf').setInputFiles(pdfFile('plan 2.pdf'));
  await page.getByText('Document replaced').waitFor();
  await documents.getByText('plan 2.pdf').waitFor();
  const people = page.getByRole('region', { name: 'People' });
  await people.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/This does not look like an email address/).waitFor();
  await people.getByLabel('Email').fill(BOB.email);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.goBack();
  await page.getByText('You left these changes unsaved; they are as they were.').waitFor();
  expect(await people.getByLabel('Email').inputValue()).toBe(BOB.email);
  await page.getByRole('button', { name: 'Drop the changes' }).click();
  expect(await people.getByLabel('Email').inputValue()).toBe(ADA.email);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Add a step after' }).click();
  await people.getByLabel('Name').last().fill(ADA.name);
  await people.getByLabel('Email').last().fill(ADA.email);
  const informed = page.getByRole('region', { name: 'Kept informed' });
  await informed.getByRole('button', { name: 'Keep someone informed' }).click();
  await namePerson(informed, EVE);
  await page.getByRole('combobox', { name: 'Reminders' }).selectOption('off');
  await page.getByLabel('Deadline').selectOption('30');
  await page.getByLabel('Sending').selectOption('later');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Nothing is sent yet.').waitFor();
  await page.getByText(BOB.email).first().waitFor();
  await page.getByRole('heading', { level: 3, name: 'plan 2.pdf' }).waitFor();
  await page.getByText('Step 2').waitFor();
  await page.getByText(EVE.email).waitFor();
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  expect(await page.getByRole('combobox', { name: 'Reminders' }).inputValue()).toBe('off');
  expect(await informed.getByLabel('Email').inputValue()).toBe(EVE.email);
  await page.goBack();

  // The page may look after its document once more while that is deleted.
  expectAnswer(404);
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
  await page.getByText('The draft is deleted').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Two leases' }).count()).toBe(0);
  expect(asked).toEqual([]);
});

const EVE = { name: 'Eve Baker', email: 'eve@example.com' };

test('a document that is under way is put right from its page: reminder, mistyped address, another person, deadline, duplicate', async () => {
  const name = 'Mistyped lease';
  const mistyped = { name: 'Ada Lovelac', email: 'ada@exmaple.example' };
  await stage.send(name, {
    steps: [
      { type: 'sign', recipients: [mistyped] },
      { type: 'sign', recipients: [BOB] },
    ],
  });
  const { page, expectAnswer } = await stage.owner();
  expectAnswer(400);
  await stage.openDocument(page, name);
  const keyboard = keyboardOf(page);

  const remind = page.getByRole('button', { name: 'Remind Ada Lovelac' });
  await remind.click();
  expect(await page.getByRole('button', { name: /^Remind/ }).count()).toBe(1);
  await page.getByText(/^Reminded just now\. You can remind again at \d\d:\d\d\.$/).waitFor();
  expect(await remind.getAttribute('aria-disabled')).toBe('true');
  await keyboard.expectFocus(remind);
  await mailTo(stage.mails, mistyped.email, /^Reminder: /);

  await keyboard.pressOn(
    page.getByRole('button', { name: 'Correct name or address of Ada Lovelac' }),
    'Enter',
  );
  const correcting = page.getByRole('dialog', { name: 'Correct name or address' });
  await correcting.getByText(/ends the link that was sent to ada@exmaple\.example/).waitFor();
  const release = await holdBackReload(page);
  await correcting.getByLabel('Email').fill(BOB.email);
  await keyboard.press('Enter');
  await correcting.getByText('Another recipient of this workflow has this address').waitFor();
  await keyboard.expectFocus(correcting.getByLabel('Email'));
  await namePerson(correcting, ADA);
  await keyboard.press('Enter');
  await correcting.waitFor({ state: 'hidden' });
  await release();
  await keyboard.expectFocus(page.getByRole('button', { name: `Correct name or address of ${ADA.name}` }));
  await page.getByText(`${mistyped.name} (${mistyped.email}) → ${ADA.name} (${ADA.email})`).waitFor();

  await page.getByRole('button', { name: `Pass on to another person, instead of ${BOB.name}` }).click();
  const passing = page.getByRole('dialog', { name: 'Pass to another person' });
  await passing.getByLabel('Email').fill(BOB.email);
  await passing.getByRole('button', { name: 'Pass it on' }).click();
  await passing.getByText('Enter this person’s name.').waitFor();
  await passing.getByText(`This is the address that ${BOB.name} has now.`).waitFor();
  await namePerson(passing, EVE);
  await passing.getByLabel('Reason').fill('Bob is on leave until May.');
  await passing.getByRole('button', { name: 'Pass it on' }).click();
  await passing.waitFor({ state: 'hidden' });
  await page.getByText('Bob is on leave until May.').waitFor();

  await changeDeadline(page);

  await signByLink(stage.server.baseUrl, await stage.linkFor(ADA, name));
  await page.getByText('1 of 2 have answered').waitFor();
  expect(await page.getByRole('group', { name: `For ${ADA.name}` }).count()).toBe(0);
  await page.getByRole('button', { name: `Remind ${EVE.name}` }).waitFor();

  const former = page.url();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await state(page, 'Draft').waitFor();
  await page.getByText('This is a draft of the same. Nothing is sent yet.').waitFor();
  expect(page.url()).not.toBe(former);
  await page.getByText(EVE.email).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Prepare' }).count()).toBe(1);
});

/** From now on the page waits for the workflow, as with a busy server, until the returned function is called. */
async function holdBackReload(page: Page): Promise<() => Promise<void>> {
  const letThrough = await holdBack(page, '**/api/v1/workspaces/*/workflows/*');
  return async () => {
    letThrough();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** To a day that is too late first, then to two that are not, and back to the first of them. */
async function changeDeadline(page: Page): Promise<void> {
  const deadline = page.getByRole('main').getByText(/^Deadline/);
  const dialog = page.getByRole('dialog', { name: 'Change the deadline' });
  const save = dialog.getByRole('button', { name: 'Change it' });
  await page.getByRole('button', { name: 'Change the deadline' }).click();
  const moment = dialog.getByLabel('Day and hour');
  await moment.fill(inDays(200));
  await save.click();
  await dialog.getByText(/^Must lie between 0 and 90 days from now \(\w+ \d+.* to \w+ \d+.*\)\.$/).waitFor();
  await moment.fill(inDays(30));
  await dialog.getByText(/^\w+day,? \d+ \w+ \d{4}, until \d\d:\d\d \S+ \(in 30 days\)$/).waitFor();
  await save.click();
  await deadline.filter({ hasText: '(in 30 days)' }).waitFor();
  await page.getByRole('button', { name: 'Change the deadline' }).click();
  await moment.fill(inDays(40));
  await save.click();
  await deadline.filter({ hasText: '(in 40 days)' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await deadline.filter({ hasText: '(in 30 days)' }).waitFor();
}

test('a document whose sealing fails for good is blocked with the cause, and signed after the cause is mended and Retry pressed', async () => {
  const id = await stage.send('Damaged lease');
  const mend = await spoilTrail('Damaged lease');
  await signByLink(stage.server.baseUrl, await stage.linkFor(ADA, 'Damaged lease'));
  const isTold = async () => {
    await stage.skipPauses();
    return stage.mails.messages.some(({ mail }) => mail.subject?.startsWith('Damaged lease could not be'));
  };
  await expect.poll(isTold, { timeout: 40_000, interval: 500 }).toBe(true);
  const { mail, link } = await mailTo(stage.mails, OWNER.email, /^Damaged lease could not be sealed/);
  expect(mail.text).toContain('The event trail of this workflow does not verify');
  const { page } = await stage.owner();
  await page.goto(link);
  await page.getByText('Sealing did not succeed').first().waitFor();
  await page
    .getByText(/The event trail of this workflow does not verify/)
    .first()
    .waitFor();
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Sealing was started again', { exact: false }).first().waitFor();
  await page.getByText('Archived, ready to download').waitFor();
  await page.getByText(/^sealed ·/i).waitFor();
  expect((await stage.app.readEnvelope(id)).status).toBe('signed');
  await mailTo(stage.mails, ADA.email, /^Damaged lease is signed by everyone/);
});

/** Changes an event in the trail of a workflow, over which nothing is sealed. Answers how to undo it. */
async function spoilTrail(name: string): Promise<() => Promise<void>> {
  const [row] = await stage.query<{ id: number; detail: object }>(
    `select events.id, detail from events join workflows on workflows.id = workflow_id
      where workflows.name = $1 and sequence = 1`,
    [name],
  );
  const { id = 0, detail = {} } = row ?? {};
  const store = (value: object) =>
    stage.query('update events set detail = $1 where id = $2', [JSON.stringify(value), id]);
  await store({ ...detail, name: 'Another lease' });
  return async () => void (await store(detail));
}
