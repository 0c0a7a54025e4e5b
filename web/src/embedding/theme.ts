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

const SET = [
  ...(['--color-accent', '--color-accent-strong', '--color-accent-wash', '--color-on-accent'] as const),
  ...(['--color-surface', '--color-paper', '--color-wash', '--color-ink'] as const),
  ...(['--radius-paper', '--font-sans'] as const),
];
type Values = { [Name in (typeof SET)[number]]?: string };

/**
 * Shows the tokens of the page around, all or none of them. Colours count for the scheme in which they are shown, which
 * stays: in the other one they were not looked at.
 *
 * @returns why they are refused; null where they are shown
 */
export function showTheme(theme: FrameTheme, root: HTMLElement = document.documentElement): string | null {
  const problem = problemOfLook(theme);
  if (problem !== null) return problem;
  const { style, dataset } = root;
  const before = SET.map((name) => style.getPropertyValue(name));
  const { colors } = dataset;
  // Against our own colours, and not those of the theme before.
  for (const name of SET) style.removeProperty(name);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.colors = theme.mode ?? (isDark ? 'dark' : 'light');
  const read = readColours(theme, root);
  if ('problem' in read) {
    SET.forEach((name, index) => void style.setProperty(name, before[index] ?? ''));
    if (colors === undefined) delete dataset.colors;
    else dataset.colors = colors;
    return read.problem;
  }
  for (const name of SET) style.setProperty(name, read.values[name] ?? '');
  return null;
}

function problemOfLook({ mode, radius = 8, font = 'inter' }: FrameTheme): string | null {
  if (mode !== undefined && mode !== 'light' && mode !== 'dark') return 'mode: must be light or dark.';
  if (!Number.isFinite(radius) || radius < 0 || radius > RADIUS_MAX)
    return `radius: must be from 0 to ${RADIUS_MAX}.`;
  return Object.hasOwn(FONTS, font) ? null : `font: must be one of ${Object.keys(FONTS).join(', ')}.`;
}

/** Those that are not named are our own. */
function readColours(theme: FrameTheme, root: HTMLElement): { values: Values } | { problem: string } {
  const own = { accent: 'accent', onAccent: 'on-accent', surface: 'surface', text: 'ink' } as const;
  const names = ['accent', 'onAccent', 'surface', 'text'] as const;
  const wrong = names.find((name) => theme[name] !== undefined && readColour(String(theme[name])) === null);
  if (wrong !== undefined) return { problem: `${wrong}: must be a colour as #RRGGBB.` };
  const [accent, onAccent, surface, text] = names.map(
    (name) => readColour(String(theme[name] ?? '')) ?? tokenOf(root, own[name]),
  ) as [string, string, string, string];
  const paper = theme.surface === undefined ? tokenOf(root, 'paper') : surface;
  const poor = [
    ...OURS.map((name) => [`our own ${name} on surface`, tokenOf(root, name), surface] as const),
    ['text on surface', text, surface] as const,
    ['accent on surface', accent, surface] as const,
    ['accent on paper', accent, paper] as const,
    ['onAccent on accent', onAccent, accent] as const,
  ].find(([, one, other]) => contrastOf(one, other) < CONTRAST_MIN);
  if (poor !== undefined) {
    const ratio = contrastOf(poor[1], poor[2]).toFixed(1);
    return { problem: `${poor[0]}: has a contrast of ${ratio}, and must have at least ${CONTRAST_MIN}.` };
  }
  const grounds = { '--color-surface': surface, '--color-paper': surface, '--color-wash': surface };
  return {
    values: {
      ...{ '--color-accent': accent, '--color-accent-strong': accent, '--color-accent-wash': surface },
      ...{ '--color-on-accent': onAccent, '--color-ink': text },
      ...(theme.surface === undefined ? {} : grounds),
      ...{ '--radius-paper': `${theme.radius ?? 8}px`, '--font-sans': FONTS[theme.font ?? 'inter'] },
    },
  };
}

/** The built style sheet writes what it can of them with three digits. */
function tokenOf(root: HTMLElement, name: string): string {
  const colour = getComputedStyle(root).getPropertyValue(`--color-${name}`).trim();
  return colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
}
