import { expect, test } from 'vitest';
import { mailTo, PASSWORD, signIn } from './people.ts';
import { OWNER, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

const INVITED = 'newcomer@example.com';

test('an invited person joins by the link of a mail, once', async () => {
  const { baseUrl } = stage.server;
  const owner = await stage.browser.newPerson();
  owner.expectAnswer(401);
  await owner.page.goto(`${baseUrl}/sign-in`);
  await signIn(owner.page, OWNER.email);
  await owner.page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  const invited = await owner.page.evaluate(async (email) => {
    const answer = await fetch('/api/v1/organization/members', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ members: [{ email }] }),
    });
    return answer.json();
  }, INVITED);
  expect(invited).toEqual([{ [INVITED]: { result: true, message: null } }]);

  const { link } = await mailTo(stage.mails, INVITED, /invites you to/);
  const { page, expectAnswer } = await stage.browser.newPerson();
  expectAnswer(401);
  await page.goto(link);
  await page.getByText(`invites ${INVITED}`, { exact: false }).waitFor();
  await page.getByLabel('Your name').fill('New Comer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();

  const again = await stage.browser.newPerson();
  for (const status of [401, 404]) again.expectAnswer(status);
  await again.page.goto(link);
  await again.page.getByText('This invitation is used or too old', { exact: false }).waitFor();
});
