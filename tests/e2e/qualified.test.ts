import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { auditPage, settle } from './audit.ts';
import { openCheck } from './checked-pages.ts';
import { signatureFields, startSigning, typeSignature } from './people.ts';
import { ADA, openStage, type Stage } from './stage.ts';

const NAME = 'Lease by the book';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(({ task }) => stage.browser.sendAllHome(task.result?.state === 'fail'));
afterAll(() => stage?.close());

/** On a phone and on a desk; the page stays on the phone. */
async function look(page: Page, name: string): Promise<void> {
  const picturesDir = process.env.PARAPH_PICTURES_DIR;
  if (picturesDir) mkdirSync(picturesDir, { recursive: true });
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await settle(page);
    expect.soft(await auditPage(page), `${name} ${viewport.width}`).toEqual([]);
    const path = picturesDir && join(picturesDir, `${name} ${viewport.width}.png`);
    if (path) await page.screenshot({ path, fullPage: true });
  }
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a person signs at the sandbox provider, by its own pages', async () => {
  const id = await stage.send(NAME, { type: 'qualified' });
  const person = await stage.browser.newPerson({ viewport: PHONE });
  const { page } = person;
  await startSigning(page, await stage.linkFor(ADA, NAME));
  for (const field of await signatureFields(page).all()) {
    await field.click();
    await typeSignature(page);
  }
  await openCheck(page);
  await press(page, 'Finish');
  await heading(page, 'Sign with your provider');
  await look(page, 'provider');
  await press(page, 'Continue to Sandbox Trust Services');

  await heading(page, 'Sign in at the sandbox');
  await page.getByText('Sandbox, no legal effect').first().waitFor();
  await look(page, 'sandbox sign-in');
  await page.getByLabel('Your name').fill(ADA.name);
  await press(page, 'Continue');

  await heading(page, 'Sign with your provider');
  await page.getByRole('radio', { name: /Confirmed on the provider’s page/ }).waitFor();
  expect(
    await page
      .getByRole('radio', { name: /Revoked|Not qualified|is revoked/i })
      .first()
      .isDisabled(),
  ).toBe(true);
  await look(page, 'certificates');
  await press(page, 'Continue');

  await heading(page, 'Release your signing key');
  person.expectAnswer(400);
  await page.getByLabel('One-time password').fill('111111');
  await press(page, 'Release the key');
  await page.getByRole('alert').waitFor();
  await look(page, 'sandbox release');
  await page.getByLabel('One-time password').fill('654321');
  await press(page, 'Release the key');

  await heading(page, /^(You have signed|Everyone is done)$/);
  expect(await page.getByText(/on another device/).count()).toBe(0);
  const envelope = await stage.app.readEnvelope(id);
  expect(envelope.steps[0]?.actions[0]).toMatchObject({
    status: 'signed',
    transaction: { provider: 'Sandbox Trust Services' },
  });

  const { page: sender } = await stage.owner();
  await sender.goto(`${stage.server.baseUrl}/documents`);
  await sender.getByRole('link', { name: NAME }).click();
  await sender.getByText('Qualified signatures', { exact: true }).waitFor();
});
