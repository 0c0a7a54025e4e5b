import { expect, test } from 'vitest';
import { signByLink } from '../support/http-life.ts';
import { forThisFile } from '../support/scratch.ts';
import { openWebdavServer } from '../support/webdav-server.ts';
import { keyboardOf } from './keyboard.ts';
import { lookAt } from './looks.ts';
import { ADA, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const dav = await forThisFile(openWebdavServer());

test('a workspace gets a destination, and the page of a document says when its files are there', async () => {
  const { page } = await stage.owner();
  const [workspace] = (await stage.account.call('/api/v1/workspaces')) as { id: number }[];
  await page.goto(`${stage.server.baseUrl}/account/organization/workspaces/${workspace?.id}`);
  const copies = page.getByRole('region', { name: 'Copies of signed files' });
  await copies.getByLabel('Address').fill(dav.form.url);
  await copies.getByLabel('User').fill(dav.form.user);
  await copies.getByLabel('Password').fill(dav.form.secret);
  const keyboard = keyboardOf(page);
  await keyboard.pressOn(copies.getByRole('checkbox', { name: 'The record as JSON' }), 'Space');
  await keyboard.pressOn(copies.getByRole('button', { name: 'Save' }), 'Enter');
  await copies.getByText('Empty: it stays as it is.').waitFor();
  await keyboard.pressOn(copies.getByRole('button', { name: 'Try it' }), 'Enter');
  await copies.getByText('Files can be written there.').waitFor();
  await lookAt(page, 'destination');
  dav.state.fault = ({ method }) => (method === 'PUT' ? 507 : null);
  await stage.send('Lease to be copied', { steps: [{ type: 'sign', recipients: [ADA] }] });
  await signByLink(stage.server.baseUrl, await stage.linkFor(ADA, 'Lease to be copied'));
  await page.goto(`${stage.server.baseUrl}/documents`);
  await page.getByRole('link', { name: 'Lease to be copied' }).click();
  const transfer = page.getByRole('region', { name: 'Copies of signed files' });
  await transfer.getByText('Waits: the server answered 507.').waitFor();
  await lookAt(page, 'transfer-waits');
  dav.state.fault = () => null;
  await keyboard.pressOn(transfer.getByRole('button', { name: 'Try again' }), 'Enter');
  await transfer.getByText(/^Written to/).waitFor();
  expect([...dav.files.keys()].some((path) => path.endsWith('evidence.json'))).toBe(true);
});
