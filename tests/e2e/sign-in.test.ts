import { SYSTEM_ROLES } from '@paraph/domain';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openCertifiedProvider } from '../support/certified-provider.ts';
import { openSamlProvider } from '../support/saml-provider.ts';
import { forThisFile } from '../support/scratch.ts';
import { codeAt } from '../support/totp-code.ts';
import { keyboardOf } from './keyboard.ts';
import { lookAt } from './looks.ts';
import { PASSWORD } from './people.ts';
import { OWNER, stageForThisFile } from './stage.ts';

const provider = await forThisFile(openCertifiedProvider());
const samlProvider = await forThisFile(openSamlProvider(() => Math.floor(Date.now() / 1000)));
const stage = await stageForThisFile();
const { baseUrl } = stage.server;
const { dns } = stage;
const origins = [provider, samlProvider].map(({ issuer }) => new URL(issuer).origin);

/** The role that the provider has given. */
async function roleOfAnn(): Promise<number> {
  const [member] = await stage.query<{ role_id: string }>(
    `select role_id from workspace_users join members on members.id = member_id
      where members.email = 'ann@mill.example'`,
  );
  return Number(member?.role_id);
}

/** A call of the page’s own session. */
function sendAs(page: Page, path: string, body: object): Promise<unknown> {
  const send = async ([url, json]: readonly [string, string]) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: json })).json();
  };
  return page.evaluate(send, [path, JSON.stringify(body)] as const);
}

test('an organization connects its provider, members arrive by it, and leave at both ends', async () => {
  const { page: owner, ...grace } = await stage.owner({ origins });
  // The record is not there at first.
  grace.expectAnswer(400);
  const keyboard = keyboardOf(owner);
  // Where the provider of signers was.
  await owner.goto(`${baseUrl}/account/organization/identity`);
  await owner.getByText('No connection yet').waitFor();
  expect(new URL(owner.url()).pathname).toBe('/account/organization/connections');
  await keyboard.pressOn(owner.getByRole('button', { name: 'Add a connection' }), 'Enter');
  const dialog = owner.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByLabel('Name', { exact: true }).fill('Mill Keys');
  await dialog.getByLabel('Issuer').fill(provider.issuer);
  await dialog.getByLabel('Client ID').fill(provider.client.clientId);
  await dialog.getByLabel('Client secret').fill(provider.client.clientSecret);
  await dialog.getByLabel('Domains of addresses').fill('mill.example');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Add a group' }), 'Enter');
  await dialog.getByLabel('Group', { exact: true }).fill('millers');
  expect(await dialog.getByLabel('Role', { exact: true }).inputValue()).toBe('editor');
  await dialog.getByRole('button', { name: 'Add a group' }).click();
  await dialog.getByLabel('Group', { exact: true }).last().fill('readers');
  await dialog.getByLabel('Role', { exact: true }).last().selectOption('viewer');
  await dialog.getByRole('checkbox', { name: /^Signing out also ends/ }).check();
  await dialog.getByRole('checkbox', { name: 'Signers show by it who signs' }).check();
  await lookAt(owner, 'connection-form');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await owner.getByRole('heading', { name: 'Mill Keys' }).waitFor();
  await owner.getByText('Signers show by it who signs').waitFor();
  const record = await owner.getByLabel('Value of the TXT record').inputValue();
  await keyboard.pressOn(owner.getByRole('button', { name: 'Check the record' }), 'Enter');
  await owner.getByText(/has no TXT record yet/).waitFor();
  dns.records.set('_paraph.mill.example', [record]);
  await keyboard.pressOn(owner.getByRole('button', { name: 'Check the record' }), 'Enter');
  await owner.getByText('mill.example is yours').waitFor();
  await keyboard.pressOn(owner.getByRole('button', { name: 'Try', exact: true }), 'Enter');
  await owner.getByText('People can sign in by it').waitFor();
  await owner.getByText('What to register at the provider').click();
  const shown = (label: string) => owner.getByLabel(label).inputValue();
  await provider.register({
    returnUrl: await shown('Address to register at the provider (redirect URI)'),
    signedOutUrl: await shown('Address after signing out (post-logout redirect URI)'),
    logoutUrl: await shown('Back-channel logout URI'),
  });

  // The provider gets a token, which is shown once; another one replaces it, and the first is ended.
  await keyboard.pressOn(owner.getByText('Provisioning', { exact: true }), 'Enter');
  await owner.getByText('No token yet: the provider cannot provision.').waitFor();
  const kept = owner.getByRole('dialog', { name: 'Token for “Mill Keys”' });
  const tokens = [];
  for (const name of ['Make a token', 'Replace the token']) {
    await keyboard.pressOn(owner.getByRole('button', { name }), 'Enter');
    tokens.push(await kept.getByLabel('Token', { exact: true }).inputValue());
    if (tokens.length === 2) await lookAt(owner, 'provisioning-token');
    await keyboard.pressOn(kept.getByRole('button', { name: 'I have copied it' }), 'Enter');
    await kept.waitFor({ state: 'detached' });
  }
  const ask = (token: string | undefined) =>
    fetch(`${baseUrl}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } });
  expect(await Promise.all(tokens.map(async (token) => (await ask(token)).status))).toEqual([200, 200]);
  await lookAt(owner, 'provisioning');
  await keyboard.pressOn(owner.getByRole('button', { name: 'End it now' }).last(), 'Enter');
  const ending = owner.getByRole('dialog', { name: /^End the token/ });
  await keyboard.pressOn(ending.getByRole('button', { name: 'End it now' }), 'Enter');
  await owner.getByText('The token has ended').waitFor();
  expect((await ask(tokens[0])).status).toBe(401);

  // First arrival: the address decides, and the group gives the role.
  const { page: ann, ...person } = await stage.browser.newPerson({ origins });
  for (const status of [401, 403]) person.expectAnswer(status);
  const annKeys = keyboardOf(ann);
  const askFor = async (address: string) => {
    await ann.getByLabel('Email').fill(address);
    await annKeys.pressOn(ann.getByRole('button', { name: 'Continue' }), 'Enter');
  };
  const goIn = async (address: string) => {
    await ann.goto(`${baseUrl}/sign-in`);
    await askFor(address);
  };
  const usePassword = async () => {
    await annKeys.pressOn(ann.getByRole('button', { name: 'Use a password instead' }), 'Enter');
    await ann.getByLabel('Password').fill(PASSWORD);
    await ann.getByRole('button', { name: 'Sign in' }).click();
  };
  const groups = (...names: string[]) => {
    provider.state.person = { email: 'ann@mill.example', name: 'Ann Miller', groups: names };
  };
  const enter = ann.getByRole('button', { name: 'Enter as ann@mill.example' });
  groups('bakers');
  await goIn('ann@mill.example');
  await ann.getByText('ann@mill.example signs in through Mill Keys.').waitFor();
  await lookAt(ann, 'sign-in-by-address');
  const go = ann.getByRole('link', { name: 'Continue with Mill Keys' });
  await annKeys.pressOn(go, 'Enter');
  await enter.click();
  await ann.getByText('Mill Keys gives you no access here. Ask an administrator.').waitFor();
  await lookAt(ann, 'sign-in-refused');
  // Who is signed in there is not asked again.
  groups('millers');
  await askFor('ann@mill.example');
  await go.click();
  await ann.waitForURL(/\/documents$/);
  expect(await roleOfAnn()).toBe(SYSTEM_ROLES.editor.id);
  // What ends there ends here, which the provider says itself; then another group gives another role.
  await ann.goto(provider.leaveUrl);
  await ann.getByRole('button', { name: 'Leave' }).click();
  await ann.getByText('You have left').waitFor();
  await ann.goto(`${baseUrl}/documents`);
  await ann.waitForURL(/\/sign-in/);
  groups('readers');
  await askFor('ann@mill.example');
  await go.click();
  await enter.click();
  await ann.waitForURL(/\/documents$/);
  expect(await roleOfAnn()).toBe(SYSTEM_ROLES.viewer.id);

  // Required from now on; who comes in by a password beside it has a second factor.
  const { secret } = (await sendAs(owner, '/api/v1/account/second-factor', {})) as { secret: string };
  await sendAs(owner, '/api/v1/account/second-factor/confirm', { code: codeAt(new Date(), secret, -1) });
  await owner.reload();
  await keyboard.pressOn(owner.getByRole('button', { name: 'Require it' }), 'Enter');
  const confirm = owner.getByRole('dialog', { name: /^Sign in by “Mill Keys” alone/ });
  await confirm.getByText(OWNER.email).waitFor();
  await keyboard.pressOn(confirm.getByRole('button', { name: 'Require it' }), 'Enter');
  await owner.getByText('Required', { exact: true }).waitFor();
  // Signed out at both ends; the password is none any more.
  await ann.goto(`${baseUrl}/account`);
  await annKeys.pressOn(ann.getByRole('button', { name: 'Sign out' }), 'Enter');
  await ann.getByRole('button', { name: 'Leave' }).click();
  await ann.waitForURL(/\/sign-in$/);
  await askFor('ann@mill.example');
  await usePassword();
  await ann.getByText('Your organization signs in through Mill Keys.').waitFor();

  // The provider is down, and the one administrator with a password comes in.
  await goIn(OWNER.email);
  await go.click();
  provider.state.isDown = true;
  await enter.click();
  await ann.getByText('Mill Keys does not answer').waitFor();
  await ann.getByText('Try again after').waitFor();
  await lookAt(ann, 'sign-in-down');
  await askFor(OWNER.email);
  await usePassword();
  await ann.getByLabel('Code', { exact: true }).fill(codeAt(new Date(), secret));
  await ann.keyboard.press('Enter');
  await ann.waitForURL(/\/documents$/);
  await keyboard.pressOn(owner.getByRole('button', { name: 'Remove' }), 'Enter');
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await owner.getByText('No connection yet').waitFor();

  // The same by SAML: the provider has to know our addresses, then we its metadata.
  await keyboard.pressOn(owner.getByRole('button', { name: 'Add a connection' }), 'Enter');
  await dialog.getByLabel('Name', { exact: true }).fill('Mill SAML');
  await dialog.getByLabel('Protocol').selectOption('SAML 2.0');
  await dialog.getByLabel('Address of its metadata').fill(`${samlProvider.issuer}/none`);
  await dialog.getByLabel('Domains of addresses').fill('mill.example');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Add a group' }), 'Enter');
  await dialog.getByLabel('Group', { exact: true }).fill('millers');
  await dialog.getByRole('checkbox', { name: /^Signing out also ends/ }).check();
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await dialog.getByText(/answered 404 for its metadata/).waitFor();
  await dialog.getByLabel('Address of its metadata').fill(samlProvider.metadataUrl);
  await dialog.getByText('Metadata as a file, or by hand').click();
  await lookAt(owner, 'connection-saml-form');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await owner.getByRole('heading', { name: 'Mill SAML' }).waitFor();
  await owner.getByText('What to register at the provider').click();
  expect(await owner.getByLabel('Assertion consumer service').inputValue()).toMatch(/\/saml\/\w+\/acs$/);
  dns.records.set('_paraph.mill.example', [await owner.getByLabel('Value of the TXT record').inputValue()]);
  await keyboard.pressOn(owner.getByRole('button', { name: 'Check the record' }), 'Enter');
  await owner.getByText('mill.example is yours').waitFor();
  await keyboard.pressOn(owner.getByRole('button', { name: 'Try', exact: true }), 'Enter');
  await owner.getByText('Its metadata was read just now.').waitFor();

  const goBySaml = ann.getByRole('link', { name: 'Continue with Mill SAML' });
  const enterBySaml = async (...names: string[]) => {
    samlProvider.state.visitor = { email: 'mia@mill.example', groups: names };
    await askFor('mia@mill.example');
    await annKeys.pressOn(goBySaml, 'Enter');
  };
  await person.context.clearCookies();
  await ann.goto(`${baseUrl}/sign-in`);
  await enterBySaml('millers');
  await ann.waitForURL(/\/documents$/);
  // What ends there ends here.
  const slo = await owner.getByLabel('Single logout service').inputValue();
  await ann.goto(samlProvider.logoutUrl(slo, { subject: 'sub-mia@mill.example' }));
  await ann.getByText('Signed out everywhere').waitFor();
  expect(samlProvider.state.loggedOut).toHaveLength(1);
  await ann.goto(`${baseUrl}/documents`);
  await ann.getByLabel('Email').waitFor();
  // Then the provider answers what does not count, and its certificate ends.
  samlProvider.state.tampering = { signs: 'nothing' };
  await enterBySaml('millers');
  await ann.getByText('Signing in through Mill SAML did not work. Try again.').waitFor();
  samlProvider.state.isDown = true;
  await stage.query('update saml_providers set certificates = $1', [[samlProvider.make(-1).certificate]]);
  await enterBySaml('millers');
  await ann.getByText(/^The certificate of Mill SAML has ended/).waitFor();
  await owner.reload();
  await owner.getByText(/^It is not signed/).waitFor();
  await owner.getByText(/answered 503 for its metadata/).waitFor();
  await lookAt(owner, 'connection-saml-ended');
});
