import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { openBrowser, type PersonOptions, type TestBrowser } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { signByLink } from '../support/http-life.ts';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts';
import { chooseScratchParent } from '../support/scratch.ts';
import { isInShare } from '../support/share.ts';
import { openTimestampServer, type TimestampServer } from '../support/timestamp-server.ts';
import { openTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { fillNewDocument } from './drafts.ts';
import { type Newcomer, openNewcomer, readTutorial, type Terminal } from './newcomer.ts';
import { downloadBy, mailTo, setUp, sign, signIn, typeSignature } from './people.ts';
import { ADA, LEASE, OWNER } from './stage.ts';

// docs/tutorial.md, followed word by word: its commands are run, and what it has pressed is pressed.

const OWNERS_ADDRESS = '192.0.2.10';
const SIGNERS_ADDRESS = '203.0.113.7';

const { blocks, buttons } = await readTutorial();
const pressed = new Set<string>();

let folder: string;
let newcomer: Newcomer;
let browser: TestBrowser;
let port: number;
let mails: MailReceiver;
let authority: TimestampServer;
let proxy: TlsProxy | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(await chooseScratchParent(), 'paraph-tutorial-'));
  port = await findFreePort();
  [newcomer, browser, mails, authority] = await Promise.all([
    openNewcomer(folder),
    openBrowser(`http://localhost:${port}`),
    openMailReceiver(),
    openTimestampServer(),
  ]);
});
afterEach(async ({ task }) => {
  try {
    await browser?.sendAllHome(task.result?.state === 'fail');
  } finally {
    await newcomer?.leave();
    await Promise.all([proxy?.close(), mails?.close(), authority?.close()]);
    await rm(folder, { recursive: true, force: true });
  }
});

/** A button or a link that the tutorial names. */
function told(name: string): string {
  expect(buttons).toContain(name);
  pressed.add(name);
  return name;
}

const press = (page: Page, name: string) =>
  page
    .getByRole('link', { name: told(name), exact: true })
    .first()
    .click();

/** What a block says, where it must be of this machine: the port, and what the examples of others stand for. */
function readBlock(at: number, language: string): string {
  const { text, language: written } = blocks[at] ?? {};
  if (text === undefined || written !== language) throw new Error(`Block ${at} is not of ${language}.`);
  return text
    .replaceAll(/(localhost|127\.0\.0\.1):3000/g, `$1:${port}`)
    .replace('smtps://user:password@mail.example.com', mails.url)
    .replace('https://time.example.com', authority.url)
    .replace('/etc/paraph/time-roots.pem', authority.rootsFile)
    .replace('/mnt/backup', join(folder, 'disk'));
}

const checkout = () => join(newcomer.home, 'paraph');

/** A further terminal in the folder that the first block made. */
const typeThere = (text: string, env: Record<string, string> = {}): Terminal =>
  newcomer.type(`cd paraph\n${text}`, { PARAPH_PORT: String(port), ...env });

async function send(page: Page, name: string): Promise<void> {
  await press(page, 'Documents');
  await press(page, 'Send a document');
  await fillNewDocument(page, name, 'contract.pdf');
  await page.getByRole('button', { name: told('Send'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function signAs(link: string, options: PersonOptions = {}): Promise<void> {
  const { page, context } = await browser.newPerson(options);
  for (const name of ['Start', 'Finish']) told(name);
  await sign(page, link, typeSignature);
  await context.close();
}

/** The link in the mail that asks for a signature, as the mailbox shows it. */
async function readMailbox(page: Page, name: string): Promise<string> {
  await press(page, 'Mailbox');
  const subject = `${OWNER.name} asks you to sign ${name}`;
  await page.getByRole('link', { name: subject }).first().click();
  await page.getByRole('heading', { level: 1, name: subject }).waitFor();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('pre').innerText();
  return /https?:\S+/.exec(text)?.[0] ?? '';
}

/** On the page of a document, after everybody has signed: what the link of this part of it leads to. */
async function download(page: Page, { document, part }: { document: string; part: string }): Promise<string> {
  await press(page, 'Documents');
  await page.getByRole('link', { name: document }).first().click();
  await page.getByText('Archived, ready to download').waitFor();
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: part }) });
  const file = await downloadBy(entry.getByRole('link', { name: told('Download') }));
  const path = join(checkout(), `${part.replaceAll(/\W/g, '-')}.pdf`);
  await file.saveAs(path);
  return path;
}

async function sendByProgram(page: Page): Promise<void> {
  await press(page, 'Account');
  await press(page, 'Developers');
  for (const name of ['API keys', 'Integration apps']) await press(page, name);
  await writeFile(join(checkout(), 'contract.pdf'), LEASE);
  const terminal = typeThere(readBlock(2, 'sh'));
  const [address] = await terminal.see(/http:\S+authorize\S+/);
  // Allow leads to the program, which listens on this machine.
  const { origin } = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
  const storageState = await page.context().storageState();
  const { page: asked, context } = await browser.newPerson({ storageState, origins: [origin] });
  await asked.goto(address);
  await asked.getByRole('button', { name: told('Allow') }).click();
  await terminal.see(/Sent as/);
  await context.close();
  await page.goto(`http://localhost:${port}/documents`);
  await signByLink(`http://localhost:${port}`, await readMailbox(page, 'contract'));
  expect(await terminal.end()).toMatch(/The file is as it was signed/);
}

/** The proxy of the page, with its settings; answers the way of a browser at an address. */
async function openProxy(): Promise<(address: string) => Promise<PersonOptions>> {
  await writeFile(join(checkout(), '.env'), readBlock(3, 'ini'));
  const [, host = '', upstream] =
    /^(\S+) \{\s+reverse_proxy (\S+)\s+\}\s*$/.exec(readBlock(4, 'caddy')) ?? [];
  const opened = await openTlsProxy({ host, upstream: new URL(`http://${upstream}`) });
  proxy = opened;
  await writeFile(join(folder, 'proxy.pem'), opened.certificate);
  return async (address) => ({
    proxy: { server: await opened.enterFrom(address) },
    ignoreHTTPSErrors: true,
    origins: [`https://${host}`],
  });
}

async function enter(options: PersonOptions): Promise<Page> {
  const { page } = await browser.newPerson(options);
  await page.goto('https://sign.example.com/sign-in');
  await signIn(page, OWNER.email);
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  return page;
}

// The demo leads through the same from the start: they come by turns.
test('the tutorial leads from a new machine to a contract whose evidence has the address of its signer', {
  skip: !isInShare(1, 2),
  timeout: 400_000,
}, async () => {
  const first = newcomer.type(readBlock(0, 'sh'), { PARAPH_PORT: String(port) });
  const [setUpLink] = await first.see(/http:\S+set-up\S+/);
  const { page } = await browser.newPerson();
  await setUp(page, setUpLink, OWNER);

  await send(page, 'Lease of the mill');
  await signAs(await readMailbox(page, 'Lease of the mill'));
  const sealed = await download(page, { document: 'Lease of the mill', part: 'contract' });
  expect(await typeThere(`mv '${sealed}' sealed.pdf\n${readBlock(1, 'sh')}`).end()).toContain(
    'Signature is Valid',
  );
  await page.goto(`http://localhost:${port}/verify`);
  await page.getByLabel('Document').setInputFiles(join(checkout(), 'sealed.pdf'));
  await page.getByRole('heading', { name: 'What sealed.pdf proves' }).waitFor();
  await page.goto(`http://localhost:${port}/documents`);

  await sendByProgram(page);

  await page.context().close();
  await first.interrupt();
  const from = await openProxy();
  const second = typeThere('npm start');
  await second.see(/is ready at https:\/\/sign\.example\.com[\s\S]*Ctrl-C/);
  const owner = await enter(await from(OWNERS_ADDRESS));
  await send(owner, 'Lease of the barn');
  const { link } = await mailTo(mails, ADA.email, /asks you to sign Lease of the barn/);
  await signAs(link, await from(SIGNERS_ADDRESS));
  const certificate = await download(owner, {
    document: 'Lease of the barn',
    part: told('Certificate of completion'),
  });
  const { text } = run('pdftotext', ['-enc', 'UTF-8', '-layout', certificate, '-']);
  expect(text).toContain(`${SIGNERS_ADDRESS}, as a proxy reported it`);
  expect(text).not.toMatch(/127\.0\.0\.1|proxy, not named/);

  const operator = typeThere(readBlock(5, 'sh'), {
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: (await from(OWNERS_ADDRESS)).proxy?.server ?? '',
    NODE_EXTRA_CA_CERTS: join(folder, 'proxy.pem'),
  });
  const said = await operator.end();
  expect(said).toContain('✓ base URL: https://sign.example.com answers.');
  expect(said).toMatch(/✓ proxies: .*\n/);
  expect(said).toMatch(/The backup \S+ is complete/);
  // An open page asks for its inbox, which a proxy without its server answers by an error.
  await owner.context().close();
  await second.interrupt();

  expect([...pressed].sort()).toEqual([...new Set(buttons)].sort());
  expect(blocks).toHaveLength(6);
});
