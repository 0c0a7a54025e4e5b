import type { FrameTheme } from '@paraph/contract';
import { CONTRAST_MIN, contrastOf, readColour } from '@paraph/domain';

const FONTS = {
  inter: '"Inter Variable", system-ui, sans-serif',
  system: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
} as const;
const RADIUS_MAX = 16;

/** What is read on the surface besides, and stays ours. */
const OURS = ['muted', 'done', 'stopped', 'waiting'] as const;

/**
 * Shows the tokens of the page around, all or none of them.
 *
 * @returns why they are refused; null where they are shown
 */
export function showTheme(theme: FrameTheme, root: HTMLElement = document.documentElement): string | null {
  const { mode, radius = 8, font = 'inter' } = theme;
  if (mode !== undefined && mode !== 'light' && mode !== 'dark') return 'mode: must be light or dark.';
  if (!Number.isFinite(radius) || radius < 0 || radius > RADIUS_MAX)
    return `radius: must be from 0 to ${RADIUS_MAX}.`;
  if (!Object.hasOwn(FONTS, font)) return `font: must be one of ${Object.keys(FONTS).join(', ')}.`;
  const before = root.dataset.colors;
  if (mode === undefined) delete root.dataset.colors;
  else root.dataset.colors = mode;
  const colours = readColours(theme, root);
  const problem = typeof colours === 'string' ? colours : contrastProblem(colours, root);
  if (problem !== null || typeof colours === 'string') {
    if (before === undefined) delete root.dataset.colors;
    else root.dataset.colors = before;
    return problem;
  }
  const { accent, onAccent, surface, text } = colours;
  const values = {
    '--color-accent': accent,
    '--color-accent-strong': accent,
    '--color-accent-wash': surface,
    '--color-on-accent': onAccent,
    '--color-surface': surface,
    '--color-paper': surface,
    '--color-wash': surface,
    '--color-ink': text,
    '--radius-paper': `${radius}px`,
    '--font-sans': FONTS[font],
  };
  const colourless = theme.surface === undefined && theme.text === undefined;
  for (const [name, value] of Object.entries(values)) {
    const isLeft = colourless && /surface|paper|wash|ink/.test(name);
    if (isLeft) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
  return null;
}

type Colours = Record<'accent' | 'onAccent' | 'surface' | 'text', string>;

/** Those that are not named are the ones of our own. */
function readColours(theme: FrameTheme, root: HTMLElement): Colours | string {
  const own = { accent: 'accent', onAccent: 'on-accent', surface: 'surface', text: 'ink' } as const;
  const colours: Partial<Colours> = {};
  for (const name of ['accent', 'onAccent', 'surface', 'text'] as const) {
    const asked = theme[name];
    const colour = readColour(String(asked ?? tokenOf(root, own[name])));
    if (colour === null) return `${name}: must be a colour as #RRGGBB.`;
    colours[name] = colour;
  }
  return colours as Colours;
}

function contrastProblem({ accent, onAccent, surface, text }: Colours, root: HTMLElement): string | null {
  const pairs: [string, string, string][] = [
    ['text on surface', text, surface],
    ['accent on surface', accent, surface],
    ['onAccent on accent', onAccent, accent],
    ...OURS.map((name): [string, string, string] => [
      `our own ${name} on surface`,
      readColour(tokenOf(root, name)) ?? '#000000',
      surface,
    ]),
  ];
  const poor = pairs.find(([, one, other]) => contrastOf(one, other) < CONTRAST_MIN);
  if (poor === undefined) return null;
  const ratio = contrastOf(poor[1], poor[2]).toFixed(1);
  return `${poor[0]}: has a contrast of ${ratio}, and must have at least ${CONTRAST_MIN}.`;
}

/** The built style sheet writes what it can of them with three digits. */
function tokenOf(root: HTMLElement, name: string): string {
  const colour = getComputedStyle(root).getPropertyValue(`--color-${name}`).trim();
  return colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
}
