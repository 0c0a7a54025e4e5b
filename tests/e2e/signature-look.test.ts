import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { NewSignatureImage } from '../../web/src/signing/signing-view.ts';
import { PHONE } from '../support/browser.ts';
import { keyboardOf } from './keyboard.ts';
import { takePicture } from './looks.ts';
import {
  finish,
  holdBack,
  type NewAccount,
  signatureFields,
  signIn,
  startSigning,
  typeSignature,
} from './people.ts';
import { ADA, BOB, OWNER, stageForThisFile } from './stage.ts';
import { boxOf } from './touch.ts';

const stage = await stageForThisFile();

async function drawStroke(page: Page, pad: Locator): Promise<void> {
  const box = await boxOf(pad);
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

const question = (page: Page) => page.getByRole('heading', { name: 'Keep this signature on this device?' });

test('a drawn signature outlasts the turn of a phone, stands in its field as in the document, and is not to be kept without storage', async () => {
  await stage.send('Turned lease', {});
  const { page } = await stage.browser.newPerson({ viewport: PHONE });
  // As in a private window.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
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
  const letThrough = await holdBack(page, '**/*.woff2');
  await dialog.getByRole('tab', { name: 'Type' }).click();
  await dialog.getByLabel('Your name').waitFor();
  const button = dialog.getByRole('button', { name: 'Apply' });
  const isThere = await preview.count();
  const placed = await button.boundingBox();
  letThrough();
  await preview.waitFor({ state: 'attached' });
  // The picture waits for its font, and moves nothing when it comes.
  expect([isThere, await button.boundingBox()]).toEqual([0, placed]);
  await button.click();
  const looked = page.waitForResponse(
    (answer) => answer.request().resourceType() === 'fetch' && /\/marks\/signature\?v=/.test(answer.url()),
  );
  await finish(page);
  await looked;
  expect(await question(page).count()).toBe(0);
});

async function signingOf(page: Page, person: NewAccount, name: string): Promise<Locator> {
  await stage.send(name, { steps: [{ type: 'sign', recipients: [person] }] });
  await startSigning(page, await stage.linkFor(person, name));
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/kept-marks'));
  await signatureFields(page).click();
  await asked;
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.getByRole('tab', { name: 'Draw' }).waitFor();
  return dialog;
}

/** What this browser has stored: a row for each person, whose key is a hash; `added` is that of one more. */
function storedIn(page: Page, added: string | null = null) {
  return page.evaluate(async (key) => {
    const opening = indexedDB.open('paraph.marks', 1);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const store = opening.result.transaction('people', 'readwrite').objectStore('people');
    if (key !== null) store.put('refused', key);
    const [keys, rows] = [store.getAllKeys(), store.getAll()];
    await new Promise((resolve) => {
      rows.onsuccess = resolve;
    });
    opening.result.close();
    return keys.result.map((each, index) => [String(each), rows.result[index]] as const);
  }, added);
}

test('a guest keeps the signature in the browser when asked, is offered it at the next signing, and forgets it', async () => {
  const { page } = await stage.browser.newPerson();
  const keys = keyboardOf(page);
  const button = (name: string) => page.getByRole('button', { name });
  const isKept = page.getByRole('heading', { name: 'Your signature is kept on this device' });
  const marks = () =>
    page.waitForRequest((each) => each.method() === 'PUT' && each.url().includes('/marks/'));
  await signingOf(page, ADA, 'First lease of Ada');
  const first = page.url();
  const sent = marks();
  await typeSignature(page);
  await finish(page);
  // Its title takes the focus once more when the document is sealed.
  await page.getByRole('heading', { level: 1, name: 'Everyone is done' }).waitFor();
  await question(page).waitFor();
  expect(await storedIn(page)).toEqual([]);
  await takePicture(page, 'device-asked');
  await keys.pressOn(button('Do not keep it'), 'Enter');
  await keys.expectFocus(page.getByRole('heading', { name: 'Your signature is not kept' }));
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await storedIn(page)).toEqual([[hash, 'refused']]);
  await keys.pressOn(button('Undo'), 'Enter');
  await keys.expectFocus(question(page));
  await keys.pressOn(button('Keep it here'), 'Enter');
  await keys.expectFocus(isKept);
  expect(await storedIn(page)).toEqual([[hash, expect.objectContaining({ signature: expect.anything() })]]);

  // The same browser: Bob is not offered what Ada keeps there.
  const foreign = await signingOf(page, BOB, 'Lease of Bob');
  expect(await foreign.getByText('Kept on this device').count()).toBe(0);

  const second = await signingOf(page, ADA, 'Second lease of Ada');
  await second.getByText('Kept on this device').waitFor();
  await takePicture(page, 'device-offered');
  await keys.pressOn(second.getByRole('button', { name: 'Forget it' }), 'Enter');
  await second.getByText('It is forgotten on this device.').waitFor();
  expect(await storedIn(page)).toEqual([]);
  await keys.expectFocus(second.getByRole('button', { name: 'Undo', exact: true }));
  await keys.press('Enter');
  const again = marks();
  await keys.pressOn(second.getByRole('button', { name: 'Use my signature' }), 'Enter');
  const { png: _, ...made } = (await sent).postDataJSON() as NewSignatureImage;
  expect((await again).postDataJSON()).toEqual({ ...made, png: expect.any(String) });
  await second.waitFor({ state: 'hidden' });

  await page.goto(first);
  await isKept.waitFor();
  expect(await storedIn(page, 'f'.repeat(64))).toHaveLength(2);
  await keys.pressOn(button('Others use this device'), 'Enter');
  await keys.expectFocus(page.getByRole('heading', { name: 'Nothing is kept on this device' }));
  expect(await storedIn(page)).toEqual([['shared', true]]);
  await leaveAccount(page);
});

/** Who signs out of an account in this browser leaves no signature of a guest behind, and it is others' as before. */
async function leaveAccount(page: Page): Promise<void> {
  expect(await storedIn(page, 'f'.repeat(64))).toHaveLength(2);
  await page.goto(`${stage.server.baseUrl}/sign-in?next=/account`);
  await signIn(page, OWNER.email);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  expect(await storedIn(page)).toEqual([['shared', true]]);
}
