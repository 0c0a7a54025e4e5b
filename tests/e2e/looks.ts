import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { isInShare, shareName } from '../support/share.ts';
import { auditPage, settle } from './audit.ts';

/** A folder for pictures, for whoever wants to see the pages. */
export const picturesDir = process.env.PARAPH_PICTURES_DIR;
if (picturesDir) mkdirSync(picturesDir, { recursive: true });

export interface Look {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

/** Both sizes in both schemes. */
export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [PHONE, DESKTOP].map((viewport): Look => ({ viewport, colorScheme })),
);

/** Of the looks of a page the one whose turn it is: another one at each page, and in each run; for pictures, all. */
export function looksInTurn(name: string, looks: readonly Look[]): readonly Look[] {
  if (picturesDir) return looks;
  const offset = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const of = looks.length as 2 | 4;
  return looks.filter((_look, index) => isInShare(index + offset, of));
}

export async function takePicture(page: Page, name: string): Promise<void> {
  if (picturesDir) await page.screenshot({ path: join(picturesDir, `${name}.png`), fullPage: true });
}

/** Shows the page in the look whose turn it is, reports what is amiss, and leaves the page as it was. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  await lookIn(page, name, looksInTurn(name, LOOKS));
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
}

/** Shows the page in each of these looks, and reports what is amiss. */
export async function lookIn(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  const problems: string[] = [];
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    const at = `${name} ${viewport.width} ${colorScheme}`;
    problems.push(...(await auditPage(page)).map((problem) => `${at}: ${problem}`));
    await takePicture(page, at);
  }
  expect.soft(problems, shareName).toEqual([]);
}
