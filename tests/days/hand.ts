import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

/** What a person did with their hands: clicks, taps and keys that are no text, and characters that are. */
export interface Tally {
  presses: number;
  typed: number;
}

/** The hands of one person on one page. Everything they do is counted. */
export interface Hand extends Tally {
  page: Page;
  press(target: Locator): Promise<void>;
  key(name: string): Promise<void>;
  /** Goes into a field, by a press unless it has the focus already, and writes. */
  write(target: Locator, text: string): Promise<void>;
  /** One press: the window of the system in which the file is chosen belongs to no product. */
  choose(target: Locator, files: readonly ChosenFile[]): Promise<void>;
  /** One press to open the list, another one for the entry. */
  select(target: Locator, label: string): Promise<void>;
  /** Pastes what was copied elsewhere: a press into the field, and one for both keys. */
  paste(target: Locator, text: string): Promise<void>;
}

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function handOf(page: Page, isTouch = false): Hand {
  const hand: Hand = {
    page,
    presses: 0,
    typed: 0,
    press: async (target) => {
      await (isTouch ? target.tap() : target.click());
      hand.presses += 1;
    },
    key: async (name) => {
      await page.keyboard.press(name);
      hand.presses += 1;
    },
    write: async (target, text) => {
      const hasFocus = await target.evaluate((element) => element === document.activeElement);
      if (!hasFocus) await hand.press(target);
      // What is there is replaced, by the keys that choose all.
      if ((await target.inputValue()) !== '') await hand.key('ControlOrMeta+a');
      await target.pressSequentially(text);
      hand.typed += [...text].length;
    },
    choose: async (target, files) => {
      await target.setInputFiles([...files]);
      hand.presses += 1;
    },
    select: async (target, label) => {
      await target.selectOption({ label });
      hand.presses += 2;
    },
    paste: async (target, text) => {
      await hand.press(target);
      await target.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        if (element.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
      }, text);
      hand.presses += 1;
    },
  };
  return hand;
}

export type Words = (key: string, values?: Readonly<Record<string, string>>) => string;

/** The texts of the pages in a language: `area.key`, as the people read them. */
export function wordsOf(language: string): Words {
  const areas = new Map<string, Record<string, unknown>>();
  return (key, values = {}) => {
    const [area = '', ...path] = key.split('.');
    const file = new URL(`../../web/src/text/${language}/${area}.json`, import.meta.url);
    const texts = areas.get(area) ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
    areas.set(area, texts);
    const text = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], texts);
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
    return Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), text);
  };
}
