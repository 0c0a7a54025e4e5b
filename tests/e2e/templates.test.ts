import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sampleForm } from '../../pades/src/testing/sample-form.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { auditPage } from './audit.ts';
import { placed, tool } from './designer-tools.ts';
import { makeTemplate } from './drafts.ts';
import { keyboardOf } from './keyboard.ts';
import { look } from './languages.ts';
import { lookAt } from './looks.ts';
import { downloadBy, goWithin, mailTo, namePerson, signIn } from './people.ts';
import { ADA, BOB, ONE_PAGE, OWNER, pdfFile, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

async function fillPeople(page: Page, people: Readonly<Record<string, { name: string; email: string }>>) {
  for (const [name, person] of Object.entries(people))
    await namePerson(page.getByRole('group', { name }), person);
}

describe('a template', () => {
  test('is made of a PDF, given people and fields, and used to send a document', async () => {
    const { page } = await stage.owner();
    await page.goto(`${stage.server.baseUrl}/templates`);
    await page.getByText('Documents you send again and again go here').waitFor();
    await look(page, 'templates-empty');
    await page.getByRole('link', { name: 'New template' }).click();
    await page.getByRole('button', { name: 'Create template' }).click();
    await look(page, 'template-new');
    await page.getByLabel('Document').setInputFiles(pdfFile('lease.pdf'));
    await page.getByLabel('Name', { exact: true }).fill('House lease');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { level: 1, name: 'House lease' }).waitFor();
    const region = page.getByRole('region', { name: 'People' });
    await region.getByLabel('Who, such as Buyer').fill('Tenant');
    await region.getByRole('button', { name: 'Add a step after' }).click();
    await region.getByLabel('Who, such as Buyer').nth(1).fill('Landlord');
    await page.getByRole('button', { name: 'Save people' }).click();
    await page.getByText('People saved').waitFor();
    await page.getByRole('button', { name: 'Save people' }).waitFor({ state: 'hidden' });
    await page.getByText('Tenant signs and Landlord signs').waitFor();
    await look(page, 'template');

    await page.getByRole('link', { name: 'Place fields' }).click();
    await page.locator('main canvas').first().waitFor();
    await look(page, 'template-fields');
    await tool(page, 'Signature').click();
    await page.getByRole('radio', { name: /^Landlord/ }).check();
    await tool(page, 'Signature').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('2 fields are placed.').waitFor();

    await page.getByLabel('Message').fill('Please sign by Friday.');
    await page.getByLabel('Days until the deadline').fill('30');
    await page.getByLabel('Days until the deadline').blur();
    await page.getByText('Saved', { exact: true }).waitFor();
    const informed = page.getByRole('region', { name: 'Kept informed' });
    await informed.getByRole('button', { name: 'Keep someone informed' }).click();
    await informed.getByLabel('Name').fill('Lawyer');
    await informed.getByLabel('Of the request to').selectOption({ label: 'Landlord, whenever asked' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'Reminders' }).selectOption('off');
    await page.getByRole('button', { name: 'Save the reminders' }).click();
    await page.getByText('Saved. It counts for documents that are sent from now on.').waitFor();

    await page.getByRole('link', { name: 'Use template' }).click();
    await page.getByText('Signs in step 2').waitFor();
    expect(await page.getByLabel('Message (optional)').inputValue()).toBe('Please sign by Friday.');
    expect(await page.getByRole('combobox', { name: 'Deadline' }).inputValue()).toBe('30');
    await page.getByLabel('Name of the document').fill('Lease of the mill house');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Give an email address').first().waitFor();
    await look(page, 'template-use');
    await fillPeople(page, { Tenant: ADA, Landlord: BOB });
    await page.getByLabel('Email of Lawyer').fill('lawyer@example.com');
    expect(await page.getByRole('combobox', { name: 'Reminders' }).inputValue()).toBe('off');
    await page.getByLabel('Message (optional)').fill('For {document}.');
    await page.getByRole('button', { name: 'Keep someone informed' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await informed.getByText('Enter this person’s name.').waitFor();
    await namePerson(informed, { name: 'Agent', email: 'agent@example.com' });
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lease of the mill house' }).waitFor();
    // The timeline names them too, once it is there.
    for (const copied of ['lawyer@example.com', 'agent@example.com'])
      await page.getByText(copied).first().waitFor();
    await page
      .getByText('Landlord, whenever asked')
      .or(page.getByText(`${BOB.name}, whenever asked`))
      .waitFor();
    await page.getByText('No automatic reminders').waitFor();
    await page.getByText('Asked to sign').first().waitFor();
    expect(await stage.linkFor(ADA, 'Lease of the mill house')).toContain('/sign/');
    const { mail } = await mailTo(stage.mails, ADA.email, /Lease of the mill house/);
    expect(mail.text).toContain('For Lease of the mill house.');

    await page.getByRole('link', { name: 'Templates' }).first().click();
    const made = page.getByRole('link', { name: 'House lease', exact: true });
    await made.waitFor();
    await look(page, 'templates');
    await made.click();
    const answers = page.getByRole('region', { name: 'Answers' });
    const read = async (name: string) =>
      readFile(await (await downloadBy(answers.getByRole('link', { name }))).path(), 'utf8');
    expect(await read('Download as CSV')).toMatch(
      /,Tenant name,Tenant email,.+,Lease of the mill house,started,/s,
    );
    const people = [
      { placeholder: 'Tenant', ...ADA },
      { placeholder: 'Landlord', ...BOB },
    ];
    expect(JSON.parse(await read('Download as JSON lines'))).toMatchObject({ status: 'started', people });
  });

  test('is used for a draft, which is prepared and sent from its page', async () => {
    const { page } = await stage.owner();
    await makeTemplate(stage, { name: 'Boat lease', people: ['Tenant'], document: ONE_PAGE });
    await page.goto(`${stage.server.baseUrl}/templates`);
    await page.getByText('2 people: 2 to sign', { exact: true }).waitFor();
    await page.getByText('1 person: 1 to sign', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'New template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Cart lease');
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('link', { name: 'Boat lease', exact: true }).click();
    await page.getByRole('link', { name: 'Use template', exact: true }).click();
    // It takes the focus when the page is there.
    await page.getByRole('heading', { level: 1, name: 'Use Boat lease' }).waitFor();
    // The people of the template above are contacts by now, and suggested.
    await page.getByLabel('Name', { exact: true }).pressSequentially('ada');
    await page.getByRole('option', { name: ADA.name }).click();
    // What was entered is there again after a look elsewhere, in both forms.
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('link', { name: 'New template' }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Cart lease');
    await page.goBack();
    await page.getByRole('link', { name: 'Use template Boat lease' }).click();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(ADA.email);
    await page.getByRole('button', { name: 'Keep as draft' }).click();
    await page.getByRole('button', { name: 'Prepare' }).click();
    await page.getByRole('button', { name: 'Back to Paraph' }).click();
    await page.getByRole('heading', { level: 1, name: 'Boat lease' }).waitFor();
    await page.getByRole('button', { name: 'Prepare' }).click();
    await tool(page, 'Signature').click();
    // Pressed before the pages are there: the field comes with them.
    await placed(page, 'Signature').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { level: 1, name: 'Boat lease' }).waitFor();
    await page.getByText('Asked to sign').first().waitFor();
    expect(await stage.linkFor(ADA, 'Boat lease')).toContain('/sign/');
  });

  test('is sent to many: a table is checked, mended, started, followed and acted on', async () => {
    // By keys where something is checked and asked, by touch from there on.
    const { page } = await stage.owner({ viewport: PHONE, hasTouch: true });
    await page.goto(await makeTemplate(stage, { name: 'Row lease', people: ['Tenant'], document: ONE_PAGE }));
    await page.getByRole('link', { name: 'Send to many' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Send to many' }).waitFor();
    const keys = keyboardOf(page);
    await keys.pressOn(page.getByRole('button', { name: 'Check the table' }), 'Enter');
    await page.getByText('Choose the table.').waitFor();
    const table = [
      'Tenant name,Mail,Note',
      `${ADA.name},row.ada@example.com,x`,
      `${BOB.name},nobody,`,
      `${BOB.name},row.bob@example.com,`,
      `${ADA.name},row.ada@example.com,`,
    ].join('\n');
    await page.getByLabel('Table (CSV)').setInputFiles({
      ...{ name: 'tenants.csv', mimeType: 'text/csv', buffer: Buffer.from(table) },
    });
    await page.getByLabel('Name of the documents').fill('Row lease {{row}}');
    await keys.pressOn(page.getByRole('button', { name: 'Check the table' }), 'Enter');
    await page.getByRole('heading', { level: 1, name: 'tenants.csv' }).waitFor();
    await page.getByText('0 rows can be sent, 4 have problems.').waitFor();

    // The heading Mail is not understood: a person says what it is.
    await page.getByRole('combobox', { name: 'Mail' }).selectOption({ label: 'Tenant: email' });
    await keys.pressOn(page.getByRole('button', { name: 'Check again' }), 'Enter');
    await page.getByText('3 rows can be sent, 1 has a problem.').waitFor();
    const rows = page.getByRole('table', { name: 'Rows' });
    await rows.getByText('nobody').waitFor();
    await page.getByRole('button', { name: /^All/ }).tap();
    await rows.getByText('The same people as in row 2').waitFor();
    await lookAt(page, 'bulk-ready');

    // The page of the signer of row 2, with nothing made.
    await keys.pressOn(page.getByRole('link', { name: 'See the first row' }), 'Enter');
    await page.getByText('Nothing is saved or sent.').waitFor();
    await page.getByText('Row lease 2').first().waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to the table' }).tap();
    await page.getByText('3 rows can be sent, 1 has a problem.').waitFor();

    await keys.pressOn(page.getByRole('button', { name: 'Start sending' }), 'Enter');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Send them' }).isDisabled()).toBe(true);
    await keys.pressOn(dialog.getByLabel('Leave out the 1 row with problems'), 'Space');
    await dialog.getByRole('button', { name: 'Send them' }).tap();
    await page.getByText('3 documents were sent, 0 signed, 0 failed, 1 left out.').waitFor();
    expect(await stage.linkFor({ email: 'row.bob@example.com' }, 'Row lease 4')).toContain('/sign/');
    const result = await page.getByRole('link', { name: 'Results (CSV)' }).getAttribute('href');
    expect(await (await page.request.get(new URL(result ?? '', page.url()).href)).text()).toContain('sent');
    await lookAt(page, 'bulk-done');
    await keys.pressOn(page.getByRole('button', { name: 'Cancel documents' }), 'Enter');
    await page.getByRole('heading', { name: 'Cancel 3 documents?' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel them' }).tap();
    await page.getByText('Done for 3 documents').waitFor();
    await rows.getByText('Canceled').first().waitFor();
    await page.getByRole('link', { name: 'Send Row lease to many' }).tap();
    await page.getByText('4 rows, 3 sent, 0 signed').waitFor();
    await lookAt(page, 'bulk-table');
    await page.getByRole('link', { name: 'Templates' }).first().tap();
    await page.getByRole('link', { name: 'Documents from tables' }).tap();
    await page.getByText('4 rows, 3 sent, 0 signed').waitFor();
    await lookAt(page, 'bulk-jobs');
    await page.getByRole('link', { name: 'tenants.csv' }).tap();
    await page.getByRole('link', { name: 'Document of row 4' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Row lease 4' }).waitFor();

    // All that a search finds, on all of its pages, each of which has two documents here.
    await page.route(/workflows\?.*limit=20/, (route) =>
      route.continue({ url: route.request().url().replace('limit=20', 'limit=2') }),
    );
    await page.setViewportSize(DESKTOP);
    await goWithin(page, `${stage.server.baseUrl}/documents?query=Row+lease`);
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await page.getByRole('button', { name: 'Choose all 3 found' }).click();
    await page.getByText('3 chosen').waitFor();
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Delete 3 documents?' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete them' }).click();
    await page.getByText('3 documents are deleted').waitFor();
    await page.getByText('Nothing found').waitFor();
  });

  test('is made of a document that was sent, found by its people, and deleted by name', async () => {
    await stage.send('Sent lease');
    const { page } = await stage.owner();
    await stage.openDocument(page, 'Sent lease');
    await page.getByRole('button', { name: 'Make a template' }).click();
    // What the people are is asked: their names and addresses stay behind.
    const role = page.getByRole('dialog').getByLabel(/^Role of /);
    expect(await role.inputValue()).toBe('Signer 1');
    await role.fill('Tenant');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template made').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sent lease' }).waitFor();
    expect(page.url()).toContain('/templates/');
    await page.getByText('1 field is placed.').waitFor();
    await page.getByText('Tenant signs').waitFor();

    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('searchbox').fill('sent');
    await page.getByRole('link', { name: 'Sent lease', exact: true }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Delete template' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Sent lease');
    await dialog.getByRole('button', { name: 'Delete template' }).click();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Sent lease', exact: true }).count()).toBe(0);
  });

  test('asks a visitor to sign in, takes the form of its PDF, and keeps the fields of who is renamed, not of who is taken out', async () => {
    const document = samplePdf(sampleForm());
    const people = ['Tenant', 'Witness'];
    const address = await makeTemplate(stage, { name: 'Garden lease', people, document });
    const { page, expectAnswer } = await stage.browser.newPerson();
    expectAnswer(401);
    await page.goto(`${address}/fields`);
    await signIn(page, OWNER.email);
    await page.getByRole('heading', { level: 1, name: 'Garden lease' }).waitFor();
    await page.locator('main canvas').first().waitFor();
    const keys = keyboardOf(page);
    await keys.pressOn(tool(page, 'Signature'), 'Enter');
    await keys.press('Escape');
    await page.getByRole('radio', { name: /^Witness/ }).check();
    await keys.pressOn(tool(page, 'Signature'), 'Enter');
    const fields = page
      .getByRole('complementary', { name: 'Fields' })
      .getByRole('button', { name: /^Signature/ });
    await fields.first().click();
    await fields.last().click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Save as block' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the block').fill('Both sign');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Both sign', exact: true }).click();
    await page.getByText('4 fields', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 fields', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rename Both sign' }).click();
    await dialog.getByLabel('Name of the block').fill('Two signatures');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete Two signatures' }).click();
    await page.getByRole('button', { name: 'Two signatures', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Two signatures', exact: true }).waitFor();
    // For the one that is chosen, Witness.
    await page.getByRole('button', { name: /^Use \d as fields$/ }).click();
    await placed(page, 'Your full name').waitFor();
    await page
      .getByRole('main', { name: 'Pages' })
      .getByText('Ana Lima', { exact: true })
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('13 fields are placed.').waitFor();
    const region = page.getByRole('region', { name: 'People' });
    await region.getByLabel('Who, such as Buyer').first().fill('Gardener');
    await page.getByRole('button', { name: 'Save people' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save people' }).count()).toBe(0);
    await page.getByText('13 fields are placed.').waitFor();
    await region.getByRole('button', { name: 'Remove Witness' }).click();
    await page.getByRole('button', { name: 'Save people' }).click();
    await page.getByText('1 field is placed.').waitFor();
    await page.getByText('Gardener signs', { exact: true }).waitFor();
  });
});
