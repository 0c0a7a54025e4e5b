import { describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import type { SigningView } from '../support/signing-page.ts';
import { takePicture } from './looks.ts';
import { goWithin, signatureFields, startSigning } from './people.ts';
import { OWNER, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

describe('contacts', () => {
  test('are imported, searched, changed, deleted, and suggested by name and address; a pasted list becomes people', async () => {
    const { page, expectAnswer } = await stage.owner();
    expectAnswer(400);
    await page.goto(`${stage.server.baseUrl}/contacts`);
    await page.getByRole('button', { name: 'Import a list' }).first().click();
    const list = page.getByRole('textbox', { name: 'The list' });
    await list.fill('Zoë Łukasz\tzoe@example.org\nPer\tper\n\tno@example.org');
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText('Nothing was imported: 2 problems.').waitFor();
    await page.getByText(/^Row 2: Must be an email address/).waitFor();
    await page.getByText(/^Row 3: Give the name/).waitFor();
    await list.fill('Zoë Łukasz\tzoe@example.org\nPer\tper@example.org');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText(/^\d new, \d updated$/).waitFor();
    await page.getByRole('searchbox').fill('lukasz');
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change Zoë Łukasz' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Zoe Lukasz');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Zoe Lukasz saved').waitFor();
    await page.getByRole('button', { name: 'Delete Zoe Lukasz' }).click();
    await page.getByRole('button', { name: 'Delete the contact' }).click();
    await page.getByText('Zoe Lukasz deleted').waitFor();
    await page.getByText('Nobody found').waitFor();

    // On a phone, while a document is prepared.
    await page.setViewportSize(PHONE);
    const workspaces = (await stage.account.call('/api/v1/workspaces')) as { id: number }[];
    const contacts = `/api/v1/workspaces/${workspaces[0]?.id}/contacts`;
    for (const person of ['Maja Meier <maja@example.org>', 'Max Mai <max@example.org>'])
      await stage.account.call(`${contacts}/import`, { text: person });
    await goWithin(page, `${stage.server.baseUrl}/documents/new`);
    const people = page.getByRole('region', { name: 'People' });
    const name = people.getByRole('combobox', { name: 'Name' }).first();
    await name.pressSequentially('ma');
    const suggested = people.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await suggested.filter({ hasText: 'Maja Meier' }).waitFor();
    expect(await suggested.allInnerTexts()).toHaveLength(2);
    expect(await name.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await name.getAttribute('aria-activedescendant');
    const second = await page.locator(`id=${active}`).innerText();
    await page.keyboard.press('Escape');
    expect([await name.getAttribute('aria-expanded'), await name.inputValue()]).toEqual(['false', 'ma']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const email = people.getByRole('combobox', { name: 'Email' }).first();
    expect(second).toContain(await email.inputValue());
    expect(await name.inputValue()).not.toBe('ma');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await people.getByRole('combobox', { name: 'Email' }).nth(1).pressSequentially('maja@');
    await suggested.click();
    expect(await people.getByRole('combobox', { name: 'Name' }).nth(1).inputValue()).toBe('Maja Meier');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await people
      .getByRole('combobox', { name: 'Name' })
      .nth(2)
      .evaluate((input) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'Ann\tann@example.org\nBob\tbob@example.org');
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
    await page.getByText('2 people added').waitFor();
    const names = people.getByRole('combobox', { name: 'Name' });
    expect(await names.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
      expect.stringMatching(/^Ma/),
      'Maja Meier',
      'Ann',
      'Bob',
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await names.count()).toBe(3);
  });
});

describe('the signature of an account', () => {
  test('is offered to who is signed in with the address of the document, and taken by one press', async () => {
    const { page } = await stage.owner();
    await page.goto(`${stage.server.baseUrl}/account/signature`);
    await page.getByText('No signature is kept yet.').waitFor();
    await page.getByRole('button', { name: 'Make a signature' }).press('Enter');
    const maker = page.getByRole('dialog', { name: 'Your signature' });
    await maker.getByRole('tab', { name: 'Draw' }).press('ArrowRight');
    await maker.getByRole('textbox', { name: 'Your name' }).fill('Grace Miller');
    await maker.getByRole('button', { name: 'Apply' }).press('Enter');
    await maker.waitFor({ state: 'hidden' });
    const kept = page.getByRole('img', { name: 'Signature as it is kept' });
    await kept.waitFor();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('No signature is kept yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await kept.waitFor();
    const name = 'Lease of my own';
    await stage.send(name, { steps: [{ type: 'sign', recipients: [OWNER] }] });
    const link = await stage.linkFor(OWNER, name);
    await startSigning(page, link);
    await signatureFields(page).first().click();
    const dialog = page.getByRole('dialog', { name: 'Your signature' });
    await dialog.getByText('From your account').waitFor();
    await takePicture(page, 'kept-signature');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const filled = () =>
      page.evaluate(async () => {
        const view = await fetch(`/api/v1/signing/${location.pathname.split('/').at(-1)}`);
        const { marks, fields } = (await view.json()) as SigningView;
        return fields.filter(({ value }) => value !== null && value === marks.signature?.id).length;
      });
    await expect.poll(filled).toBeGreaterThan(0);
  });
});
