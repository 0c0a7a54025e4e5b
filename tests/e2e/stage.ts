import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { authorizeApp, openAccount, registerApp } from '../support/account-client.ts';
import { openBrowser, type PersonOptions } from '../support/browser.ts';
import { queryOnce } from '../support/database.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import type { QuickRequest } from '../support/quick-form.ts';
import type { ServerSettings } from '../support/server-process.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { mailTo, PASSWORD } from './people.ts';
import { rememberRows } from './stage-start.ts';

export const OWNER = { name: 'Grace Miller', email: 'grace@mill.example' };
export const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
export const BOB = { name: 'Bob Miller', email: 'bob@example.com' };

export const LEASE = buildPdf({
  pages: [
    { content: textLines(['Lease of the mill', 'between Mill & Sons and the tenants named below.']) },
    { content: textLines(['The rent is due on the first day of each month.']) },
    { content: textLines(['Signed by both parties:']) },
  ],
});

/** Where pages do not matter: each that is drawn takes its time. */
export const ONE_PAGE = buildPdf({ pages: [{ content: textLines(['Lease of the mill']) }] });

/** As a browser is given it to upload. */
export const pdfFile = (name: string, pdf: Uint8Array = LEASE) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdf),
});

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A server with an owner and an app that may act for them; mails go to a receiver, people come by browser. */
export async function openStage(settings: Partial<ServerSettings> = {}) {
  const mails = await openMailReceiver();
  const dns = await openDnsServer();
  const own = { SMTP_URL: mails.url, PARAPH_DNS_SERVERS: dns.address };
  const server = await startTestServer({ ...own, ...settings });
  const { baseUrl } = server;
  const browser = await openBrowser(baseUrl);
  const account = await openAccount(server, {
    organizationName: 'Mill & Sons',
    ...OWNER,
    password: PASSWORD,
  });
  const keys = await registerApp(account, { name: 'Rent roll', redirectUri: 'http://127.0.0.1/callback' });
  const app = await authorizeApp(account, baseUrl, keys);
  const query = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryOnce<Row>(server.database.options, text, values);
  const signedIn = async (cookie: string, options?: PersonOptions) => {
    const person = await browser.newPerson(options);
    const cookies = cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: baseUrl };
    });
    await person.context.addCookies(cookies);
    return person;
  };
  return {
    server,
    mails,
    /** What the server finds of domains. */
    dns,
    browser,
    account,
    keys,
    app,
    /** Sends a document of its own name, by default to Ada; each test has one, so that mails can be distinguished. */
    send: (name: string, request: QuickRequest = {}) => {
      mails.forget(({ mail }) => mail.subject?.includes(name) ?? false);
      return app.sendEnvelope({ name, document: LEASE, ...request });
    },
    /** The link in the mail that invites an address to act on the document of this name. */
    linkFor: async ({ email }: { email: string }, name: string) =>
      (await mailTo(mails, email, new RegExp(`(asks you to \\w+ ${name}|bittet Sie, ${name} zu \\w+)$`)))
        .link,
    /** To the page of the newest document of this name, where its link in the list leads. */
    openDocument: async (page: Page, name: string) => {
      const text = 'select workspace_id, id from workflows where name = $1 order by id desc limit 1';
      const [row] = await query<{ workspace_id: string; id: string }>(text, [name]);
      await page.goto(`${baseUrl}/documents/${row?.workspace_id}/${row?.id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    /** As if every pause before a next attempt were over. */
    skipPauses: () => query('update graphile_worker._private_jobs set run_at = now() where run_at > now()'),
    /** Looks into the tables of the server, or changes what time would. */
    query,
    /** The owner, signed in. */
    owner: (options?: PersonOptions) => signedIn(account.cookie, options),
    /** Somebody with a session of their own. */
    signedIn,
    close: async () => {
      await browser.close();
      await server.end();
      await mails.close();
      await dns.close();
    },
  };
}

/**
 * The stage of a test file; after each test everyone goes home. A server with settings of its own is closed after the
 * tests; the others are one for all files of this process, each of which begins with the rows that it began with.
 */
export async function stageForThisFile(settings?: Partial<ServerSettings>): Promise<Stage> {
  const stage = settings ? await openStage(settings) : await enterSharedStage();
  afterEach(async ({ task }) => {
    await stage.browser.sendAllHome(task.result?.state === 'fail');
    // What a test entered and did not send is not offered to the next one.
    await stage.query('delete from unfinished_documents');
  });
  if (settings) afterAll(() => stage.close());
  return stage;
}

/** What some of the files need, and none is hindered by: strangers sign up, and a deadline may be in an hour. */
const SHARED = { PARAPH_SIGN_UP: 'open', PARAPH_EXPIRY_MIN_DAYS: '0' };

/** Of the files of this process that share it. */
let shared: Promise<{ stage: Stage; enter(): Promise<void> }> | undefined;

async function enterSharedStage(): Promise<Stage> {
  if (shared) await (await shared).enter();
  shared ??= openSharedStage();
  return (await shared).stage;
}

async function openSharedStage(): Promise<{ stage: Stage; enter(): Promise<void> }> {
  const stage = await openStage(SHARED);
  const { server, mails } = stage;
  const restoreRows = await rememberRows(server.database);
  endWithThisProcess(server);
  const enter = async () => {
    await restoreRows();
    // However long ago the first file began, its owner has just signed in.
    await stage.query('update sessions set proven_at = now()');
    mails.reset();
  };
  return { stage, enter };
}

/** Vitest kills its workers: a shell reads until this process is gone, then it ends the server. */
function endWithThisProcess({ pid, dataDir }: TestServer): void {
  const script = 'read -r _; kill -9 "$0"; rm -rf "$1"';
  const shell = spawn('sh', ['-c', script, String(pid), dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
}

/** Likewise a server that nobody has set up, without a mail server. */
export async function newServerForThisFile(): Promise<Pick<Stage, 'server' | 'browser'>> {
  const server = await startTestServer();
  const browser = await openBrowser(server.baseUrl);
  afterEach(({ task }) => browser.sendAllHome(task.result?.state === 'fail'));
  afterAll(async () => {
    await browser.close();
    await server.end();
  });
  return { server, browser };
}
