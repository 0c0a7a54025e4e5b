import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { type DrivenBrowser, openFirefox, openWebKit } from '../support/driven-browser.ts';
import { until } from '../support/processes.ts';
import { shareName, shareOf } from '../support/share.ts';
import { picturesDir } from './looks.ts';
import { ADA, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

/** Runs in the page: the middle of the first visible control of this name, null where there is none. */
function placeOf(kind: string, name: string): Place {
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null) ??
    element.textContent ??
    '';
  const found = [...document.querySelectorAll(kind)].findLast(
    (element) => new RegExp(name).test(nameOf(element).trim()) && element.checkVisibility(),
  );
  if (found === undefined || (found instanceof HTMLButtonElement && found.disabled)) return null;
  found.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Runs in the page: the pixels between the ink of each typed signature and the edges where it is cut off. */
function roomsForOverhang(): number[] {
  const context = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('.font-choice-text')].flatMap((element) => {
    if (context === null) return [];
    const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(element);
    context.font = `${fontSize} ${fontFamily}`;
    const ink = context.measureText(element.textContent ?? '');
    const right = Number.parseFloat(paddingRight) - (ink.actualBoundingBoxRight - ink.width);
    const room = element.clientWidth - ink.width;
    return [Number.parseFloat(paddingLeft) - ink.actualBoundingBoxLeft, right, room];
  });
}

/** Runs in the page: whether each page in sight is drawn, sharp and not as a picture. */
function arePagesDrawn(): boolean {
  const inSight = [...document.querySelectorAll('.pdf-page')].filter((page) => {
    const { top, bottom } = page.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  return inSight.every((page) => page.querySelector('canvas') !== null);
}

interface Control {
  kind: string;
  name: RegExp;
}

type Place = { x: number; y: number } | null;

function personIn(browser: DrivenBrowser) {
  const find = (kind: string, name: RegExp) =>
    browser.evaluate<Place>(`(${placeOf})(${JSON.stringify(kind)}, ${JSON.stringify(name.source)})`);
  const isSeen = async ({ kind, name }: Control) => (await find(kind, name)) !== null;
  const click = async ({ kind, name }: Control) => {
    const places: Place[] = [null];
    // A page that has just opened may still scroll.
    await until(`${name} in one place`, async () => {
      places.unshift(await find(kind, name));
      return places[0] !== null && isDeepStrictEqual(places[0], places[1]);
    });
    if (places[0]) await browser.clickAt(places[0]);
  };
  /** Presses until it has an effect: a page on a busy machine may move below the pointer. */
  const press = (control: Control, effect: Control) =>
    until(`${effect.name} after ${control.name}`, async () => {
      if (await isSeen(effect)) return true;
      if (await isSeen(control)) await click(control);
      return until('the effect', () => isSeen(effect), 4_000).then(
        () => true,
        () => false,
      );
    });
  const picture = async (name: string) => {
    await until(`drawn pages: ${name}`, () => browser.evaluate<boolean>(`(${arePagesDrawn})()`));
    // What a press has changed is painted at the next frame.
    await browser.evaluate(
      'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(null))))',
    );
    if (picturesDir) writeFileSync(join(picturesDir, `${name}.png`), await browser.picture());
  };
  return { press, picture };
}

const BROWSERS = [
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
] as const;

test.each(shareOf(BROWSERS, 2))(`a signature is typed and given in %s, ${shareName}`, async (name, open) => {
  const id = await stage.send(`${name} lease`);
  const browser = await open();
  try {
    const { press, picture } = personIn(browser);
    await browser.goto(await stage.linkFor(ADA, `${name} lease`));
    await press({ kind: 'input', name: /^I agree/ }, { kind: 'input:checked', name: /^I agree/ });
    await picture(`${name}-cover`);
    const field = { kind: 'button', name: /^Signature, required/ };
    await press({ kind: 'button', name: /^Start$/ }, field);
    const type = { kind: '[role=tab]', name: /^Type$/ };
    await press(field, type);
    await press(type, { kind: 'input', name: /^Caveat$/ });
    await browser.evaluate('document.fonts.ready.then(() => null)');
    await picture(`${name}-type`);
    expect(Math.min(...(await browser.evaluate<number[]>(`(${roomsForOverhang})()`)))).toBeGreaterThan(0);
    await press(
      { kind: 'button', name: /^Apply$/ },
      { kind: 'button', name: /^Signature, required, filled/ },
    );
    await picture(`${name}-filled`);
    const finish = { kind: 'button', name: /^Finish$/ };
    await press(finish, { kind: 'h1', name: /^Check before you finish$/ });
    await picture(`${name}-check`);
    await press(finish, { kind: 'h1', name: /^(You have signed|Everyone is done)$/ });
    await expect
      .poll(async () => (await stage.app.readEnvelope(id)).status, { timeout: 20_000 })
      .toBe('signed');
  } finally {
    await browser.close();
  }
});
