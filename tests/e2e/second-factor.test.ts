import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { codeAt } from '../support/totp-code.ts';
import { lookAt, takePicture } from './looks.ts';
import { addAuthenticator, downloadBy, goWithin, PASSWORD, signIn } from './people.ts';
import { OWNER, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

const codeOf = (secret: string, later = 0) => codeAt(new Date(), secret, later);

test('a person sets up an app and a passkey, signs in by each, and shows one again for an act', async () => {
  const { baseUrl } = stage.server;
  const { page, expectAnswer } = await stage.browser.newPerson();
  for (const status of [400, 401, 403]) expectAnswer(status);
  await page.goto(`${baseUrl}/sign-in?next=/account/security`);
  await signIn(page, OWNER.email, PASSWORD);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = await page.getByLabel('Secret').inputValue();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This code is wrong').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
  await takePicture(page, 'an app is set up');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('dialog', { name: 'Recovery codes' });
  const download = await downloadBy(shown.getByRole('button', { name: 'Download' }));
  const codes = (await readFile(await download.path(), 'utf8')).match(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/gm) ?? [];
  expect(codes).toHaveLength(10);
  expect(await shown.getByRole('listitem').allTextContents()).toEqual(codes);
  await takePicture(page, 'recovery codes');
  await shown.getByRole('button', { name: 'Done' }).click();
  await lookAt(page, 'security');

  const leave = async (next: string) => {
    await goWithin(page, `${baseUrl}/account`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: next }).waitFor();
  };
  await leave('Sign in');
  await signIn(page, OWNER.email, PASSWORD);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await lookAt(page, 'second step');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();

  await addAuthenticator(page);
  const grow = () => stage.query("update sessions set proven_at = now() - interval '11 minutes'");
  // The session is too old for it: a recovery code shows who it is.
  await grow();
  await goWithin(page, `${baseUrl}/account/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('button', { name: 'Add a passkey' }).click();
  const again = page.getByRole('dialog', { name: 'Show that it is you' });
  await again.getByLabel('Code of the app, or a recovery code').fill(codes[0] ?? '');
  await again.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The passkey is added.').waitFor();
  await page.getByText('9 codes are left.').waitFor();
  await page.getByText('This browser').waitFor();

  // Likewise on other pages, by the passkey and by the app.
  await grow();
  await goWithin(page, `${baseUrl}/account/organization/second-factor`);
  await page.getByRole('button', { name: 'Save' }).click();
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await again.waitFor({ state: 'detached' });
  await page.getByText('The policy is saved.').waitFor();
  await grow();
  await goWithin(page, `${baseUrl}/account/organization/retention`);
  const periods = page.getByRole('form', { name: 'All workspaces' });
  await periods.getByLabel('Signed documents, in years').fill('30');
  await page.keyboard.press('Enter');
  await again.getByLabel('Code of the app, or a recovery code').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByText('Periods saved').waitFor();

  // The browser fills the passkey in, as the authenticator of the test says yes by itself.
  await leave('Documents');
  expect(await stage.query("select method from sessions where method = 'passkey'")).toHaveLength(1);
});
