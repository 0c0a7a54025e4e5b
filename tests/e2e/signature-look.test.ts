import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { startSigning } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

async function drawStroke(page: Page, pad: Locator): Promise<void> {
  const box = await pad.boundingBox();
  if (box === null) throw new Error('The pad is not shown.');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.1, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.3, 0.2],
    [0.5, 0.8],
    [0.9, 0.4],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 8 });
  await page.mouse.up();
}

test('a drawn signature is the same after the phone was turned, and stands in the field as the document will show it', async () => {
  await stage.send('Turned lease', {});
  const { page } = await stage.browser.newPerson({ viewport: PHONE });
  await startSigning(page, await stage.linkFor(ADA, 'Turned lease'));
  await page.getByRole('button', { name: /^Signature, required/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await drawStroke(page, dialog.getByRole('img', { name: /Drawing area/ }));
  const preview = dialog.getByRole('img', { name: 'In the document' }).locator('image');
  const drawn = await preview.getAttribute('href');
  expect(drawn).toMatch(/^data:image\/png;base64,/);

  await page.setViewportSize({ width: 640, height: 360 });
  const pad = await dialog.getByRole('img', { name: /Drawing area/ }).boundingBox();
  const apply = await dialog.getByRole('button', { name: 'Apply' }).boundingBox();
  expect(pad?.height).toBeGreaterThan(150);
  expect((pad?.y ?? 0) + (pad?.height ?? 0)).toBeLessThanOrEqual(apply?.y ?? 0);
  expect((apply?.y ?? 0) + (apply?.height ?? 0)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 360, height: 640 });
  // The system's colours show every line: that below the chosen tab is of another colour than those of the others.
  await page.emulateMedia({ forcedColors: 'active' });
  const lines = await dialog
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
  expect(lines.map((line) => line === lines[0])).toEqual([true, false, false]);
  await page.emulateMedia({ forcedColors: 'none' });
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().includes('/marks/signature')),
    dialog.getByRole('button', { name: 'Apply' }).click(),
  ]);
  const { png } = request.postDataJSON() as { png: string };
  expect(`data:image/png;base64,${png}`).toBe(drawn);
  await dialog.waitFor({ state: 'hidden' });

  const look = page
    .getByRole('button', { name: /^Signature, required, filled/ })
    .locator('svg.signature-look');
  await look.getByText('Signed: time and code when you finish').waitFor({ state: 'attached' });
  const [box, picture] = await Promise.all([look.boundingBox(), look.locator('image').boundingBox()]);
  expect((picture?.height ?? 0) / (box?.height ?? 1)).toBeGreaterThanOrEqual(0.59);
  expect(await look.locator('text').first().textContent()).toBe(ADA.name);

  await look.click();
  const release = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await release.promise;
    await route.continue();
  });
  await dialog.getByRole('tab', { name: 'Type' }).click();
  await dialog.getByLabel('Your name').waitFor();
  const button = dialog.getByRole('button', { name: 'Apply' });
  const isThere = await preview.count();
  const placed = await button.boundingBox();
  release.resolve();
  await preview.waitFor({ state: 'attached' });
  // The picture waits for its font, and moves nothing when it comes.
  expect([isThere, await button.boundingBox()]).toEqual([0, placed]);
});
