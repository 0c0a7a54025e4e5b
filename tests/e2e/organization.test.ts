import { SYSTEM_ROLES } from '@paraph/domain';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import { PHONE } from '../support/browser.ts';
import { keyboardOf } from './keyboard.ts';
import { createAccount, goWithin, joinByMail, mailTo, PASSWORD, signIn, signUp } from './people.ts';
import { OWNER, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

/** Of its own for each try of each test, so that none meets what another left. */
let names = 0;
const fresh = () => {
  names += 1;
  return names;
};

const area = () => `${stage.server.baseUrl}/account/organization`;
const rowOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function invite(email: string): Promise<void> {
  await stage.account.call('/api/v1/organization/members', { members: [{ email }] });
}

describe('members', () => {
  test('are invited several at once, told what came of each, and given a place to work', async () => {
    const bea = { name: `Bea ${fresh()}`, email: `bea${names}@example.com` };
    const { page } = await stage.owner();
    await page.goto(`${stage.server.baseUrl}/account`);
    await page.getByRole('link', { name: 'Organization' }).click();
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email addresses').fill(`Bea <${bea.email}>, ${OWNER.email}\nnobody`);
    await dialog.getByLabel('Role there').selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Send the invitations' }).click();
    await dialog.getByText('1 invitation is on its way').waitFor();
    await dialog.getByText('2 addresses were not invited').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^grace@mill\.example · not invited\s+There is a member/),
      expect.stringMatching(/^nobody · not invited\s+This is not an email address/),
      `${bea.email} · invited`,
    ]);
    await dialog.getByRole('button', { name: 'Correct these' }).click();
    expect(await dialog.getByLabel('Email addresses').inputValue()).toBe(`${OWNER.email}\nnobody`);
    await page.keyboard.press('Escape');
    await rowOf(page, bea.email).getByText('Invited', { exact: true }).waitFor();

    const guest = await stage.browser.newPerson();
    guest.expectAnswer(401);
    const { link } = await mailTo(stage.mails, bea.email, /invites you to/);
    await guest.page.goto(link);
    await guest.page.getByText(`invites ${bea.email}`, { exact: false }).waitFor();
    await guest.page.getByLabel('Your name').fill(bea.name);
    await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await heading(guest.page, 'Documents').waitFor();
    // The invitation gave her the workspace: documents of others are there to be seen.
    await guest.page.getByText('Documents of this workspace will be listed here').waitFor();
    expect(await guest.page.getByRole('link', { name: 'Send a document' }).count()).toBe(0);
    await goWithin(guest.page, area());
    await rowOf(guest.page, bea.email).getByText('(you)').waitFor();
    expect(await guest.page.getByRole('button', { name: 'Invite people' }).count()).toBe(0);
    expect(await guest.page.getByRole('button', { name: 'Remove Grace Miller' }).count()).toBe(0);

    await page.reload();
    const row = rowOf(page, bea.email);
    await row.getByText('Member since').waitFor();
    expect(await row.getByText('Invited', { exact: true }).count()).toBe(0);

    guest.expectAnswer(404);
    await guest.context.clearCookies();
    await guest.page.goto(link);
    await guest.page.getByText('This invitation is used or too old', { exact: false }).waitFor();
  });

  test('without a workspace see that, open one, rename it, and close another, on a phone', async () => {
    const finn = { name: `Finn ${fresh()}`, email: `finn${names}@example.com` };
    await invite(finn.email);
    const { page } = await stage.signedIn(await joinByMail(stage, finn), { viewport: PHONE });
    await page.goto(`${stage.server.baseUrl}/documents`);
    await page.getByText('You work in no workspace yet').waitFor();
    for (const path of ['/documents/new', '/templates/new']) {
      await goWithin(page, stage.server.baseUrl + path);
      await page.getByText('You work in no workspace yet').waitFor();
    }
    await page.getByRole('link', { name: 'Go to the workspaces' }).click();
    await page.getByText('Workspaces you work in will be listed here').waitFor();
    const dialog = page.getByRole('dialog');
    const open = async (name: string) => {
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Open it' }).click();
      await heading(page, name).waitFor();
    };
    await page.getByRole('button', { name: 'New workspace' }).click();
    await dialog.getByRole('button', { name: 'Open it' }).click();
    await dialog.getByText('Give the workspace a name of at least two characters.').waitFor();
    await open(finn.name);
    // It is the only one there is for them: closing it would leave nowhere to go.
    await page.getByText('It is the only one in which you may send documents').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill(`${finn.name} and rents`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Between the mill and its tenants.');
    await page.keyboard.press('Tab');
    await page.getByText('Saved').waitFor();
    await page.locator('header').getByText('Between the mill').waitFor();
    await heading(page, `${finn.name} and rents`).waitFor();

    await goWithin(page, `${area()}/workspaces`);
    await page.getByRole('button', { name: 'New workspace' }).click();
    const second = `Of ${finn.name}`;
    await open(second);
    await page.getByRole('button', { name: 'Close this workspace' }).click();
    const act = dialog.getByRole('button', { name: 'Close it' });
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(second);
    await act.click();
    await page.getByText(`The workspace “${second}” is closed`).waitFor();
    await heading(page, 'Workspaces').waitFor();
    await expect.poll(() => page.getByRole('link', { name: second }).count()).toBe(0);
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByText('Documents you send will be listed here').waitFor();
    await page.getByRole('searchbox').waitFor({ state: 'detached' });
  });

  test('who signed up are told in the inbox to confirm their address, and do so by the mailed link', async () => {
    const hans = { name: `Hans ${fresh()}`, email: `hans${names}@example.com` };
    const { page, context, expectAnswer } = await stage.browser.newPerson({ viewport: PHONE });
    for (const status of [401, 404]) expectAnswer(status);
    const { baseUrl } = stage.server;
    await page.goto(`${baseUrl}/sign-up`);
    await createAccount(page, 'Hans & Co', hans);
    await heading(page, 'Documents').waitFor();
    await goWithin(page, `${baseUrl}/inbox`);
    await page.getByText(`A link was mailed to ${hans.email}`).waitFor();
    const notice = page.getByRole('status').filter({ hasText: 'Confirm your email address' });
    const { link: first } = await mailTo(stage.mails, hans.email, /Confirm your email address/);
    await notice.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText(`The link is on its way to ${hans.email}`).waitFor();
    const { links } = await stage.mails.waitFor(
      (each) => each.to.includes(hans.email) && each.links[0] !== first,
    );
    const [link = ''] = links;
    // As a browser that has no session yet.
    await context.clearCookies();
    await page.goto(link);
    await signIn(page, hans.email);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await heading(page, 'Your address is confirmed').waitFor();
    await page.goto(`${baseUrl}/inbox`);
    await page.getByText('Nothing waits for you').waitFor();
    expect(await notice.count()).toBe(0);
  });

  test('of several organizations choose which they look at, and see in each what is theirs to do', async () => {
    const gina = { name: `Gina ${fresh()}`, email: `gina${names}@example.com` };
    const cookie = await signUp(stage, { organizationName: 'Baker & Co', ...gina });
    const { page } = await stage.signedIn(cookie);
    await invite(gina.email);
    const { link } = await mailTo(stage.mails, gina.email, /invites you to/);
    await page.goto(link);
    await page.getByRole('button', { name: 'Join' }).click();
    await heading(page, 'Documents').waitFor();

    const { call } = stage.account;
    const [main] = (await call('/api/v1/workspaces')) as { id: number }[];
    const { items } = (await call(`/api/v1/organization/members?query=${gina.email}`)) as {
      items: { id: number }[];
    };
    const users = [{ memberId: items[0]?.id, roleId: SYSTEM_ROLES.editor.id }];
    await call(`/api/v1/workspaces/${main?.id}/users`, { users }, 'PUT');
    await page.reload();
    // Two workspaces of the same name: their organizations tell them apart.
    const groups = page.getByRole('complementary').locator('optgroup');
    await expect.poll(() => groups.count()).toBe(2);
    expect(await groups.evaluateAll((each) => each.map((group) => group.getAttribute('label')))).toEqual([
      'Baker & Co',
      'Mill & Sons',
    ]);

    await goWithin(page, area());
    await page.getByText('Who belongs to Baker & Co').waitFor();
    await page.getByRole('button', { name: 'Invite people' }).waitFor();
    await page.getByLabel('Organization', { exact: true }).selectOption('Mill & Sons');
    await rowOf(page, OWNER.email).waitFor();
    expect(await page.getByRole('button', { name: 'Invite people' }).count()).toBe(0);
    await goWithin(page, `${stage.server.baseUrl}/account/developers?tab=webhooks`);
    await page.getByText('Administrators look after webhooks').waitFor();
    await page.getByLabel('Organization', { exact: true }).selectOption('Baker & Co');
    await page.getByText('Webhooks will be listed here').waitFor();
    await goWithin(page, area());
    await page.getByLabel('Organization', { exact: true }).selectOption('Mill & Sons');
    await page.getByRole('button', { name: 'Leave Mill & Sons' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText('You have left Mill & Sons').waitFor();
    await heading(page, 'Account').waitFor();
    await page.getByRole('link', { name: 'Organization' }).click();
    await page.getByText('Who belongs to Baker & Co').waitFor();
    await expect.poll(() => page.getByLabel('Organization', { exact: true }).count()).toBe(0);
  });

  test('become administrators, of whom one stays, and are invited again or no more', async () => {
    const email = `carl${fresh()}@example.com`;
    await invite(email);
    const { page, expectAnswer } = await stage.owner();
    expectAnswer(400);
    await page.goto(area());
    const place = page.getByLabel(`What ${email} is in the organization`);
    await place.selectOption('Administrator');
    await page.getByText(`${email} is an administrator now`).waitFor();
    await place.selectOption('Member');
    await page.getByText(`${email} is no administrator any more`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`${email} is an administrator now`).waitFor();
    await page.reload();
    await expect.poll(() => place.inputValue()).toBe('true');

    const first = await mailTo(stage.mails, email, /invites you to/);
    stage.mails.forget(({ to }) => to.includes(email));
    const search = page.getByRole('searchbox', { name: 'Search addresses' });
    await search.fill(email);
    await page.getByText('1 member · 1 has not joined yet').waitFor();
    await page.getByRole('button', { name: 'Mail again' }).click();
    await page.getByText(`A new invitation goes to ${email}`).waitFor();
    const second = await mailTo(stage.mails, email, /invites you to/);
    expect(second.link).not.toBe(first.link);

    await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('No member found').waitFor();
    // What had the focus is gone: it stays at the list, and does not fall back to the page's top.
    await keyboardOf(page).expectFocus(page.getByRole('region', { name: 'Members' }));

    await search.fill(OWNER.email);
    await page.getByLabel('What Grace Miller is in the organization').selectOption('Member');
    const dialog = page.getByRole('dialog', { name: 'Stop being an administrator?' });
    await dialog.getByRole('button', { name: 'Stop being an administrator' }).click();
    await dialog.getByRole('alert').getByText('keeps at least one administrator').waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.reload();
    await expect
      .poll(() => page.getByLabel('What Grace Miller is in the organization').inputValue())
      .toBe('true');
  });
});

test('the picture of stamps is chosen by keyboard, shown, replaced and removed, and refused with words', async () => {
  const { page, expectAnswer } = await stage.owner({ viewport: PHONE });
  expectAnswer(400);
  const keys = keyboardOf(page);
  await page.goto(area());
  // The settings would fill a phone: they are behind a button.
  const stamps = page.getByRole('link', { name: 'Stamps' });
  expect(await stamps.isVisible()).toBe(false);
  await keys.pressOn(page.getByRole('button', { name: 'All settings of the organization' }), 'Enter');
  await keys.pressOn(stamps, 'Enter');
  await page.getByText('No picture yet: stamps show their text.').waitFor();
  const file = (buffer: Buffer, mimeType = 'image/png') => ({ name: 'stamp.png', mimeType, buffer });
  const first = page.getByLabel('Choose a picture');
  await keys.tabTo(first);
  await first.setInputFiles(file(Buffer.from('no picture'), 'text/plain'));
  await page.getByRole('alert').getByText('must be a PNG or JPEG file of at most 2').waitFor();
  await first.setInputFiles(file(pngPicture({ height: 2 })));
  await page.getByRole('alert').getByText('Must be a whole PNG or JPEG').waitFor();
  await first.setInputFiles(file(jpegPicture, 'image/jpeg'));
  const shown = page.getByRole('img', { name: 'The picture of the stamps of Mill & Sons' });
  const sizeOf = () => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(sizeOf).toEqual([24, 16]);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByLabel('Choose another picture').setInputFiles(file(pngPicture()));
  await expect.poll(sizeOf).toEqual([1, 1]);
  await page.reload();
  await expect.poll(sizeOf).toEqual([1, 1]);
  await keys.pressOn(page.getByRole('button', { name: 'Remove the picture' }), 'Enter');
  await page.getByText('No picture yet').waitFor();
  await keys.expectFocus(page.getByLabel('Choose a picture'));
});

test('roles are made from another by keyboard, given, changed, and deleted once no member has them; one owner stays', async () => {
  const clerk = `Clerk ${fresh()}`;
  const { page, expectAnswer } = await stage.owner();
  expectAnswer(400);
  const keys = keyboardOf(page);
  await page.goto(`${area()}/roles`);
  await keys.pressOn(page.getByRole('button', { name: 'New role' }), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await keys.expectFocus(dialog.getByLabel('Name', { exact: true }));
  await page.keyboard.type(clerk);
  await keys.tabTo(dialog.getByLabel('Begin with what another role permits'));
  await page.keyboard.type('Viewer');
  await keys.pressOn(dialog.getByRole('checkbox', { name: 'Delete their own documents' }), 'Space');
  await keys.pressOn(dialog.getByRole('checkbox', { name: 'Send documents' }), 'Space');
  await keys.pressOn(dialog.getByRole('button', { name: 'Make the role' }), 'Enter');
  await page.getByText(`The role “${clerk}” is made`).waitFor();
  const row = rowOf(page, clerk);
  await row.getByText('What it permits').click();
  for (const words of ['Send documents', 'Delete their own documents', 'See others’ documents'])
    await row.getByText(words, { exact: true }).waitFor();
  expect(await row.getByText('Send from a template').count()).toBe(0);

  const email = `emil${names}@example.com`;
  await invite(email);
  await goWithin(page, `${area()}/workspaces`);
  await page.getByRole('link', { name: 'Main' }).click();
  await page.getByRole('button', { name: 'Add people' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByRole('checkbox', { name: email }).check();
  await adding.getByLabel('Role', { exact: true }).selectOption(clerk);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 person is added').waitFor();
  const given = page.getByLabel(`Role of ${email}`);
  await given.selectOption('Viewer');
  await page.getByText(`${email} is Viewer now`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${email} is ${clerk} now`).waitFor();
  await expect
    .poll(() => given.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label))
    .toBe(clerk);

  await goWithin(page, `${area()}/roles`);
  await row.getByRole('button', { name: 'Edit' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^All of these: Tags/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('The role is changed for all members who have it').waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  const asking = page.getByRole('dialog', { name: `Delete the role “${clerk}”?` });
  await asking.getByRole('button', { name: 'Delete' }).click();
  await asking.getByRole('alert').getByText('One workspace user has this role').waitFor();
  await asking.getByRole('button', { name: 'Keep it' }).click();

  await goWithin(page, `${area()}/workspaces`);
  await page.getByRole('link', { name: 'Main' }).click();
  await page.getByRole('button', { name: `Take ${email} out` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take out', exact: true }).click();
  await page.getByText(`${email} is taken out`).waitFor();
  // A workspace keeps one owner, whose role stays when they give it up.
  const role = page.getByLabel(`Role of ${OWNER.name}`);
  await role.selectOption('Viewer');
  await page.getByRole('alert').getByText('A workspace keeps at least one owner').waitFor();
  expect(await role.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)).toBe('Owner');
  await page.getByRole('button', { name: 'Leave Main' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave “Main”?' });
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await leaving.getByRole('alert').getByText('A workspace keeps at least one owner').waitFor();
  await page.keyboard.press('Escape');
  await goWithin(page, `${area()}/roles`);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(`The role “${clerk}” is deleted`).waitFor();
  await expect.poll(() => row.count()).toBe(0);
});
