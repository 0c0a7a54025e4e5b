import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { LOOKS, lookIn, looksInTurn, picturesDir } from './looks.ts';

const NARROW = { viewport: { width: 320, height: 640 }, colorScheme: 'light' } as const;
const WIDE = { viewport: DESKTOP, colorScheme: 'dark' } as const;

/** One page each, of different kinds. */
const SAMPLES = new Map([
  ['sign-in', 'fr'],
  ['documents', 'de'],
  ['send-filled', 'es'],
  ['document', 'it'],
  ['account', 'pt'],
  ['designer-fields', 'nl'],
  ['members', 'pl'],
  ['verify', 'ar'],
]);

/** The narrowest with the longest words, or the widest, by turns; a folder of pictures gets these and all between. */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  const inTurn = looksInTurn(name, [NARROW, WIDE]);
  if (inTurn.includes(NARROW)) await lookInLanguages(page, name);
  if (inTurn.includes(WIDE)) await lookIn(page, name, picturesDir ? [NARROW, ...LOOKS, WIDE] : [WIDE]);
  await page.setViewportSize(before);
}

/** In words that are longer than ours, none outside the catalogues; and a sample of the pages in each language. */
async function lookInLanguages(page: Page, name: string): Promise<void> {
  await showIn(page, 'en-XA');
  await lookIn(page, `${name} en-XA`, [NARROW]);
  expect.soft(await findEnglish(page), `${name}: what no catalogue says`).toEqual([]);
  const sample = SAMPLES.get(name);
  if (sample !== undefined) {
    await showIn(page, sample);
    await lookIn(page, `${name} ${sample}`, [{ viewport: PHONE, colorScheme: 'light' }]);
  }
  await showIn(page, 'en');
}

/** Shows the page in another language as it stands, with its open dialogs: as if another tab had chosen it. */
export async function showIn(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('paraph.language', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'paraph.language', newValue: chosen }));
  }, language);
  await page.waitForFunction((shown) => document.documentElement.lang === shown, language);
}

/** What people, files and this test have typed, beside what the browser says of dates, numbers, lists and regions. */
const DATA = [
  // First those of which another one below is a part.
  /\S+@\S+/,
  /https?:\S+|\/\S+\/\S*/,
  /(November payslip of the miller|\S+)\.(pdf|json|html|txt|zip)\b|November payslip of the miller/,
  /Please sign by Friday|Everything between .*|annex with .*|Reminder: .*/,
  /[\w ]*leases?( with .*| and .*)?/,
  /Grace|Miller|Ada Lovelace|Bob|Clerk|Main|nobody|Tenant|Landlord|Lawyer|Rent roll(, nightly)?|Seen once|as uploaded|Sandbox Organization, Sandbox/,
  /^(Signature|Checkbox|Text|Caveat|Great Vibes|Mynerve|Marck Script)$/,
  /\bparaph_\w+/,
  /^\s+and\s+$/,
  /\b(in )?\d+ (second|minute|hour|day)s?( ago)?\b/,
  /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/,
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/,
  /\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/,
  /\b(UTC|GMT|SHA-256|PDF|PNG|JPEG|CSV|API|URL|OAuth|OpenID|Connect|Paraph|Europe|Coordinated Universal Time)\b/,
];

/** Words of the page that no catalogue said: in the pseudo-language every text of ours is in brackets. */
async function findEnglish(page: Page): Promise<string[]> {
  const said = await page.evaluate(listSaid);
  // The pages of a document are in its language, and so are the labels that its sender gave to fields.
  const known = new RegExp(DATA.map(({ source }) => source).join('|'), 'giu');
  return said.filter((text) => /[a-z]{3}/i.test(withoutOurs(text).replaceAll(known, ' ')));
}

/** A text that elements divide has one bracket in each part. */
function withoutOurs(text: string): string {
  const rest = text.replaceAll(/\u27e6[^\u27e6\u27e7]*\u27e7/g, ' ');
  if (rest !== text) return withoutOurs(rest);
  return text.replace(/\u27e6.*$/su, ' ').replace(/^.*\u27e7/su, ' ');
}

// What follows runs in the page.

function listSaid(): string[] {
  const said = new Set<string>();
  // What was said before the language changed, what is English by itself, and what people typed.
  const others = [
    '[lang]:not(html)',
    '[role=alert], [role=status], [aria-live], [id$="-error"]',
    '[translate=no], bdi, code, pre, script, style, noscript, iframe, .font-mono, .pdf-text, [autocomplete=country] *, [name=timeZone] *',
  ].join();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent?.trim();
    if (words && element?.checkVisibility() && !element.closest(others)) said.add(words);
  }
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const words = element.getAttribute(name)?.trim();
      if (words && !element.closest(others)) said.add(words);
    }
  }
  return [...said, document.title];
}
