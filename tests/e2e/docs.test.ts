import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { shareName, shareOf } from '../support/share.ts';
import { lookAt } from './looks.ts';
import { stageForThisFile } from './stage.ts';

const { server, browser } = await stageForThisFile();

/** Runs in the page: the words of a table that do not fit on one line. */
function findBrokenWords(cells: Element[]): string[] {
  const broken: string[] = [];
  for (const cell of cells) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
  }
  return broken;
}

test(`every page of the docs is public, can be read, and leads to others, ${shareName}`, async () => {
  const { page } = await browser.newPerson({ viewport: DESKTOP });
  await page.goto(`${server.baseUrl}/docs`);
  await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Envelopes' }).waitFor();
  const links = await contents
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? ''] as const),
    );
  expect(links.length).toBeGreaterThan(18);
  const pages = shareOf(
    links.filter(([, each]) => each.startsWith('/docs/')),
    3,
  );
  for (const [name, href] of pages) {
    // By the contents, which are in sight where there is room: an address would load the whole app again.
    await contents.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => page.title()).toBe(`${name} · Paraph`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect.soft(await page.locator('th, td').evaluateAll(findBrokenWords), name).toEqual([]);
    // One family of the reference looks like the other, and each is long.
    if (href.includes('/reference/') && name !== 'Files') continue;
    await lookAt(page, `docs ${name}`);
  }
  // The address of a page of the reference alone leads to it as well.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: pages.at(-1)?.[0] ?? '' }).waitFor();
  await page.goto(`${server.baseUrl}/docs/versions`);
  await page.getByRole('link', { name: 'what to use instead' }).click();
  await page.getByRole('heading', { level: 2, name: 'Coming from older calls' }).waitFor();
  await expect.poll(() => page.url()).toMatch(/\/docs\/step-by-step#coming-from-older-calls$/);
  const answer = await fetch(`${server.baseUrl}/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect((await answer.json()).openapi).toBe('3.1.0');
});

test('a newcomer on a phone finds a call and what its answer holds, scrolls by keyboard, and reads where there is no page', async () => {
  const { page, expectAnswer } = await browser.newPerson({ viewport: PHONE });
  await page.goto(`${server.baseUrl}/docs`);
  await scrollByKeyboard(page);
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('link', { name: 'Envelopes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Envelopes' }).waitFor();
  await page.getByRole('link', { name: /^Send a PDF to be signed/ }).click();
  const entry = page.getByRole('region', { name: /^Send a PDF to be signed/ });
  await entry.getByText("-F 'document=@contract.pdf'").waitFor();
  await entry.getByText('How it can fail').click();
  await entry.getByText('DOCUMENT_NOT_ACCEPTED').first().waitFor();
  const read = page.getByRole('region', { name: 'Read a workflow and its progress' });
  await read.getByText('What steps holds').first().click();
  await read.getByText('What each recipient of the step has to do').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  expectAnswer(404);
  const answer = await page.goto(`${server.baseUrl}/documnets/12`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByRole('link', { name: 'Go to your documents' }).waitFor();
  await lookAt(page, 'docs not found');
  for (const path of ['/api/v1/documnets', '/documnets/12']) {
    const accept = path.startsWith('/api') ? 'text/html' : 'application/json';
    const told = await fetch(server.baseUrl + path, { headers: { accept } });
    expect([told.status, (await told.json()).error.code]).toEqual([404, 'NOT_FOUND']);
  }
});

/** What scrolls sideways takes the keyboard. */
async function scrollByKeyboard(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  const regions = page.locator('.scroll-region');
  expect(await regions.count()).toBeGreaterThan(5);
  // Not left to browsers, of which not all let one focus what scrolls.
  const focusable = await regions.evaluateAll((all) => all.map((each) => (each as HTMLElement).tabIndex));
  expect(new Set(focusable)).toEqual(new Set([0]));
  const names = await regions.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  expect(names.filter((name) => name === '')).toEqual([]);
  const wide = regions.filter({ hasText: 'createQuickEnvelope' });
  await wide.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => wide.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
}
