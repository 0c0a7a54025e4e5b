import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { auditPage, settle } from './audit.ts';
import { keyboardOf } from './keyboard.ts';
import { downloadBy, PASSWORD, signIn, signUp } from './people.ts';
import { stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

async function expectSound(page: Page): Promise<void> {
  await settle(page);
  expect(await auditPage(page)).toEqual([]);
}

/** A document that was canceled in 2019. */
async function canceledLongAgo(name: string): Promise<void> {
  const id = await stage.send(name);
  await stage.query(
    "update workflows set status = 'canceled', ended_at = '2019-03-05T10:00:00Z' where envelope_id = $1",
    [id],
  );
}

test('an administrator learns what a period erases before it is saved, keeps a person, and tries a run', async () => {
  await canceledLongAgo('Old lease');
  const { page, expectAnswer } = await stage.owner({ viewport: PHONE, colorScheme: 'dark' });
  expectAnswer(403);
  await page.goto(`${stage.server.baseUrl}/account/organization/retention`);
  await page.getByText('No legal hold').waitFor();
  await page.getByText('No run yet').waitFor();
  await expectSound(page);

  const all = page.getByRole('form', { name: 'All workspaces' });
  const months = all.getByLabel('Declined, canceled and expired ones, in months');
  await months.fill('many');
  await all.getByText('Must be a whole number up to 1200').waitFor();
  expect(await all.getByRole('button', { name: 'Save periods' }).isDisabled()).toBe(true);
  await months.fill('6');
  await months.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This will erase 1 document on the next run, of Tuesday, 5 March 2019.').waitFor();
  await expectSound(page);
  const keyboard = keyboardOf(page);
  await dialog.getByLabel('Mill & Sons').fill('Mill & Sons');
  // Without a second factor a session that is older than ten minutes shows the password again.
  await stage.query("update sessions set proven_at = now() - interval '11 minutes'");
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Show that it is you' });
  await again.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Periods saved').waitFor();

  await page.setViewportSize(DESKTOP);
  const inputs = await all.getByRole('textbox').all();
  const tops = async () => Promise.all(inputs.map(async (input) => (await input.boundingBox())?.y));
  await months.fill('many');
  await all.getByText('Must be a whole number up to 1200').waitFor();
  // An error moves no input.
  expect(new Set(await tops()).size).toBe(1);
  await months.fill('6');
  await page.getByRole('button', { name: 'Start a dry run' }).click();
  await page.getByText('1 document would be erased').waitFor();
  await page.getByRole('button', { name: 'Show 1 document' }).focus();
  await keyboard.press('Enter');
  await dialog.getByText('Would be erased').waitFor();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Place a hold' }).focus();
  await keyboard.press('Enter');
  await dialog.getByLabel('Email address of the person').fill('ada@example.com');
  await dialog.getByLabel('Reason').fill('Dispute about the rent.');
  await dialog.getByRole('button', { name: 'Place hold' }).click();
  await page.getByText('Everything of ada@example.com').waitFor();
  await page.getByRole('button', { name: 'Start a dry run' }).click();
  await page.getByText('0 documents would be erased · 1 kept by a hold').waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Lift' }).click();
  await dialog.getByRole('button', { name: 'Lift hold' }).click();
  await page.getByText('Lifted', { exact: true }).waitFor();

  await page.getByText('Declined, canceled and expired ones: 6 months (before: for ever)').waitFor();
  await page.getByRole('button', { name: 'Show 1 document' }).first().click();
  await dialog.getByRole('link', { name: 'Old lease' }).click();
  await page.getByText('it is erased on the next nightly run').waitFor();
  await page.getByRole('button', { name: 'Change period' }).focus();
  await keyboard.press('Enter');
  const own = dialog.getByLabel('Declined, canceled and expired ones, in months');
  await keyboard.expectFocus(own);
  await page.keyboard.type('1200');
  await keyboard.press('Enter');
  await dialog.getByText('It will be erased in the night after Sunday, 5 March 2119.').waitFor();
  await keyboard.press('Enter');
  await page.getByText('Erased after a period of its own.').waitFor();
  await page.getByRole('button', { name: 'Change period' }).focus();
  await keyboard.press('Enter');
  await own.fill('1');
  await keyboard.press('Enter');
  await dialog.getByText('“Old lease” will be erased on the next nightly run, for good.').waitFor();
  await expectSound(page);
  await dialog.getByLabel('Type “Old lease” to go on').fill('Old lease');
  await keyboard.press('Enter');
  await page.getByText('it is erased on the next nightly run').waitFor();
});

test('a person exports what is kept about them, and erases their account by keyboard', async () => {
  const { baseUrl } = stage.server;
  const vera = { name: 'Vera Visitor', email: 'vera@example.com', organizationName: 'Short Visit' };
  const { page, expectAnswer } = await stage.signedIn(await signUp(stage, vera), { viewport: PHONE });
  for (const status of [400, 401]) expectAnswer(status);
  await page.goto(`${baseUrl}/account`);
  const password = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Change password' }) });
  await password.getByLabel('Current password').fill('not the password');
  await password.getByLabel('New password').fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This is not your current password.').waitFor();
  // The field says it all.
  expect(await page.getByText('One parameter is not valid.').count()).toBe(0);
  const download = await downloadBy(page.getByRole('link', { name: 'Export my data' }));
  expect(download.suggestedFilename()).toMatch(/^paraph-data-\d{4}-\d\d-\d\d\.zip$/);
  const keyboard = keyboardOf(page);
  await page.getByRole('button', { name: 'Erase my account' }).focus();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('“Short Visit”, where no one else is a member').waitFor();
  await expectSound(page);
  const current = dialog.getByLabel('Current password');
  await current.fill('not the password');
  await current.press('Enter');
  await dialog.getByText('This is not your current password.').waitFor();
  await current.fill(PASSWORD);
  await current.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await signIn(page, vera.email);
  await page.getByRole('alert').first().waitFor();
});
