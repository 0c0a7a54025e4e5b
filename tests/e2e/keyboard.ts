import type { Locator, Page } from 'playwright-core';
import { until } from '../support/processes.ts';

type Key = 'Enter' | 'Space' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowDown';

export interface Keyboard {
  press(key: Key): Promise<void>;
  /** Goes on by Tab until the element has the focus; fails when all the page went by without it. */
  tabTo(target: Locator): Promise<void>;
  /** Goes to the element and presses a key there. */
  pressOn(target: Locator, key: Key): Promise<void>;
  expectFocus(target: Locator): Promise<void>;
}

const stopsMax = 60;

/** A user without a mouse. */
export function keyboardOf(page: Page): Keyboard {
  const press = (key: string) => page.keyboard.press(key);
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const tabTo = async (target: Locator) => {
    await target.waitFor({ state: 'attached' });
    for (let stop = 0; stop < stopsMax; stop += 1) {
      if (await hasFocus(target)) return;
      await press('Tab');
    }
    throw new Error(`${target} is not reached by Tab.`);
  };
  return {
    press,
    tabTo,
    pressOn: async (target, key) => {
      await tabTo(target);
      await press(key);
    },
    expectFocus: async (target) => {
      await target.waitFor({ state: 'attached' });
      await until(`${target} to have the focus`, () => hasFocus(target), 5_000);
    },
  };
}
