import type { Page } from 'playwright-core';

/** The accessibility problems of this page; empty if there are none. */
export async function auditPage(page: Page): Promise<string[]> {
  // In one call of the page: four take as long as what they find out.
  const parts = [findStructureErrors, findNameless, findSmallTargets, findFaintText];
  return page.evaluate<string[]>(`[${parts.map((part) => `(${part})()`).join()}].flat()`);
}

/** Waits for the fonts, and takes every transition to its end: drawing each of its frames costs more than the audit. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    do {
      // Where a colour is inherited and animated, the end of one transition starts the next.
      for (let running = moving(); running.length > 0; running = moving()) {
        for (const animation of running) animation.finish();
      }
      await frame();
      await frame();
    } while (moving().length > 0);
  });
}

// What follows runs in the page: each function is self-contained.

function findStructureErrors(): string[] {
  const problems: string[] = [];
  const count = (selector: string) => document.querySelectorAll(selector).length;
  if (count('h1') !== 1) problems.push(`There are ${count('h1')} headings of level 1.`);
  if (count('main') !== 1) problems.push(`There are ${count('main')} main landmarks.`);
  if (!document.title.includes('Paraph')) problems.push(`The title is "${document.title}".`);
  if (document.documentElement.lang === '') problems.push('The language is not said.');
  let level = 0;
  for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')) {
    const next = Number(heading.tagName.slice(1));
    if (next > level + 1)
      problems.push(`"${heading.textContent}" is a heading of level ${next} after ${level}.`);
    level = next;
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of ids.filter((each, index) => ids.indexOf(each) !== index))
    problems.push(`#${id} is there twice.`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`It scrolls sideways: ${scrollWidth} px on ${clientWidth}.`);
  for (const here of document.querySelectorAll('[aria-current=page], [aria-selected=true]')) {
    const { left, right } = here.getBoundingClientRect();
    if (here.checkVisibility() && (left < 0 || right > clientWidth))
      problems.push(`Where one is, "${here.textContent}", is out of sight.`);
  }
  return problems;
}

function findNameless(): string[] {
  const nameOf = (element: Element): string => {
    const labelled = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const pictures = [...element.querySelectorAll('img[alt]')].map((each) => each.getAttribute('alt'));
    const own = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? '' : element.textContent;
    return [
      element.getAttribute('aria-label'),
      ...labelled,
      ...labels.map((each) => each.textContent),
      ...pictures,
      own,
      element.getAttribute('title'),
    ]
      .join('')
      .trim();
  };
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, iframe, [role=tab], [role=img]';
  const nameless = [...document.querySelectorAll(controls)].filter((each) => nameOf(each) === '');
  const pictures = [...document.querySelectorAll('img:not([alt])')];
  return [...nameless, ...pictures].map((each) => `It has no name: ${each.outerHTML.slice(0, 160)}`);
}

/** WCAG 2.2 §2.5.8: 24 px, but for links within a sentence. */
function findSmallTargets(): string[] {
  const targets = [...document.querySelectorAll<HTMLElement>('button, select, textarea, a[href], input')];
  return targets
    .filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[aria-hidden=true]'),
    )
    .filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      const isHidden = width <= 1 || height <= 1;
      const { display } = getComputedStyle(each);
      const words = [...(each.parentNode?.childNodes ?? [])].filter(
        ({ nodeType }) => nodeType === Node.TEXT_NODE,
      );
      const isInSentence = display === 'inline' || words.some(({ textContent }) => textContent?.trim());
      const label = each instanceof HTMLInputElement ? each.labels?.[0]?.getBoundingClientRect() : undefined;
      const isWide = Math.max(width, label?.width ?? 0) >= 24 && Math.max(height, label?.height ?? 0) >= 24;
      return !isHidden && !isInSentence && !isWide;
    })
    .map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return `It is only ${Math.round(width)} × ${Math.round(height)} px: ${each.outerHTML.slice(0, 160)}`;
    });
}

/** WCAG 2.2 §1.4.3, as painted: a text's colour against its background. */
function findFaintText(): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, Colour>();
  const read = (css: string): Colour => {
    const before = known.get(css);
    if (before || !brush) return before ?? [0, 0, 0, 1];
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    known.set(css, colour);
    return colour;
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (i: 0 | 1 | 2) => top[i] * top[3] + below[i] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const grounds = new Map<Element | null, Colour>();
  const groundOf = (element: Element | null): Colour => {
    const seen = grounds.get(element);
    if (seen) return seen;
    const own = read(getComputedStyle(element ?? document.body).backgroundColor);
    const ground = element === null || own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    grounds.set(element, ground);
    return ground;
  };
  const luminance = (colour: Colour) => {
    const [red = 0, green = 0, blue = 0] = colour
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const problems = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent?.trim();
    if (!words || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // The text of a page is see-through above its picture, and the drawing area is white below its hint.
    if (element.closest('.pdf-text, .draw-pad-hint, .sr-only, :disabled, [aria-disabled=true], script'))
      continue;
    const style = getComputedStyle(element);
    const ground = groundOf(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [luminance(over(read(ink), ground)), luminance(ground)];
    const contrast = Math.max(a, b) / Math.min(a, b);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5))
      problems.add(`It is faint (${contrast.toFixed(2)}): "${words.slice(0, 60)}"`);
  }
  return [...problems];
}
