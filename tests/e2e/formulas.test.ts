import { expect, test } from 'vitest';
import { openDesigner, tool } from './designer-tools.ts';
import { makeDraft, readEnvelope, sessionFor, startWithFields } from './drafts.ts';
import { lookAt } from './looks.ts';
import { startSigning } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

interface ComputedRules {
  key: string | null;
  formula: string | null;
  readOnly: boolean;
  showIf: { any?: { isFilled: boolean }[] } | null;
}

test('the designer has keys, conditions of several questions, and formulas that the signer sees computed', async () => {
  const id = await makeDraft(stage.app, { name: 'Formula draft' });
  const { page } = await stage.browser.newPerson();
  await openDesigner(page, (await sessionFor(stage.app, id)).designerUrl);
  const write = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel(label, { exact: true }).press('Enter');
  };
  await tool(page, 'Number').click();
  await write('Label', 'Rent');
  await write('Key (optional)', 'Rent');
  await tool(page, 'Checkbox').click();
  await write('Label', 'Cellar');
  await tool(page, 'Text').click();
  await write('Label', 'A year');
  await write('Formula (optional)', 'round(rent * 12');
  await page.getByText('Lacks a closing parenthesis.').waitFor();
  await write('Formula (optional)', 'round(rent * 12, 2)');
  await page.getByLabel('Shown', { exact: true }).selectOption({ label: 'Depending on Rent, page 1' });
  await page.getByLabel('And if').selectOption({ label: 'Depending on Cellar, page 1' });
  await page.getByLabel('Of these conditions').selectOption('one must be met');
  await lookAt(page, 'designer with a formula');
  const saved = async () =>
    (await readEnvelope(stage.app, id)).fields.map((field) => {
      const { key, formula, readOnly, showIf } = field as unknown as ComputedRules;
      return { key, formula, readOnly, any: showIf?.any?.map(({ isFilled }) => isFilled) };
    });
  const plain = { key: null, formula: null, readOnly: false };
  const computed = { ...plain, formula: 'round(rent * 12, 2)', readOnly: true, any: [true, true] };
  await expect.poll(saved).toEqual([{ ...plain, key: 'rent' }, plain, computed]);

  const sent = await makeDraft(stage.app, { name: 'Formula lease' });
  const box = { posX: 10, style: { width: 40, height: 4 } };
  const fields = [
    { ...box, type: 'number', label: 'Rent', key: 'rent', posY: 20 },
    { ...box, type: 'text', label: 'A year', formula: 'round(rent * 12, 2)', posY: 30 },
    { ...box, type: 'signature', posY: 80, style: { width: 30, height: 8 } },
  ];
  await startWithFields(stage.app, sent, fields);
  await startSigning(page, await stage.linkFor(ADA, 'Formula lease'));
  await page.getByRole('textbox', { name: /^Rent/ }).fill('100,50');
  await page.getByText('1206,00').first().waitFor();
  await lookAt(page, 'signing page with a formula');
});
