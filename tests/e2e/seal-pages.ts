import type { Page } from 'playwright-core';
import { goWithin } from './people.ts';
import { pdfFile } from './stage.ts';

/** From the empty page of seals to a sealed file, and the choice of a provider's certificate after a wrong PIN. */
export async function visitSeals(
  page: Page,
  area: string,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  await goWithin(page, `${area}/seals`);
  await page
    .getByLabel('Seal a file by a program')
    .or(page.getByText('Sealed', { exact: true }))
    .waitFor();
  await look(page, 'seals-empty');
  await page.getByRole('button', { name: 'Seal a file' }).click();
  await page.getByLabel('Document').setInputFiles(pdfFile('November payslip of the miller.pdf'));
  await look(page, 'seal-new');
  await page.getByRole('button', { name: 'Seal it' }).click();
  await page.getByText('Sealed', { exact: true }).first().waitFor();
  await look(page, 'seals');
  await goWithin(page, `${area}/providers`);
  const seals = page.getByRole('region', { name: 'Certificate for seals' });
  await seals.getByRole('button', { name: /^Choose/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Qualified seals').waitFor();
  await look(page, 'seal-certificate-choose');
  await dialog.getByLabel('PIN', { exact: true }).fill('999999');
  await dialog.getByRole('button', { name: 'Seal with it' }).press('Enter');
  await dialog.getByText('The PIN is wrong').waitFor();
  await dialog.getByLabel('PIN', { exact: true }).fill('123456');
  await dialog.getByRole('button', { name: 'Seal with it' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await seals.getByText('Sandbox Organization, Sandbox').waitFor();
  await look(page, 'seal-certificate');
}
