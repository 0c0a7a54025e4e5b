import { readFile } from 'node:fs/promises';
import { validate } from '@paraph/pades';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { signByLink } from '../support/http-life.ts';
import { forThisFile } from '../support/scratch.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';
import { lookAt } from './looks.ts';
import { downloadBy } from './people.ts';
import { ADA, pdfFile, stageForThisFile } from './stage.ts';

const NAME = 'Lease that waits';

const authority = await forThisFile(openTimestampServer());
const { url, rootsFile } = authority;
const stage = await stageForThisFile({ PARAPH_TSA_URLS: url, PARAPH_TSA_ROOTS: rootsFile });

/** The sender reads why sealing waits for an authority, and whose timestamp it got in the end. */
async function waitForAuthority(page: Page): Promise<void> {
  authority.mood = 'refusing';
  await stage.send(NAME);
  await signByLink(stage.server.baseUrl, await stage.linkFor(ADA, NAME));
  await stage.openDocument(page, NAME);
  const banner = page.getByRole('status').filter({ hasText: 'Sealing is delayed' });
  await banner.waitFor();
  const words = await banner.innerText();
  expect(words).toContain('the document is waiting for its timestamp');
  expect(words).toContain('The time is not certain at the moment.');
  expect(words).toContain('no recipient has to sign again');
  await lookAt(page, 'document-delayed');

  authority.mood = 'well';
  const files = page.getByRole('region', { name: 'Files' });
  const isSealed = async () => {
    await stage.skipPauses();
    return files.getByText('Sealed as PAdES B-LTA').count();
  };
  await expect.poll(isSealed, { timeout: 40_000, interval: 500 }).toBe(1);
  await files.getByText('Timestamp by Outside Time').waitFor();
  await files.getByText('An authority apart from this service gave the timestamp').waitFor();
  expect(await banner.count()).toBe(0);
  await lookAt(page, 'document-sealed-outside');
}

const download = async (page: Page, name: string) => {
  const file = await downloadBy(page.getByRole('link', { name, exact: true }));
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};

test('a file is sealed at once, or as soon as the authority answers, and by hand after that; the sender of a document reads why it waits', async () => {
  authority.mood = 'well';
  const { page, expectAnswer } = await stage.owner({ viewport: PHONE });
  await page.goto(`${stage.server.baseUrl}/account/organization`);
  await page.getByRole('button', { name: 'All settings of the organization' }).click();
  await page.getByRole('link', { name: 'Seals', exact: true }).click();
  await page.getByText('Nothing is sealed yet').waitFor();
  const seal = async (file: ReturnType<typeof pdfFile>) => {
    await page.getByRole('button', { name: 'Seal a file' }).press('Enter');
    await page.getByLabel('Document').setInputFiles(file);
    await page.getByRole('button', { name: 'Seal it' }).press('Enter');
  };
  expectAnswer(400);
  await seal(pdfFile('broken.pdf', Buffer.from('no pdf')));
  await page.getByRole('alert').filter({ hasText: 'Must be a PDF' }).waitFor();
  await page.keyboard.press('Escape');

  await seal(pdfFile('payslip 11.pdf'));
  const rows = page.getByRole('list', { name: 'Seals' }).getByRole('listitem');
  await rows.filter({ hasText: 'Sealed' }).waitFor();
  const sealed = await download(page, 'Sealed file');
  expect(sealed.name).toBe('payslip 11 (sealed).pdf');
  expect(validate(sealed.bytes, { anchors: [] }).signatures).toMatchObject([{ integrity: { ok: true } }]);
  expect((await download(page, 'Certificate')).name).toBe('payslip 11 (certificate).pdf');

  authority.mood = 'refusing';
  await seal(pdfFile('payslip 12.pdf'));
  const waiting = rows.filter({ hasText: 'payslip 12.pdf' });
  await waiting.getByText('Waits', { exact: true }).waitFor();
  await waiting.getByText('the document is waiting for its timestamp').waitFor();
  const isFailed = async () => {
    await stage.skipPauses();
    return waiting.getByText('Failed', { exact: true }).count();
  };
  await expect.poll(isFailed, { timeout: 60_000, interval: 500 }).toBe(1);
  await lookAt(page, 'seals-failed');
  authority.mood = 'well';
  await waiting.getByRole('button', { name: 'Try again' }).press('Enter');
  await waiting.getByText('Sealed', { exact: true }).waitFor();

  await page.getByRole('searchbox').fill('payslip 12');
  await page.getByText('1 seal', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete payslip 12' }).press('Enter');
  await page.getByRole('button', { name: 'Delete the seal' }).press('Enter');
  await page.getByText('Nothing found').waitFor();
  await page.setViewportSize(DESKTOP);
  await waitForAuthority(page);
});
