import { expect, test } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { makeTemplate } from './drafts.ts';
import { keyboardOf } from './keyboard.ts';
import { lookAt } from './looks.ts';
import { agreeAndStart, finish, mailTo, saveSignature } from './people.ts';
import { ADA, BOB, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

const codeFor = async (email: string, name: string) => {
  const { mail } = await mailTo(stage.mails, email, new RegExp(`^Your code for ${name}: \\d{6}$`));
  return /\d{6}$/.exec(mail.subject ?? '')?.[0] ?? '';
};

test('two people come by a link, one on a phone, and sign; nobody else is mailed before', async ({
  task,
}) => {
  const name = `Flats of the mill ${task.result?.retryCount ?? 0}`;
  stage.mails.forget(() => true);
  const { page } = await stage.owner();
  const keyboard = keyboardOf(page);
  // A template whose tenant comes, and a landlord after them.
  await page.goto(await makeTemplate(stage, { name, people: ['Tenant', 'Landlord'] }));
  const links = page.getByRole('region', { name: 'Public links' });
  await keyboard.pressOn(links.getByRole('button', { name: 'Make a public link' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Who comes takes the place Tenant.').waitFor();
  await lookAt(page, 'public-link-make');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Make a public link' }), 'Enter');
  await links.getByRole('heading', { level: 3, name }).waitFor();
  const url = await links.getByLabel(`Address of ${name}`).inputValue();
  await links.getByRole('button', { name: 'QR code' }).click();
  await dialog.getByRole('img', { name: `QR code of the link ${name}` }).waitFor();
  await page.keyboard.press('Escape');
  await lookAt(page, 'public-links');

  // By the keyboard alone; the landlord is named on the page.
  const one = await stage.browser.newPerson({ hasTouch: true });
  const keys = keyboardOf(one.page);
  await one.page.goto(url);
  await one.page.getByRole('heading', { level: 1, name }).waitFor();
  await one.page.locator('canvas').first().waitFor();
  await lookAt(one.page, 'public-form');
  await keys.pressOn(one.page.getByRole('button', { name: 'Send me a code' }), 'Enter');
  await one.page.getByText('Enter a name').first().waitFor();
  await keys.expectFocus(one.page.getByLabel('Your name'));
  const fields = [
    ['Your name', ADA.name],
    ['Your email address', ADA.email],
    ['Landlord: name', BOB.name],
    ['Landlord: email address', BOB.email],
  ] as const;
  for (const [label, text] of fields) await one.page.getByLabel(label).fill(text);
  await keys.pressOn(one.page.getByRole('button', { name: 'Send me a code' }), 'Enter');
  const code = await codeFor(ADA.email, name);
  await keys.expectFocus(one.page.getByLabel('Code', { exact: true }));
  one.expectAnswer(400);
  await one.page.keyboard.type(code === '000000' ? '000001' : '000000');
  await one.page.keyboard.press('Enter');
  await one.page.getByText('This code is not right').waitFor();
  await lookAt(one.page, 'public-form-code');
  await one.page.getByLabel('Code', { exact: true }).fill(code);
  await one.page.keyboard.press('Enter');
  await one.page.waitForURL(/\/signing\//);
  expect(stage.mails.messages.filter(({ to }) => to.includes(BOB.email))).toEqual([]);
  await agreeAndStart(one.page);
  await saveSignature(one.page);
  await finish(one.page);
  await mailTo(stage.mails, BOB.email, new RegExp(name));

  // On a phone, by touch.
  await one.context.clearCookies();
  await one.page.setViewportSize(PHONE);
  await one.page.goto(url);
  const cy = { name: 'Cy Weaver', email: 'cy@example.com' };
  await one.page.getByLabel('Your name').fill(cy.name);
  await one.page.getByLabel('Your email address').fill(cy.email);
  await one.page.getByLabel('Landlord: name').fill(BOB.name);
  await one.page.getByLabel('Landlord: email address').fill(BOB.email);
  await one.page.getByRole('button', { name: 'Send me a code' }).tap();
  await one.page.getByLabel('Code', { exact: true }).fill(await codeFor(cy.email, name));
  await one.page.getByRole('button', { name: 'Go on to signing' }).tap();
  await one.page.waitForURL(/\/signing\//);
  await one.page.getByRole('button', { name: 'Start' }).waitFor();

  await page.reload();
  await links.getByText('1 answer').waitFor();
  await links.getByRole('button', { name: 'Who came' }).click();
  await dialog.getByText(cy.email).waitFor();
  await lookAt(page, 'public-link-submissions');
  await page.keyboard.press('Escape');
  await links.getByRole('button', { name: 'End', exact: true }).click();
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The link has ended.').waitFor();
  await one.page.goto(url);
  await one.page.getByRole('heading', { level: 1, name: 'This page is switched off' }).waitFor();
  await lookAt(one.page, 'public-form-off');
});
