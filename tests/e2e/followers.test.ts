import { expect, test } from 'vitest';
import { keyboardOf } from './keyboard.ts';
import { lookAt } from './looks.ts';
import { stageForThisFile } from './stage.ts';

// Without a mail server, so that the mailbox has the mails.
const stage = await stageForThisFile({ SMTP_URL: '' });

/** The link in the copy that is kept. */
async function keptLink(title: string): Promise<string> {
  type Mailbox = { items: { id: number; subject: string }[] };
  const find = async () => {
    const { items } = (await stage.account.call('/api/v1/mailbox')) as Mailbox;
    return items.find(({ subject }) => subject.startsWith('For your information') && subject.endsWith(title));
  };
  await expect.poll(find).toBeDefined();
  const message = (await stage.account.call(`/api/v1/mailbox/${(await find())?.id}`)) as { text: string };
  return /https?:\/\/\S+\/follow\/[\w-]+/.exec(message.text)?.[0] ?? '';
}

test('who is kept informed: named, shown and told by the keyboard alone', async ({ task }) => {
  const title = `Followed lease ${task.result?.retryCount ?? 0}`;
  await stage.send(title);
  const { page } = await stage.owner();
  const keyboard = keyboardOf(page);
  await page.goto(`${stage.server.baseUrl}/documents/new`);
  await keyboard.pressOn(page.getByRole('button', { name: 'Keep someone informed' }), 'Enter');
  const row = page.getByRole('region', { name: 'Kept informed' }).getByRole('listitem').first();
  await keyboard.expectFocus(row.getByLabel('Name'));
  await lookAt(page, 'send-followers');
  await page.goto(`${stage.server.baseUrl}/documents`);
  await page.getByRole('link', { name: title }).click();
  await page.getByText('Nobody is kept informed.').waitFor();
  await keyboard.pressOn(page.getByRole('button', { name: 'Keep someone informed' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Keep someone informed' }), 'Enter');
  await page.keyboard.type('Mary Somerville');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await dialog.getByText('Enter this person’s email address.').waitFor();
  await page.keyboard.type('mary@example.com');
  await lookAt(page, 'document-followers-change');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await page.getByText('Not opened yet').waitFor();
  await lookAt(page, 'document-followers');
  const { page: theirs } = await stage.browser.newPerson();
  await theirs.goto(await keptLink(title));
  await theirs.getByRole('heading', { level: 1, name: 'Not everyone has acted yet' }).waitFor();
  await lookAt(theirs, 'follow');
  await keyboardOf(theirs).pressOn(theirs.getByRole('button', { name: 'Stop these mails' }), 'Enter');
  await theirs.getByText('You get no more mails about this document').waitFor();
  await lookAt(theirs, 'follow-stopped');
  await theirs.getByRole('button', { name: 'Get them again' }).click();
  await theirs.getByText('You get mails at mary@example.com').waitFor();
  await page.reload();
  await page.getByText('Opened', { exact: false }).first().waitFor();
});
