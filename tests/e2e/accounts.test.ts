import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signByLink } from '../support/http-life.ts';
import { fillNewDocument } from './drafts.ts';
import { look } from './languages.ts';
import { lookAt } from './looks.ts';
import { mailTo, PASSWORD, setUp, signIn } from './people.ts';
import { ADA, newServerForThisFile, OWNER, type Stage, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const { server, browser } = await newServerForThisFile();

const NEW_PASSWORD = 'another horse, another battery';

test('an account is left by signing out, entered where one was going, and gets a new password by a link that works once', async () => {
  const { baseUrl } = stage.server;
  const { page, context, expectAnswer } = await stage.browser.newPerson();
  for (const status of [400, 401, 404]) expectAnswer(status);
  await page.goto(`${baseUrl}/account`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await signIn(page, OWNER.email, 'not the password');
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(OWNER.email);
  await signIn(page, OWNER.email, PASSWORD);
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect((await context.cookies()).every(({ httpOnly, sameSite }) => httpOnly && sameSite !== 'None')).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goBack();
  await page.goto(`${baseUrl}/documents`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Both pages ask for an address; what is typed into the one that leaves goes with it.
  await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`If ${OWNER.email} has an account`, { exact: false }).waitFor();
  const { link } = await mailTo(stage.mails, OWNER.email, /^Choose a new password$/);
  await page.goto(link);
  const key = { name: 'Night import', scopes: ['profile:read'] };
  await stage.account.call('/api/v1/api-keys', key);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor();
  await endAccess(page, stage);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, OWNER.email, PASSWORD);
  await page.getByRole('alert').first().waitFor();
  await signIn(page, OWNER.email, NEW_PASSWORD);
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();

  await page.goto(link);
  await page.getByLabel('New password').fill(`${NEW_PASSWORD} twice`);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('alert').first().waitFor();
});

/** Apps and keys outlive the reset until they are ended, here by the keyboard alone. */
async function endAccess(page: Page, { app }: Stage): Promise<void> {
  await page.locator(':focus').getByText('You can sign in with it now.').waitFor();
  const apps = page.getByRole('group', { name: 'Apps you allowed' });
  const keys = page.getByRole('group', { name: 'API keys that act as you' });
  await apps.getByRole('checkbox', { name: 'Rent roll' }).waitFor();
  await keys.getByText('not used yet').waitFor();
  await lookAt(page, 'access-review');
  await page.getByRole('button', { name: 'End the chosen ones' }).press('Enter');
  await page.getByRole('alert').getByText('Choose at least one').waitFor();
  await keys.getByRole('checkbox', { name: 'Night import' }).press('Space');
  await page.getByRole('button', { name: 'End the chosen ones' }).press('Enter');
  await page.locator(':focus').getByText('Ended: Night import').waitFor();
  expect(await keys.count()).toBe(0);
  expect((await app.call('/api/v1/profile')).status).toBe(200);
  await page.getByRole('button', { name: 'End all' }).press('Enter');
  await page.locator(':focus').getByText('No app and no API key can act in your name.').waitFor();
  expect((await app.call('/api/v1/profile')).status).toBe(401);
}

test('an instance without a mail server says so, keeps the mails for its owner, and names the command that prints a link', async () => {
  expect(server.lines.map(({ message }) => message).join('\n')).toContain(`${server.baseUrl}/mailbox`);
  const { page, context, expectAnswer } = await browser.newPerson();
  await setUp(page, server.setUpLink, OWNER);
  await sendToAda(page);
  const rail = page.getByRole('navigation', { name: 'Main' });
  for (const [name, heading] of [
    ['Settings', 'Members'],
    ['Verify a document', 'Verify a document'],
    ['Docs', 'Quick start'],
  ] as const) {
    await rail.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (name !== 'Settings') await page.goBack();
    else expect(await rail.locator('[aria-current=page]').allInnerTexts()).toEqual(['Settings']);
  }
  await page.getByRole('link', { name: 'Mailbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mailbox' }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search people and subjects' });
  await search.fill('nobody');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('link', { name: 'Show all mails' }).click();
  await page.getByText('Nothing found').waitFor({ state: 'hidden' });
  expect(await search.inputValue()).toBe('');
  await look(page, 'mailbox');
  await page.getByRole('link', { name: `${OWNER.name} asks you to sign Kept lease` }).click();
  await page.getByText(`To ${ADA.email}`).waitFor();
  await page.getByText('kept-lease.pdf', { exact: false }).first().waitFor();
  await page.getByRole('tab', { name: 'Text' }).waitFor();
  await look(page, 'mailbox-message');
  // The link of the mail works from here.
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Open and sign' });
  const opened = context.waitForEvent('page');
  await link.click();
  const tab = await opened;
  await tab.getByRole('button', { name: 'Start' }).waitFor();
  await tab.close();
  await signByLink(server.baseUrl, (await link.getAttribute('href')) ?? '');
  await page.getByRole('link', { name: 'Mailbox' }).first().click();
  await page.getByRole('link', { name: 'Kept lease is signed by everyone' }).first().waitFor();
  await context.clearCookies();
  expectAnswer(401);
  await expectCommand(page);
  await page.goto(`${server.baseUrl}/sign-up`);
  await page.getByRole('heading', { level: 1, name: 'Accounts are by invitation here' }).waitFor();
  await look(page, 'sign-up-closed');
});

/** An operator prints the link that no mail can bring; the same is said of any address. */
async function expectCommand(page: Page): Promise<void> {
  for (const email of [OWNER.email, 'nobody@example.com']) {
    await page.goto(`${server.baseUrl}/password-reset`);
    await page.getByText('paraph reset-password --email EMAIL').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`If ${email} has an account`, { exact: false }).waitFor();
    await page.getByText('paraph reset-password --email EMAIL').waitFor();
  }
}

async function sendToAda(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Send your first document' }).click();
  await fillNewDocument(page, 'Kept lease', 'kept-lease.pdf');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Kept lease' }).waitFor();
}
