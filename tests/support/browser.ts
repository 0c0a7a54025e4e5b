import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findProgram } from '../../tools/programs.mjs';

export const PHONE = { width: 360, height: 640 } as const;
export const DESKTOP = { width: 1280, height: 800 } as const;

/** Long enough for two busy cores, short enough that a test says itself what it waited for. */
const patienceMs = 20_000;

export interface TestBrowser {
  /**
   * A person with a browser profile of their own: no cookies, no history, nothing shared with the others. Animations are
   * reduced unless the options say otherwise, because each click would wait for a transition to end.
   */
  newPerson(options?: PersonOptions): Promise<Person>;
  /**
   * Closes what the test left open. Fails if in any page something threw, logged an error, broke the content policy
   * or asked another origin; after a failed test it tells what the pages showed.
   */
  sendAllHome(hasFailed?: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface PersonOptions
  extends Pick<
    BrowserContextOptions,
    | 'viewport'
    | 'hasTouch'
    | 'isMobile'
    | 'colorScheme'
    | 'reducedMotion'
    | 'locale'
    | 'storageState'
    | 'proxy'
    | 'ignoreHTTPSErrors'
  > {
  /** Further origins that a page may go to: an app's own address. */
  origins?: readonly string[];
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Says beforehand that a refusal is part of the story: the console tells of every answer above 399. */
  expectAnswer(status: number): void;
  /** Takes the network away, or gives it back; what the console says of that is expected. */
  setOffline(isOffline: boolean): Promise<void>;
}

let running: Promise<Browser> | undefined;

/** One Chromium for all files of this process; it ends when the process does. */
async function runChromium(): Promise<Browser> {
  const browser = await running;
  if (browser?.isConnected()) return browser;
  running = launchChromium();
  return running;
}

function launchChromium(): Promise<Browser> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined) {
    throw new Error('Chromium is not installed. On Debian: apt-get install chromium-headless-shell');
  }
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Our pages show no others, and each person has a process anyway: one less to start, and none in reserve.
      '--disable-site-isolation-trials',
    ],
  });
}

/** Chromium where each person has a profile of their own, and whose pages reach only the server under test. */
export async function openBrowser(baseUrl: string): Promise<TestBrowser> {
  const browser = await runChromium();
  const contexts = new Set<BrowserContext>();
  const closeAll = async () => {
    await Promise.all([...contexts].map((context) => context.close()));
    contexts.clear();
  };
  let problems: string[] = [];
  return {
    newPerson: async ({ origins = [], ...options } = {}) => {
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: DESKTOP,
        reducedMotion: 'reduce',
        ...options,
      });
      contexts.add(context);
      context.setDefaultTimeout(patienceMs);
      const expected: RegExp[] = [];
      watch(context, {
        origins: [baseUrl, ...origins],
        expected,
        tell: (problem) => problems.push(problem),
      });
      return {
        page: await context.newPage(),
        context,
        expectAnswer: (status) => expected.push(new RegExp(`responded with a status of ${status}`)),
        setOffline: async (isOffline) => {
          expected.push(/ERR_INTERNET_DISCONNECTED/);
          await context.setOffline(isOffline);
        },
      };
    },
    sendAllHome: async (hasFailed = false) => {
      const pages = [...contexts].flatMap((context) => context.pages());
      if (hasFailed) problems.push(...(await describeAll(pages)));
      await closeAll();
      const told = problems;
      problems = [];
      if (told.length > 0) throw new Error(`In the browser:\n${told.map((each) => `- ${each}`).join('\n')}`);
    },
    close: closeAll,
  };
}

interface Watch {
  origins: readonly string[];
  expected: readonly RegExp[];
  tell(problem: string): void;
}

function watch(context: BrowserContext, { origins, expected, tell }: Watch): void {
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = ['data:', 'blob:'].includes(url.protocol) || origins.includes(url.origin);
    if (!isOwn) tell(`another origin was asked: ${url.href}`);
  });
  context.on('weberror', (webError) => {
    const error = webError.error();
    tell(`thrown: ${error.stack ?? error}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    const isError = message.type() === 'error' || /content security policy/i.test(text);
    if (isError && !expected.some((each) => each.test(text)))
      tell(`logged: ${text} (${message.location().url})`);
  });
}

function describeAll(pages: readonly Page[]): Promise<string[]> {
  return Promise.all(
    pages.map(async (page) => {
      const text = await page.locator('body').innerText({ timeout: 1_000 });
      return `${page.url()} showed:\n${text.replace(/^/gm, '    ')}`;
    }),
  );
}
