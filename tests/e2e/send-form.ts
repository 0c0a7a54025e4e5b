import type { Page } from 'playwright-core';
import { fillNewDocument } from './drafts.ts';

export async function fillForm(page: Page, name: string): Promise<void> {
  await page
    .getByRole('link', { name: /^Send (a|your first) document$/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Send a document' }).waitFor();
  await fillNewDocument(page, name);
}

export function state(page: Page, word: string) {
  return page.getByRole('main').getByText(word, { exact: true }).first();
}

/** This minute in so many days, as the browser of the test counts them. */
export function inDays(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const [year, ...parts] = [
    at.getFullYear(),
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
  ];
  const [month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}
