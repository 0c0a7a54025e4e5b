import type { BrowserContext, Locator, Page } from 'playwright-core';

interface Touch {
  /** Lays a finger, or the palm, on a place of the target, in shares of its size, and lifts it after `meanwhile`. */
  rest(target: Locator, at: { x: number; y: number }, meanwhile?: () => Promise<void>): Promise<void>;
  /** A stroke with a pen that is pressed harder and harder; `meanwhile` happens in its middle. */
  drawByPen(target: Locator, meanwhile?: () => Promise<void>): Promise<void>;
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
    rest: async (target, at, meanwhile) => {
      const box = await boxOf(target);
      await send('touchStart', [{ x: box.x + box.width * at.x, y: box.y + box.height * at.y }]);
      await meanwhile?.();
      await send('touchEnd', []);
    },
    drawByPen: async (target, meanwhile) => {
      const at = waveOn(await boxOf(target));
      const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', t: number) =>
        session.send('Input.dispatchMouseEvent', {
          ...{ type, ...at(t), button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 },
          ...{ pointerType: 'pen', force: 0.2 + 0.7 * t, tiltX: 30, tiltY: -20 },
        });
      await pen('mousePressed', 0);
      for (let step = 1; step <= 24; step += 1) {
        await pen('mouseMoved', step / 24);
        if (step === 12) await meanwhile?.();
      }
      await pen('mouseReleased', 1);
    },
    draw: async (target) => {
      const at = waveOn(await boxOf(target));
      await send('touchStart', [at(0)]);
      for (let step = 1; step <= 24; step += 1) await send('touchMove', [at(step / 24)]);
      await send('touchEnd', []);
    },
    drag: async (target, { x, y }) => {
      const box = await boxOf(target);
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await send('touchStart', [from]);
      for (let step = 1; step <= 8; step += 1) {
        await send('touchMove', [{ x: from.x + (x * step) / 8, y: from.y + (y * step) / 8 }]);
      }
      await send('touchEnd', []);
    },
  };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where it is shown. */
export async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} is not shown.`);
  return box;
}

/** The places of a wave from the left of a box to its right. */
function waveOn(box: Box) {
  return (t: number) => ({
    x: box.x + box.width * (0.15 + 0.7 * t),
    y: box.y + box.height * (0.5 + 0.3 * Math.sin(t * 12)),
  });
}
