import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signByLink } from '../support/http-life.ts';
import { openHttpServer } from '../support/http-server.ts';
import { forThisFile, forThisTest } from '../support/scratch.ts';
import { openWebdavServer } from '../support/webdav-server.ts';
import { keyboardOf } from './keyboard.ts';
import { lookAt } from './looks.ts';
import { goWithin, mailTo } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const dav = await forThisFile(openWebdavServer());
const area = `${stage.server.baseUrl}/account/organization`;

test('an owner has files copied elsewhere, and reads what is wrong there and with the instance', async () => {
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
  await expect.poll(() => stage.query('select status from transfers')).toEqual([{ status: 507 }]);
  await stage.openDocument(page, 'Lease to be copied');
  const transfer = page.getByRole('region', { name: 'Copies of signed files' });
  await transfer.getByText('Waits: the server answered 507.').waitFor();
  await lookAt(page, 'transfer-waits');
  // It tries again by itself in an hour, and not in the moment of the press.
  const later =
    "update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key like $1";
  await stage.query(later, ['transfer-files:%']);
  dav.state.fault = () => null;
  await keyboard.pressOn(transfer.getByRole('button', { name: 'Try again' }), 'Enter');
  await transfer.getByText(/^Written to/).waitFor();
  expect([...dav.files.keys()].some((path) => path.endsWith('evidence.json'))).toBe(true);
  await examine(page);
});

test('an organization shows itself as its own once that is published, to signers and to who is kept informed, and sends its record to a collector', async () => {
  const { page } = await stage.owner();
  const title = 'Lease in our own face';
  await page.goto(`${area}/appearance`);
  await page.getByText('Nothing is published').waitFor();
  const accent = page.getByLabel('Accent colour');
  await accent.fill('#ffd54a');
  await page.getByText('This colour is too pale to read').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  expect(await page.getByText('Draft saved').count()).toBe(0);
  const nearest = page.getByRole('button', { name: /^Use #/ });
  const colour = (await nearest.textContent())?.replace('Use ', '') ?? '';
  await nearest.click();
  expect(await accent.inputValue()).toBe(colour);
  await page.getByLabel('Footer of mails').fill('Mill & Sons, Dorset Street');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40"/></svg>';
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await page.locator('input[type=file]').setInputFiles(logo);
  await page.getByRole('img', { name: 'Logo of Mill & Sons' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  const mail = page.frameLocator('iframe[title="Invitation by mail"]');
  await mail.getByText('Mill & Sons, Dorset Street').waitFor();
  // Nobody sees a draft.
  await stage.send(title);
  const followed = await keepInformed(page, title);
  const { page: theirs } = await stage.browser.newPerson();
  const shownAs = () =>
    theirs.evaluate(() => document.documentElement.style.getPropertyValue('--brand-light-accent'));
  await theirs.goto(await stage.linkFor(ADA, title));
  await theirs.getByRole('heading', { level: 1 }).waitFor();
  expect(await shownAs()).toBe('');
  await goWithin(page, `${area}/appearance`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published: people see what is below.').waitFor();
  await lookAt(page, 'appearance-published');
  for (const [name, link] of [
    ['branded-cover', await stage.linkFor(ADA, title)],
    ['branded-follow', followed],
  ] as const) {
    await theirs.goto(link);
    await theirs.locator('img.brand-logo').waitFor();
    expect(await shownAs()).toBe(colour);
    await lookAt(theirs, name);
  }
  await stopMails(theirs);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Nothing is published').waitFor();
  await stage.openDocument(page, title);
  await page.getByText('Opened', { exact: false }).first().waitFor();
  await sendRecord(page);
});

/** By the keyboard alone; answers the link in the mail of who is kept informed. */
async function keepInformed(page: Page, title: string): Promise<string> {
  const keyboard = keyboardOf(page);
  await stage.openDocument(page, title);
  await page.getByText('Nobody is kept informed.').waitFor();
  await keyboard.pressOn(page.getByRole('button', { name: 'Keep someone informed' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Keep someone informed' }), 'Enter');
  await keyboard.expectFocus(dialog.getByLabel('Name'));
  await page.keyboard.type('Mary Somerville');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await dialog.getByText('Enter this person’s email address.').waitFor();
  await page.keyboard.type('mary@example.com');
  await lookAt(page, 'document-followers-change');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await page.getByText('Not opened yet').waitFor();
  await lookAt(page, 'document-followers');
  const subject = new RegExp(`^For your information.*${title}$`);
  const { links } = await mailTo(stage.mails, 'mary@example.com', subject);
  return links.find((link) => link.includes('/follow/')) ?? '';
}

/** Who is kept informed ends their mails, and gets them again. */
async function stopMails(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Not everyone has acted yet' }).waitFor();
  await keyboardOf(page).pressOn(page.getByRole('button', { name: 'Stop these mails' }), 'Enter');
  await page.getByText('You get no more mails about this document').waitFor();
  await lookAt(page, 'follow-stopped');
  await page.getByRole('button', { name: 'Get them again' }).click();
  await page.getByText('You get mails at mary@example.com').waitFor();
}

/** The owner reads what is wrong and its remedy, does that, and has it examined again. */
async function examine(page: Page): Promise<void> {
  const keys = join(stage.server.dataDir, 'keys');
  const path = join(keys, readdirSync(keys)[0] ?? '');
  chmodSync(path, 0o644);
  await goWithin(page, `${stage.server.baseUrl}/account/health`);
  await page.getByRole('button', { name: 'Check now' }).click();
  const first = page.getByRole('main').getByRole('listitem').filter({ hasText: path }).first();
  await first.getByText(`chmod 600 '${path}'`).waitFor();
  expect(await first.getByText('failed', { exact: true }).count()).toBe(1);
  await lookAt(page, 'health-failed');
  chmodSync(path, 0o600);
  await page.getByRole('button', { name: 'Check now' }).click();
  await first.waitFor({ state: 'detached' });
  await page.getByText('Last checked:').waitFor();
}

/** To a collector, whose secret is shown once; the page says where the record is. */
async function sendRecord(page: Page): Promise<void> {
  const collector = await forThisTest(openHttpServer((_call, response) => response.writeHead(503).end()));
  const keyboard = keyboardOf(page);
  await goWithin(page, `${area}/record`);
  await keyboard.pressOn(page.getByText('Send the record elsewhere'), 'Enter');
  const section = page.locator('details').filter({ hasText: 'Send the record elsewhere' });
  await section.getByLabel('Address').fill(`${collector.origin}/log`);
  await keyboard.pressOn(section.getByRole('button', { name: 'Save' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(/^whsec_/)
    .or(dialog.locator('input[value^=whsec_]'))
    .first()
    .waitFor();
  await dialog.getByRole('button').last().click();
  await section.getByText(/waits? to be sent/).waitFor();
  await section.getByText('The collector answered 503.').waitFor();
  await lookAt(page, 'record-collector');
  await keyboard.pressOn(section.getByRole('button', { name: 'Remove' }), 'Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The record is no longer sent').waitFor();
}
