import type { Frame, Locator, Page } from 'playwright-core';
import { until } from '../support/processes.ts';

export const NARROW = { width: 320, height: 640 };

/** What the helpers of a page need of a frame. */
export const asPage = (frame: Frame) => frame as unknown as Page;

/** By what the script of the page around has made. */
export const tellFrame = (page: Page, method: 'setTheme' | 'setLanguage' | 'requestClose', value?: unknown) =>
  page.evaluate(
    ([name, told]) => {
      const { signing } = window as never as { signing: Record<typeof name, (value: unknown) => void> };
      signing[name](told);
    },
    [method, value] as const,
  );

/** What the pages of the guides have called so far. */
export const calledBy = (page: Page) =>
  page.evaluate(() => (window as never as { called: unknown[] }).called);

/** The last press counts once the browser has seen the bar for a moment: who scrolls there by hand is slower. */
export async function pressUntilSeen(frame: Frame, effect: Locator) {
  const last = frame.getByRole('button', { name: 'Finish', disabled: false });
  await last.scrollIntoViewIfNeeded();
  await until('the press to count', async () => {
    await last
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined);
    return effect.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** The keyboard enters the frame, and leaves it. The frame is of another process, which hears of it a little later. */
export async function throughFrame(page: Page) {
  const after = page.locator('#after');
  const isReached = async () => (await after.getAttribute('title')) === 'reached';
  await after.evaluate((button) => {
    button.addEventListener('focus', () => button.setAttribute('title', 'reached'));
  });
  await page.locator('#before').focus();
  await page.keyboard.press('Tab');
  await until('the focus to be in the frame', () =>
    page.evaluate(() => document.activeElement?.tagName === 'IFRAME'),
  );
  for (let presses = 0; presses < 60 && !(await isReached()); presses += 1) await page.keyboard.press('Tab');
  await until('the focus to be behind the frame', isReached);
}
