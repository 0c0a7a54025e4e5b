import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleForm } from '../../pades/src/testing/sample-form.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { openDesigner, placed } from './designer-tools.ts';
import { makeDraft, type PlacedField, readEnvelope, sessionFor } from './drafts.ts';
import { keyboardOf } from './keyboard.ts';
import { stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

const fieldsOf = async (id: string): Promise<PlacedField[]> => (await readEnvelope(stage.app, id)).fields;

test('the designer offers the form of a PDF as fields, makes it part of the page, and copies fields to pages, by keys alone', async () => {
  const document = samplePdf({ ...sampleForm(), pages: 4 });
  const id = await makeDraft(stage.app, { name: 'Form lease', document });
  const { page } = await stage.browser.newPerson();
  await openDesigner(page, (await sessionFor(stage.app, id)).designerUrl);
  const keys = keyboardOf(page);
  await page.getByRole('heading', { name: 'This PDF has a form with 11 fields' }).waitFor();
  await page.getByText('2 fields cannot be used').waitFor();
  const onPage = (text: string) => page.getByRole('main', { name: 'Pages' }).getByText(text, { exact: true });
  await onPage('Ana Lima').waitFor({ state: 'attached' });
  await keys.pressOn(page.locator('summary', { hasText: 'Choose the fields (9 of 9)' }), 'Enter');
  await keys.pressOn(page.getByRole('checkbox', { name: /^Fruits/ }), 'Space');
  await keys.pressOn(page.getByRole('button', { name: 'Use 8 as fields' }), 'Enter');
  const formFields = async () =>
    ((await fieldsOf(id)) as unknown as { formField: string | null }[]).map(({ formField }) => formField);
  const radios = ['Size', 'Size', 'Size'];
  const used = ['Name', 'Notes', 'Code', 'Agree', 'Country', 'City', ...radios, 'Buyer'];
  await expect.poll(formFields).toEqual(used);
  await placed(page, 'Your full name').waitFor();
  // The page is loaded again without them; what is not used stays on it.
  await onPage('Ana Lima').waitFor({ state: 'detached' });
  await onPage('Pear').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+z');
  await expect.poll(formFields).toEqual([]);
  await onPage('Ana Lima').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+y');
  await expect.poll(formFields).toEqual(used);
  await keys.pressOn(page.getByRole('button', { name: 'Make part of the page' }), 'Enter');
  await expect.poll(formFields).toEqual([]);
  await onPage('Ana Lima').waitFor({ state: 'attached' });
  await copyToPages(page, id);
});

/** The pictures of the pages lead to the copies. */
async function copyToPages(page: Page, id: string): Promise<void> {
  const keys = keyboardOf(page);
  await keys.pressOn(page.getByRole('button', { name: 'Initials', exact: true }), 'Enter');
  await placed(page, 'Initials').waitFor();
  await keys.pressOn(page.locator('summary', { hasText: 'Copy to chosen pages' }), 'Enter');
  const pages = page.getByLabel('Pages', { exact: true }).and(page.locator('input'));
  await pages.fill('9');
  await page.getByText('Pages are numbers from 1 to 4').waitFor();
  await pages.fill('2, 4');
  await keys.pressOn(page.getByRole('button', { name: 'Make 2 copies' }), 'Enter');
  const places = async () => (await fieldsOf(id)).map((field) => [field.page, field.posY]);
  await expect.poll(async () => (await places()).map(([on]) => on)).toEqual([1, 2, 4]);
  expect(new Set((await places()).map(([, posY]) => posY)).size).toBe(1);
  await keys.pressOn(page.getByRole('button', { name: 'Page 4, 1 field' }), 'Enter');
  await expect.poll(() => page.evaluate('document.activeElement.dataset.page')).toBe('4');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toContain('page 4');
}

test('the designer offers printed places to the people, and the tags of the text, by keys alone, and undo takes them back', async () => {
  const document = readFileSync(new URL('../fixtures/contracts/writer-en-witness.pdf', import.meta.url));
  const seller = { name: 'Maria Okafor', email: 'maria@example.com' };
  const buyer = { name: 'Jonas Lindqvist', email: 'jonas@example.com' };
  const steps = [{ type: 'sign', recipients: [seller, buyer] }] as const;
  const id = await makeDraft(stage.app, { name: 'Sale', document, steps });
  const { page } = await stage.browser.newPerson();
  await page.goto((await sessionFor(stage.app, id)).designerUrl);
  const keys = keyboardOf(page);
  await page.getByRole('heading', { name: '4 places found on the pages' }).waitFor();
  // The page names seller and buyer; the witness is nobody of the draft.
  await keys.pressOn(page.getByRole('button', { name: 'Place all 2' }), 'Enter');
  const owners = async () =>
    ((await fieldsOf(id)) as (PlacedField & { role: number })[])
      .map(({ type, role }) => `${type} ${role}`)
      .sort();
  const { recipients } = (await readEnvelope(stage.app, id)) as unknown as {
    recipients: { roles: { id: number }[] }[];
  };
  const signed = recipients.map(({ roles }) => `signature ${roles[0]?.id}`).sort();
  await expect.poll(owners).toEqual(signed);
  await page.getByRole('heading', { name: '2 places found on the pages' }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(owners).toEqual([]);
  await page.getByRole('heading', { name: '4 places found on the pages' }).waitFor();
  await page.getByLabel(/Witnessed by/).selectOption({ label: 'Jonas Lindqvist' });
  await keys.pressOn(page.locator('summary', { hasText: 'One by one' }), 'Enter');
  await keys.pressOn(page.getByRole('button', { name: /Witnessed by/ }), 'Enter');
  await expect.poll(async () => (await owners()).length).toBe(1);
  await placed(page, 'Signature').waitFor();
  await placeTags(page);
});

/** Those of the text, of which it says which are none. */
async function placeTags(page: Page): Promise<void> {
  const lines = ['{{signature:1}}', '{{text:Net rent:2}}', '{{stamp:1}}', 'Signature: ____________ Tenant'];
  const content = lines.map((line, at) => `BT /F1 11 Tf 72 ${700 - 60 * at} Td (${line}) Tj ET`).join(' ');
  const id = await makeDraft(stage.app, { name: 'Lease', document: samplePdf({ content }) });
  await page.goto((await sessionFor(stage.app, id)).designerUrl);
  const keys = keyboardOf(page);
  await page.getByRole('heading', { name: '2 fields from the text' }).waitFor();
  await page.getByRole('heading', { name: '1 tag in the text becomes no field' }).waitFor();
  await page.getByRole('heading', { name: '1 place found on the pages' }).waitFor();
  await keys.pressOn(page.getByRole('button', { name: 'Place all 2' }), 'Enter');
  await expect
    .poll(async () => (await fieldsOf(id)).map(({ type, label }) => [type, label]))
    .toEqual([
      ['signature', 'Signature'],
      ['text', 'Net rent'],
    ]);
  await page.getByRole('heading', { name: '2 fields from the text' }).waitFor({ state: 'detached' });
}
