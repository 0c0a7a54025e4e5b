import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, type PersonOptions, type TestBrowser } from '../support/browser.ts';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts';
import { chooseScratchParent } from '../support/scratch.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type Hand, handOf, type Tally, type Words, wordsOf } from './hand.ts';

/** A day of one sender, from a new instance to the goal. */
export interface Day {
  goal: string;
  /** What the pages of the sender speak. */
  language?: string;
  settings?: Record<string, string>;
  live(life: Life): Promise<void>;
}

/** What came of a part of a day. */
export interface Stretch extends Tally {
  /** A second contract with people who have signed one before. */
  isSecond: boolean;
  name: string;
  who: string;
}

export type About = Partial<Pick<Stretch, 'who' | 'isSecond'>>;

export interface Life {
  server: ServerProcess;
  mails: MailReceiver;
  browser: TestBrowser;
  t: Words;
  folder: string;
  stretches: Stretch[];
  hands: Hand[];
  /** Somebody with a browser of their own. */
  meet(options?: PersonOptions): Promise<Hand>;
  /** The hands of somebody who has a page already. */
  handOf(page: Page, isTouch?: boolean): Hand;
  /** Counts what the hand does in this part of the day. */
  stretch(name: string, hand: Hand, act: () => Promise<void>, about?: About): Promise<void>;
}

/** Starts an instance as `npm start` does, on a folder of its own with the database inside, and lives the day. */
export async function liveDay(day: Day, pictures?: string): Promise<Life> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const mails = await openMailReceiver();
    undo.push(() => mails.close());
    const folder = await mkdtemp(join(await chooseScratchParent(), 'paraph-day-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    // As root, PostgreSQL runs as another user, who needs access to this folder.
    await chmod(folder, 0o711);
    const server = await startServerProcess({
      PARAPH_DATA_DIR: join(folder, 'data'),
      SMTP_URL: mails.url,
      ...day.settings,
    });
    undo.push(() => server.end());
    const browser = await openBrowser(server.baseUrl);
    undo.push(() => browser.close());
    const life = lifeOf(day, { server, mails, browser, folder });
    try {
      await day.live(life);
    } catch (error) {
      if (pictures) await takeAll(life, pictures);
      await browser.sendAllHome(true).catch((told: unknown) => {
        throw new Error(String(told), { cause: error });
      });
      throw error;
    }
    await browser.sendAllHome();
    return life;
  } finally {
    for (const each of undo.reverse()) await each();
  }
}

type Opened = Pick<Life, 'server' | 'mails' | 'browser' | 'folder'>;

function lifeOf({ language = 'en' }: Day, opened: Opened): Life {
  const life: Life = {
    ...opened,
    t: wordsOf(language),
    stretches: [],
    hands: [],
    meet: async (options = {}) => {
      const { page } = await opened.browser.newPerson({ locale: language, ...options });
      return life.handOf(page, options.hasTouch);
    },
    handOf: (page, isTouch) => {
      const hand = handOf(page, isTouch);
      life.hands.push(hand);
      return hand;
    },
    stretch: async (name, hand, act, { who = 'sender', isSecond = false } = {}) => {
      const before = { presses: hand.presses, typed: hand.typed };
      await act();
      const presses = hand.presses - before.presses;
      life.stretches.push({ name, who, isSecond, presses, typed: hand.typed - before.typed });
    },
  };
  return life;
}

async function takeAll({ hands }: Life, folder: string): Promise<void> {
  for (const [index, { page }] of hands.entries())
    if (!page.isClosed())
      await page.screenshot({ path: join(folder, `failed-${index}.png`), fullPage: true });
}
