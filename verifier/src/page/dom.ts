type Attributes = Readonly<Record<string, string | (() => void)>>;
export type Child = Node | string | null | readonly Child[];

/** Makes an element; text is only ever text. An attribute that is a function listens to the event of that name. */
export function h(name: string, attributes: Attributes, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...nodesOf(children));
  return element;
}

function nodesOf(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === null) return [];
    return typeof child === 'string' || child instanceof Node ? [child] : nodesOf(child);
  });
}

/** A name, file name or reason from a file: its direction is its own. */
export function foreign(text: string): HTMLElement {
  return h('bdi', {}, text);
}

export type Tone = 'done' | 'waiting' | 'stopped' | 'draft';

const SHAPES: Readonly<Record<Tone, string>> = {
  done: 'M7 12.5l3.5 3.5L17 9',
  waiting: 'M12 7v6M12 16.5v.5',
  stopped: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
  draft: 'M12 11v6M12 7v.5',
};
const SVG = 'http://www.w3.org/2000/svg';

/** The sign of a tone; words beside it say the same. */
export function sign(tone: Tone): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `sign ${tone}`);
  for (const d of ['M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20', SHAPES[tone]]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** Sentences with the sign of their tone. */
export function answer(tone: Tone, ...sentences: (string | HTMLElement)[]): HTMLElement {
  return h(
    'div',
    { class: 'answer' },
    sign(tone),
    h(
      'div',
      {},
      sentences.map((each) => (typeof each === 'string' ? h('p', {}, each) : each)),
    ),
  );
}
