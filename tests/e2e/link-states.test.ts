import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signByLink } from '../support/http-life.ts';
import { fillNewDocument } from './drafts.ts';
import { lookAt, takePicture } from './looks.ts';
import { agreeAndStart, downloadBy, goToCheck, mailTo, namePerson, saveSignature } from './people.ts';
import { ADA, BOB, LEASE, OWNER, stageForThisFile } from './stage.ts';

const thrice = [
  { type: 'sign', recipients: [ADA] },
  { type: 'sign', recipients: [BOB] },
  { type: 'sign', recipients: [ADA] },
] as const;

const stage = await stageForThisFile();
let page: Page;

/** Opens the link in a fresh browser and reads what the page says. */
async function openFresh(link: string): Promise<void> {
  ({ page } = await stage.browser.newPerson());
  await page.goto(link);
}

function title(name: string) {
  return page.getByRole('heading', { level: 1, name });
}

interface Shown {
  id: number;
}

/** The sender's own record of everything that happened, but for the mail that may still be on its way. */
async function timelineOf(name: string): Promise<{ event: string }[]> {
  const [workspace] = (await stage.account.call('/api/v1/workspaces')) as Shown[];
  const base = `/api/v1/workspaces/${workspace?.id}/workflows`;
  const { items } = (await stage.account.call(`${base}?query=${encodeURIComponent(name)}`)) as {
    items: Shown[];
  };
  const events = await stage.account.call(`${base}/${items[0]?.id}/timeline`);
  return (events as { event: string }[]).filter(({ event }) => event !== 'mail.sent');
}

describe('a signing link', () => {
  test('loses its secret at the first visit, is opened by the first thing a person does, and by no other browser', async () => {
    await stage.send('Opened lease');
    const link = await stage.linkFor(ADA, 'Opened lease');
    const before = await timelineOf('Opened lease');
    await openFresh(link);
    await page.getByRole('button', { name: 'Start' }).waitFor();
    const token = link.split('/').pop() ?? '';
    // Neither address, history nor referrer has it.
    expect(page.url()).not.toContain(token);
    expect(await page.evaluate(() => document.referrer + document.cookie)).not.toContain(token);
    expect(await page.content()).not.toContain(token);

    // A browser that only runs the page, as those of mail filters do, opens nothing.
    expect(await timelineOf('Opened lease')).toEqual(before);
    const told = page.waitForResponse((response) => response.url().endsWith('/open'));
    await page.mouse.click(20, 300);
    expect((await told).status()).toBe(204);
    expect((await timelineOf('Opened lease')).at(-1)).toMatchObject({ event: 'link.opened' });

    // One that was never issued says the same as one of another browser.
    const words: string[] = [];
    const stranger = await stage.browser.newPerson();
    stranger.expectAnswer(404);
    for (const url of [page.url(), `${stage.server.baseUrl}/sign/${'A'.repeat(43)}`]) {
      await stranger.page.goto(url);
      await stranger.page.getByRole('heading', { name: 'Nothing to show here' }).waitFor();
      words.push(await stranger.page.locator('main').innerText());
    }
    expect(words[0]).toBe(words[1]);
  });

  test('says that nothing is left to do, as soon as another one has signed in the same place', async () => {
    const name = 'Consent of a guardian';
    const sender = (await stage.owner()).page;
    await sender.goto(`${stage.server.baseUrl}/documents/new`);
    await fillNewDocument(sender, name);
    await sender.getByRole('button', { name: 'Add a person' }).click();
    await namePerson(sender.getByRole('region', { name: 'People' }).getByRole('listitem').last(), BOB);
    await sender.getByLabel('Who must act in step 1').selectOption('One of them is enough');
    await lookAt(sender, 'send-choice');
    await sender.getByRole('button', { name: 'Add a step after' }).click();
    const last = sender.getByRole('region', { name: 'People' }).getByRole('listitem').last();
    await namePerson(last, { name: 'Cy Carter', email: 'cy@example.com' });
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    await sender.getByText('1 of 2 are enough').waitFor();

    await openFresh(await stage.linkFor(ADA, name));
    await page.getByText('You or Bob Miller: one is enough').waitFor();
    await lookAt(page, 'cover-choice');
    await agreeAndStart(page);
    await signByLink(stage.server.baseUrl, await stage.linkFor(BOB, name));
    await title('Nothing is left for you to do').waitFor();
    await page.getByText(/^Bob Miller has acted in this place, and that is enough\./).waitFor();
    await lookAt(page, 'released');
    await sender.getByText('Not needed', { exact: true }).waitFor();
  });

  test('says who is next, opens again where the same person signs a later step, and hands out each sealed document in the end', async () => {
    const id = await stage.send('Thrice lease', { steps: thrice, further: [['annex.pdf', LEASE]] });
    const link = await stage.linkFor(ADA, 'Thrice lease');
    await signByLink(stage.server.baseUrl, link);
    await openFresh(link);
    await title('You have signed').waitFor();
    await page.getByText(/^Next: Bob Miller\./).waitFor();
    expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0);
    await signByLink(stage.server.baseUrl, await stage.linkFor(BOB, 'Thrice lease'));
    await page.reload();
    await page.getByRole('button', { name: 'Start' }).waitFor();
    const { steps } = await stage.app.readEnvelope(id);
    expect(steps.map(({ status }) => status)).toEqual(['signed', 'signed', 'started']);
    await signByLink(stage.server.baseUrl, link);
    await mailTo(stage.mails, ADA.email, /^Thrice lease is signed by everyone/);
    await openFresh(link);
    await title('Everyone is done').waitFor();
    for (const name of ['thrice-lease (sealed).pdf', 'annex (sealed).pdf']) {
      const download = await downloadBy(page.getByRole('link', { name: `Download ${name}` }));
      expect(await download.failure()).toBeNull();
      expect(download.suggestedFilename()).toBe(name);
    }
    const certificate = await downloadBy(page.getByRole('link', { name: 'Download the certificate' }));
    expect(certificate.suggestedFilename()).toBe('Thrice lease (certificate).pdf');
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: width === 360 ? 640 : 800 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await takePicture(page, `end-page ${width}`);
    }
  });

  // A browser keeps about 160 cookies of a site, and forgets those that it used longest ago.
  test('whose cookie the browser forgot says so, goes on once the mail’s link was opened again, and says at Finish that the deadline has passed', async () => {
    const expiryDate = String(Math.floor(Date.now() / 1000) + 3_600);
    await stage.send('Late lease', { more: { expiryDate } });
    const link = await stage.linkFor(ADA, 'Late lease');
    const slow = await stage.browser.newPerson();
    for (const status of [404, 409]) slow.expectAnswer(status);
    await slow.page.goto(link);
    await expectCover(slow.page);
    await agreeAndStart(slow.page);
    await saveSignature(slow.page);
    await goToCheck(slow.page);
    const press = slow.page.getByRole('button', { name: 'Finish', disabled: false });
    await press.waitFor();
    await slow.context.clearCookies({ name: /paraph-sign-/ });
    await press.click();
    const help = /this browser has forgotten that you opened it\. Open it again from the newest email/;
    await slow.page.getByText(help).waitFor();
    const second = await slow.context.newPage();
    await second.goto(slow.page.url());
    await second.getByText(help).waitFor();
    await second.goto(link);
    await second.getByRole('button', { name: /Start|Continue/ }).waitFor();

    // The clock of a running server cannot be moved: the deadline is, and the job of every minute is enqueued.
    await stage.query(
      "update workflows set expires_at = expires_at - interval '2 hours' where name = 'Late lease'",
    );
    await press.click();
    await slow.page.getByRole('heading', { level: 1, name: 'The deadline has passed' }).waitFor();
    await slow.page.getByText('nothing can be signed after that').waitFor();
    expect(await slow.page.getByText(/^What you checked/).count()).toBe(0);
    await stage.query("select graphile_worker.add_job('expire-workflows', json_build_object('id', 0))");
    await mailTo(stage.mails, OWNER.email, /^The deadline of Late lease has passed/);
    await second.reload();
    await second.getByRole('heading', { level: 1, name: 'The deadline has passed' }).waitFor();
  });
});

test('deadlines are those that the instance allows, by day and hour, also under seven days; a link tells that the sender took the document back', async () => {
  await stage.send('Short lease');
  const { page: app } = await stage.owner();
  // Times are entered in the zone of the account, wherever the browser is.
  const setZone = (timeZone: string) =>
    stage.account.call('/api/v1/account/profile', { name: OWNER.name, timeZone }, 'PUT');
  await setZone('Asia/Kolkata');
  await app.goto(`${stage.server.baseUrl}/documents/new`);
  const offered = () => app.getByLabel('Deadline').locator('option').allTextContents();
  await expect
    .poll(async () => (await offered()).slice(0, 4))
    .toEqual(['in 24 hours', 'in 2 days', 'in 3 days', 'in 7 days']);
  await app.getByRole('link', { name: 'Documents' }).first().click();
  await app.getByRole('link', { name: 'Short lease' }).click();
  await app.getByRole('button', { name: 'Change the deadline' }).click();
  const dialog = app.getByRole('dialog', { name: 'Change the deadline' });
  const local = new Date(Date.now() + 3 * 3_600_000 + 5.5 * 3_600_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Day and hour').fill(local);
  await dialog.getByText('UTC+5:30 (in 3 hours)').waitFor();
  await dialog.getByText('Asia/Kolkata, UTC+5:30', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await app.getByText('(in 3 hours)').first().waitFor();
  await setZone('');

  const link = await stage.linkFor(ADA, 'Short lease');
  await app.getByRole('button', { name: 'Cancel document' }).click();
  await app.getByRole('button', { name: 'Cancel it' }).click();
  await app.getByText('The document is canceled').waitFor();
  await mailTo(stage.mails, ADA.email, /canceled Short lease/);
  await openFresh(link);
  await title('Canceled by the sender').waitFor();
  await page.getByRole('link', { name: `Write to ${OWNER.name}` }).waitFor();
  await page.getByRole('link', { name: 'Download the certificate' }).waitFor();
  expect(await page.getByRole('link', { name: /^Download .*\.pdf/ }).count()).toBe(0);
});

/** Before any field: who asks whom for what and until when; what is agreed to, as a file too, and the way out. */
async function expectCover(cover: Page): Promise<void> {
  await cover.getByText(`${OWNER.name} asks you to sign`).waitFor();
  const said = await cover.getByRole('main').innerText();
  for (const fact of [
    OWNER.email,
    ADA.name,
    ADA.email,
    'late-lease.pdf',
    '3 pages',
    '1 signature',
    'Deadline',
  ])
    expect(said).toContain(fact);
  expect(said).toContain(`or write to ${OWNER.email} and ask for paper`);
  const saved = await downloadBy(cover.getByRole('button', { name: 'Download this text' }));
  const text = readFileSync(await saved.path(), 'utf8');
  for (const line of text.split('\n').filter((each) => each.trim() !== ''))
    expect(said).toContain(line.trim());
  await cover.getByRole('button', { name: 'Start' }).click();
  await cover
    .getByText(/^Tick “I agree” to go on/)
    .first()
    .waitFor();
  expect(await cover.getByRole('textbox').count()).toBe(0);
}
