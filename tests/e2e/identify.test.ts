import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signByLink } from '../support/http-life.ts';
import { openOpenidProvider } from '../support/openid-provider.ts';
import { forThisFile } from '../support/scratch.ts';
import { addAuthenticator, goToCheck, mailTo, pressLast, saveSignature, startSigning } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const provider = await forThisFile(openOpenidProvider(() => Math.floor(Date.now() / 1000)));
const stage = await stageForThisFile();

/** Sends a document at the level advanced, of which the signer shows who they are so. */
async function sendAdvanced(name: string, identification: 'identity-provider' | 'passkey'): Promise<string> {
  const id = await stage.send(name);
  await stage.query("update workflows set type = 'advanced' where envelope_id = $1", [id]);
  await stage.query(
    `update recipients set identification = $2
     where workflow_id = (select id from workflows where envelope_id = $1)`,
    [id, identification],
  );
  return stage.linkFor(ADA, name);
}

/** Up to the check, whose last press asks who signs. */
async function check(page: Page, link: string): Promise<void> {
  await startSigning(page, link);
  await saveSignature(page);
  await goToCheck(page);
  await page.getByRole('button', { name: 'Finish', disabled: false }).click();
}

test('a person signs with the passkey that they set up after a signing, removes it, and signs in at the identity provider', async () => {
  const { page } = await stage.browser.newPerson({ origins: [new URL(provider.issuer).origin] });
  await addAuthenticator(page);
  await stage.send('First lease');
  const link = await stage.linkFor(ADA, 'First lease');
  await signByLink(stage.server.baseUrl, link);
  await page.goto(link);
  await page.getByRole('button', { name: 'Set up a passkey' }).click();
  const { mail } = await mailTo(stage.mails, ADA.email, /^Your code to set up a passkey$/);
  await page.getByLabel('Code').fill(/Your code: (\d{6})/.exec(mail.text ?? '')?.[1] ?? '');
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await page.getByText('The passkey is set up').waitFor();

  await check(page, await sendAdvanced('Second lease', 'passkey'));
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  await dialog.getByRole('button', { name: 'Use the passkey' }).click();
  await page.getByRole('heading', { level: 1, name: /^(You have signed|Everyone is done)$/ }).waitFor();
  await page.getByText('Last used').waitFor();
  const rows = await stage.query("select detail from events where name = 'identification.proven'");
  expect(rows).toEqual([{ detail: expect.objectContaining({ method: 'passkey' }) }]);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Last used').waitFor({ state: 'hidden' });
  await signInOutside(page);
});

/** At the identity provider, as another person at first; after the return to the check it is finished there. */
async function signInOutside(page: Page): Promise<void> {
  await stage.account.call('/api/v1/organization/identity-provider', provider.form, 'PUT');
  provider.state.visitor = { email: 'eve@example.com' };
  await check(page, await sendAdvanced('Third lease', 'identity-provider'));
  const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
  const host = new URL(provider.issuer).host;
  await dialog.getByRole('button', { name: `Sign in at ${host}` }).click();
  await page.getByText('This sign-in does not count').waitFor();
  await page.getByText('as eve@example.com, but this document is for ada@example.com').waitFor();
  provider.state.visitor = { email: ADA.email };
  await page.getByRole('button', { name: 'Finish', disabled: false }).click();
  await dialog.getByRole('button', { name: `Sign in at ${host}` }).click();
  await page.getByText('You are signed in').waitFor();
  await pressLast(page);
}
