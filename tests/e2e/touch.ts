import type { BrowserContext, Locator, Page } from 'playwright-core';

/** A finger that draws: taps alone are no strokes. */
export async function touchOf(
  context: BrowserContext,
  page: Page,
): Promise<{ draw(target: Locator): Promise<void> }> {
  const session = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return {
    draw: async (target) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error('There is nothing to draw on.');
      const at = (t: number) => ({
        x: box.x + box.width * (0.15 + 0.7 * t),
        y: box.y + box.height * (0.5 + 0.3 * Math.sin(t * 12)),
      });
      await send('touchStart', [at(0)]);
      for (let step = 1; step <= 24; step += 1) await send('touchMove', [at(step / 24)]);
      await send('touchEnd', []);
    },
  };
}
