import { describe, expect, it } from 'vitest';

// The pages' types have no file system, and the test runner empties imported style sheets.
const disk: string = 'node:fs';
const { readFileSync }: { readFileSync: (path: URL, encoding: 'utf8') => string } = await import(disk);
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
const SCHEMES = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } };

const TEXT_PAIRS = [
  ...['paper', 'surface', 'wash'].flatMap((ground) => [
    ['ink', ground],
    ['muted', ground],
    ['accent', ground],
    ['stopped', ground],
    ['done', ground],
    ['waiting', ground],
    ['draft', ground],
  ]),
  ['accent', 'accent-wash'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ...['waiting', 'done', 'stopped', 'draft'].map((tone) => [tone, `${tone}-wash`]),
  ...['waiting', 'done', 'stopped', 'accent'].flatMap((tone) => [
    ['ink', `${tone}-wash`],
    ['muted', `${tone}-wash`],
  ]),
] as [string, string][];

describe.each(Object.entries(SCHEMES))('the %s colours', (_, colours) => {
  it.each(TEXT_PAIRS)('keep %s readable on %s', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['paper', 'surface'])('keep the edges of controls visible on %s', (ground) => {
    expect(contrast(colours.edge, colours[ground])).toBeGreaterThanOrEqual(3);
  });
});

it('has no transition at all under reduced motion, in which a box would be measured where it was', () => {
  const [, reduced = ''] = css.split('prefers-reduced-motion: reduce');
  expect(reduced).toMatch(/\*,[^}]*transition: none;/);
  expect(reduced).not.toContain('transition-duration');
});

function coloursIn(text: string): Record<string, string> {
  const pairs = text.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one = '', other = ''): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
