import type { Download, Locator, Page } from 'playwright-core';
import { drawSignature as drawnSignature, SIGNATURES } from '../../tools/demo/draw-signature.ts';
import { type Account, enterBy } from '../support/account-client.ts';
import type { MailReceiver, ReceivedMail } from '../support/mail-receiver.ts';
import { boxOf } from './touch.ts';

export const PASSWORD = 'correct horse battery staple';

export interface NewAccount {
  name: string;
  email: string;
}

/** Through the set-up page, as the operator does. */
export async function setUp(page: Page, link: string, account: NewAccount): Promise<void> {
  await page.goto(link);
  await createAccount(page, 'Mill & Sons', account);
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
}

/** To another page of the app as a link leads there, without loading the app again; its address alone does so, too. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
  if (answer.status() !== 200) throw new Error(`${address} was answered ${answer.status()}.`);
  await page.evaluate((to) => history.pushState(null, '', to), address);
}

/** What makes passkeys and signs with them, on this device. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** In the form of a new organization and account. */
export async function createAccount(page: Page, organization: string, account: NewAccount): Promise<void> {
  await page.getByLabel('Organization').fill(organization);
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
}

/** Takes the newest invitation of an address with an account of its own; answers the cookie of its session. */
export async function joinByMail(
  { mails, server }: { mails: MailReceiver; server: { baseUrl: string } },
  { name, email }: NewAccount,
): Promise<string> {
  const { link } = await mailTo(mails, email, /invites you to/);
  const token = new URL(link).pathname.split('/').pop();
  return sessionBy(server, 'invitation', { token, name });
}

/** Makes an account where anybody may; answers the cookie of its session. */
export function signUp(
  { server }: { server: { baseUrl: string } },
  account: NewAccount & { organizationName: string },
): Promise<string> {
  return sessionBy(server, 'sign-up', account);
}

/** Another session of an account; answers its cookie. */
export function startSession({ server }: { server: { baseUrl: string } }, email: string): Promise<string> {
  return sessionBy(server, 'sign-in', { email });
}

async function sessionBy(
  { baseUrl }: { baseUrl: string },
  form: Parameters<typeof enterBy>[1],
  filled: object,
): Promise<string> {
  return (await enterBy(baseUrl, form, { ...filled, password: PASSWORD })).cookie;
}

/** In the form of the page that asks who one is. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** In a form that asks for name and address. */
export async function namePerson(form: Page | Locator, { name, email }: NewAccount): Promise<void> {
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
}

/** Keeps requests back until they are let through. */
export async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const allowed = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await allowed.promise;
    await route.continue();
  });
  return allowed.resolve;
}

/** What a press on a link or button downloads. */
export async function downloadBy(link: Locator): Promise<Download> {
  const download = link.page().waitForEvent('download');
  await link.click();
  return download;
}

/** Opens a link from a mail, agrees and starts. */
export async function startSigning(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await agreeAndStart(page);
}

export async function agreeAndStart(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I agree/ }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Next' }).waitFor();
}

export function signatureFields(page: Page): Locator {
  return page.getByRole('button', { name: /^Signature, required/ });
}

/** In the signature dialog: two strokes with a mouse or a finger. */
export async function drawSignature(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.getByRole('tab', { name: 'Draw' }).click();
  const canvas = dialog.getByRole('img', { name: /^Drawing area/ });
  await canvas.scrollIntoViewIfNeeded();
  const box = await boxOf(canvas);
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  for (const [from, over, to] of [
    [at(0.15, 0.7), at(0.3, 0.15), at(0.45, 0.75)],
    [at(0.4, 0.45), at(0.6, 0.3), at(0.85, 0.6)],
  ] as const) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...over, { steps: 3 });
    await page.mouse.move(...to, { steps: 3 });
    await page.mouse.up();
  }
  await apply(dialog);
}

/** In the dialog of the signature or of the initials: what it proposes, in the chosen script. */
export async function typeSignature(page: Page, name = 'Your signature'): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('tab', { name: 'Type' }).click();
  await dialog.getByLabel(/^Your (name|initials)$/).waitFor();
  await apply(dialog);
}

/** In the dialog of the signature or of the initials: a file with a picture. */
export async function uploadSignature(page: Page, name = 'Your signature'): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('tab', { name: 'Upload' }).click();
  await dialog.getByLabel(/Choose a picture/).setInputFiles({
    name: 'signature.png',
    mimeType: 'image/png',
    buffer: Buffer.from(drawnSignature(SIGNATURES.Edith), 'base64'),
  });
  await dialog.getByRole('img', { name: 'Preview' }).waitFor();
  await apply(dialog);
}

async function apply(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs the one field by typing, and waits until the server has it. */
export async function saveSignature(page: Page): Promise<void> {
  await signatureFields(page).click();
  await typeSignature(page);
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** From the filled document to the last look. */
export async function goToCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { level: 1, name: 'Check before you finish' }).waitFor();
}

/** From the filled document over the last look to the end. */
export async function finish(page: Page): Promise<void> {
  await goToCheck(page);
  await pressLast(page);
}

/** The last press, which waits until the pages of the check are shown. */
export async function pressLast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { level: 1, name: /^(You have signed|Everyone is done)$/ }).waitFor();
}

/** Everything one signer does, by mouse. */
export async function sign(page: Page, link: string, mark = drawSignature): Promise<void> {
  await startSigning(page, link);
  for (const field of await signatureFields(page).all()) {
    await field.click();
    await mark(page);
  }
  await finish(page);
}

/** Of the newest text on the mailbox page of an instance that has no gateway. */
export async function textedCode({ account }: { account: Account }): Promise<string> {
  const [newest] = (await account.call('/api/v1/mailbox/texts')) as { text: string }[];
  return /#(\d{6})$/.exec(newest?.text ?? '')?.[1] ?? '';
}

/** The first mail to the address whose subject fits, and its link. */
export async function mailTo(
  receiver: MailReceiver,
  email: string,
  subject: RegExp,
): Promise<ReceivedMail & { link: string }> {
  const received = await receiver.waitFor(
    ({ to, mail }) => to.includes(email) && subject.test(mail.subject ?? ''),
  );
  return { ...received, link: received.links[0] ?? '' };
}
