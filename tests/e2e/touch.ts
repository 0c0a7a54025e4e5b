import type { BrowserContext, Locator, Page } from 'playwright-core';

interface Touch {
  draw(target: Locator): Promise<void>;
  /** Takes hold in the middle of the target and moves it by so many pixels. */
  drag(target: Locator, by: { x: number; y: number }): Promise<void>;
}

/** A finger that draws: taps alone are no strokes. */
export async function touchOf(context: BrowserContext, page: Page): Promise<Touch> {
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
    drag: async (target, { x, y }) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error('There is nothing to hold.');
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await send('touchStart', [from]);
      for (let step = 1; step <= 8; step += 1) {
        await send('touchMove', [{ x: from.x + (x * step) / 8, y: from.y + (y * step) / 8 }]);
      }
      await send('touchEnd', []);
    },
  };
}
