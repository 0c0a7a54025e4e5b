import type { Locator, Page } from 'playwright-core';
import { until } from '../support/processes.ts';

type Key = 'Enter' | 'Space' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowDown';

export interface Keyboard {
  press(key: Key): Promise<void>;
  /** By Tab from the stop before the element; fails when all the page goes by without it. */
  tabTo(target: Locator): Promise<void>;
  /** Goes to the element and presses a key there. */
  pressOn(target: Locator, key: Key): Promise<void>;
  expectFocus(target: Locator): Promise<void>;
}

const stopsMax = 60;

/** A user without a mouse; one who walks goes through all stops that are on the way, which takes long. */
export function keyboardOf(page: Page, { walks = false } = {}): Keyboard {
  const press = (key: string) => page.keyboard.press(key);
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const tabTo = async (target: Locator) => {
    await target.waitFor({ state: 'attached' });
    if (!walks) await target.evaluate(goNear);
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

/** Runs in the page: to the stop before the element, unless it has the focus or that is behind a dialog. */
function goNear(target: HTMLElement | SVGElement): void {
  if (target === document.activeElement) return;
  const stops = [
    ...document.querySelectorAll<HTMLElement | SVGElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    ),
  ].filter((each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility());
  stops[stops.indexOf(target) - 1]?.focus();
}
