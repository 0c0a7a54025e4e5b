import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findProgram } from '../tools/programs.mjs';

export interface Conditions {
  kilobitsPerSecond: number;
  latencyMs: number;
  /** How many times slower the processor is than this machine's. */
  cpuSlowdown: number;
}

/** What the person saw when: milliseconds. */
export interface FirstPageTimes {
  /** From the request of the page until the cover can be used. */
  cover: number;
  /** From the press of Start until the first page is seen as a picture. */
  picture: number;
  /** From the press of Start until the first page is sharp. */
  sharp: number;
  /** Kilobytes that arrived, and requests that were sent, before the picture was seen. */
  kilobytes: number;
  requests: number;
}

const PATIENCE_MS = 180_000;

export function openChromium(): Promise<Browser> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined) throw new Error('Chromium is not installed.');
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu'] });
}

/**
 * A signer on a phone who agrees and presses Start: at once, as soon as the cover is shown, or after `readingMs`, in
 * which the page loads on.
 */
export async function timeFirstPage(
  browser: Browser,
  link: string,
  { conditions, readingMs }: { conditions: Conditions; readingMs: number },
): Promise<FirstPageTimes> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const seen = await slowDown(session, conditions);
    await page.addInitScript(watchFirstPage, readingMs);
    await page.goto(link, { waitUntil: 'commit', timeout: PATIENCE_MS });
    await reached(page, 'picture');
    const { kilobytes, requests } = seen();
    await reached(page, 'sharp');
    const times = await page.evaluate(() => (window as unknown as { seenAt: Marks }).seenAt);
    const { start = 0, pressed = 0, picture = 0, sharp = 0 } = times;
    return { cover: start, picture: picture - pressed, sharp: sharp - pressed, kilobytes, requests };
  } finally {
    await context.close();
  }
}

type Marks = Partial<Record<'start' | 'pressed' | 'picture' | 'sharp', number>>;

async function reached(page: Page, mark: keyof Marks): Promise<void> {
  await page.waitForFunction(
    (name) => (window as unknown as { seenAt?: Marks }).seenAt?.[name] !== undefined,
    mark,
    { timeout: PATIENCE_MS, polling: 20 },
  );
}

async function slowDown(session: CDPSession, conditions: Conditions) {
  let bytes = 0;
  let requests = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  await session.send('Network.enable');
  const bytesPerSecond = (conditions.kilobitsPerSecond * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown });
  return () => ({ kilobytes: bytes / 1000, requests });
}

/** Runs in the page, at each frame: what is seen is told by the page itself, not by a driver that asks now and then. */
function watchFirstPage(readingMs: number): void {
  const marks: Marks = {};
  (window as unknown as { seenAt: Marks }).seenAt = marks;
  const buttonNamed = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const look = () => {
    const start = buttonNamed('Start');
    const now = performance.now();
    if (start && marks.start === undefined) marks.start = now;
    if (start && marks.pressed === undefined && now >= (marks.start ?? now) + readingMs) {
      document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
      marks.pressed = now;
      requestAnimationFrame(() => buttonNamed('Start')?.click());
    }
    const shown = document.querySelector('.pdf-page');
    const image = shown?.querySelector('img');
    const canvas = shown?.querySelector('canvas');
    if (marks.picture === undefined && (canvas || (image?.complete && image.naturalWidth > 0)))
      marks.picture = now;
    if (canvas) marks.sharp = now;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
