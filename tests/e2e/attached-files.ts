import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { NOT_SCANNED } from '@paraph/domain';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { drawSignature, SIGNATURES } from '../../tools/demo/draw-signature.ts';
import { downloadBy } from './people.ts';
import { LEASE, pdfFile, type Stage } from './stage.ts';

const PASSPORT = pdfFile('passport.pdf');
export const PASSPORT_SHA256 = createHash('sha256').update(LEASE).digest('hex');

/** Answers as the service does whose scanner is away, for a second. */
const waitForScanner = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'Retry-After': '1' },
    json: { error: { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: NOT_SCANNED } },
  });

/** First a file of another kind, which is refused in words; the browser opens its dialog for the keyboard, too. */
export async function attachByKeyboard(page: Page): Promise<void> {
  const input = page.getByLabel(/^Passport, required, empty/);
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no file') });
  await page.getByText(/^This is not a PDF, PNG or JPEG/).waitFor();
  await page.route('**/fields/*/attachment', waitForScanner, { times: 1 });
  const chooser = page.waitForEvent('filechooser');
  await input.press('Enter');
  const buffer = Buffer.from(drawSignature(SIGNATURES.Edith), 'base64');
  await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await page.getByText(/^The file waits: the virus scanner does not answer/).waitFor();
  await page.getByText('photo.png is attached.').waitFor({ state: 'attached' });
  await page.getByText(/^The file waits/).waitFor({ state: 'detached' });
  await page.getByLabel(/^Passport, required, filled/).waitFor();
}

export async function exchangeInForm(page: Page): Promise<void> {
  const form = page.locator('form');
  await form.getByRole('link', { name: 'photo.png' }).waitFor();
  await form.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The file is removed.').waitFor({ state: 'attached' });
  const chooser = page.waitForEvent('filechooser');
  // Above the words of the button, which a tap therefore does not reach.
  await form.getByLabel(/^Passport, required, empty/).tap();
  await (await chooser).setFiles(PASSPORT);
  const link = form.getByRole('link', { name: 'passport.pdf' });
  const download = await downloadBy(link);
  expect(readFileSync(await download.path()).equals(LEASE)).toBe(true);
}

/** The sender sees name and hash on the page of the document, and gets the file. */
export async function downloadAsSender(stage: Stage, name: string): Promise<void> {
  const { page } = await stage.owner();
  await stage.openDocument(page, name);
  const files = page.getByRole('region', { name: 'Files from the signers' });
  await files.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor();
  await page.getByText(/^passport\.pdf \(SHA-256 [0-9a-f]{64}\)$/).waitFor();
  const download = await downloadBy(files.getByRole('link', { name: 'Download' }));
  expect(download.suggestedFilename()).toBe('passport.pdf');
}
