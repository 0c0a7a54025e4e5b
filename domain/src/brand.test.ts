import { expect, test } from 'vitest';
import {
  accentContrast,
  accentProblem,
  CONTRAST_MIN,
  contrastOf,
  nearestAccent,
  readColour,
  shadesOf,
} from './brand.ts';

/** Hues around the circle, from black to white. */
const COLOURS = Array.from({ length: 64 }, (_none, at) => {
  const part = (shift: number) => ((at >> shift) & 3) * 85;
  return `#${[part(4), part(2), part(0)].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
});

test('the nearest accent can be read wherever it stands, in light and in dark colours', () => {
  for (const colour of COLOURS) {
    const accent = nearestAccent(colour);
    expect(nearestAccent(accent), colour).toBe(accent);
    expect(accentProblem(accent), colour).toBeNull();
    const { light, dark } = shadesOf(accent);
    expect(light.accent).toBe(accent);
    for (const [shades, grounds, words] of [
      [light, ['#fbfaf7', '#ffffff', '#f1efe9'], ['#14213d', '#5c6270']],
      [dark, ['#12151c', '#1a1f2a', '#202633'], ['#eceff5', '#a3abba']],
    ] as const) {
      for (const ground of [...grounds, shades.wash])
        expect(contrastOf(shades.accent, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const word of words) expect(contrastOf(word, shades.wash), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.on, shades.accent), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shades.on, shades.strong), colour).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('an accent that cannot be read is refused with its contrast and the nearest that can', () => {
  expect(accentProblem('#ffd400')).toMatch(/contrast on light pages is 1\.\d.*nearest that passes is #/);
  const [nearest = ''] = /#[0-9a-f]{6}/.exec(accentProblem('#ffd400') ?? '') ?? [];
  expect(accentContrast(nearest)).toBeGreaterThanOrEqual(CONTRAST_MIN);
  // No darker than it has to be.
  expect(accentContrast(nearest)).toBeLessThan(5.2);
  expect(accentProblem('#0f5132')).toBeNull();
  expect(readColour(' 1D4ED8')).toBe('#1d4ed8');
  for (const text of ['red', '#12', '#1234567', 'url(#a)']) expect(accentProblem(text)).toMatch(/#RRGGBB/);
});
