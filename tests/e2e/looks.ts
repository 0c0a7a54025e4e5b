import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { auditPage, settle } from './audit.ts';

/** A folder for pictures, for whoever wants to see the pages. */
export const picturesDir = process.env.PARAPH_PICTURES_DIR;
if (picturesDir) mkdirSync(picturesDir, { recursive: true });

export interface Look {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

const LIGHT = [PHONE, DESKTOP].map((viewport): Look => ({ viewport, colorScheme: 'light' }));
const DARK = LIGHT.map(({ viewport }): Look => ({ viewport, colorScheme: 'dark' }));
export const LOOKS = {
  light: LIGHT,
  /** A small light page and a large dark one: between them they have both sizes and both schemes. */
  two: [
    { viewport: PHONE, colorScheme: 'light' } as Look,
    { viewport: DESKTOP, colorScheme: 'dark' } as Look,
  ],
  all: [...LIGHT, ...DARK],
} as const;

export async function takePicture(page: Page, name: string): Promise<void> {
  if (picturesDir) await page.screenshot({ path: join(picturesDir, `${name}.png`), fullPage: true });
}

/** Shows the page in each look, and reports what is amiss in each. */
export async function lookAt(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  const problems: string[] = [];
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    const at = `${name} ${viewport.width} ${colorScheme}`;
    problems.push(...(await auditPage(page)).map((problem) => `${at}: ${problem}`));
    await takePicture(page, at);
  }
  expect.soft(problems).toEqual([]);
}
