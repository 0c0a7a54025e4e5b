import { isEmail } from './recipient.ts';

/** What an organization may say and show as its own. Nothing of it stands in for what we say. */
export const BRAND_LIMITS = {
  senderNameCharactersMax: 80,
  footerCharactersMax: 400,
  disclosureCharactersMax: 4_000,
} as const;

/** What is shown where an organization has chosen no accent. */
export const OWN_ACCENT = '#1d4ed8';

/** WCAG 2.2, 1.4.3. */
export const CONTRAST_MIN = 4.5;

/** On which the accent is read, as the pages have them: paper, surface, wash. */
const GROUNDS = {
  light: ['#fbfaf7', '#ffffff', '#f1efe9'],
  dark: ['#12151c', '#1a1f2a', '#202633'],
} as const;
const WORDS = { light: ['#14213d', '#5c6270'], dark: ['#eceff5', '#a3abba'] } as const;
const STEPS = 255;

export interface Shades {
  accent: string;
  /** Under the pointer. */
  strong: string;
  /** Behind text, to set it off. */
  wash: string;
  /** Of text on the accent. */
  on: string;
}

/** "#1D4ED8" or "1d4ed8" as the pages write it; null for what is no colour. */
export function readColour(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}

/** The contrast ratio of WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The worst that an accent has on a page in light colours. */
export function accentContrast(accent: string): number {
  return Math.min(...GROUNDS.light.map((ground) => contrastOf(accent, ground)));
}

/** The accent itself where it can be read on every page; else the same hue, as much darker as it needs. */
export function nearestAccent(accent: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const darker = mixed(accent, '#000000', step / STEPS);
    if (isReadable(lightShades(darker), 'light')) return darker;
  }
  return '#000000';
}

/** The colours of pages and mails, light and dark, of an accent that passes. */
export function shadesOf(accent: string): Record<'light' | 'dark', Shades> {
  for (let step = 0; step < STEPS; step += 1) {
    const dark = darkShades(mixed(accent, '#ffffff', step / STEPS));
    if (isReadable(dark, 'dark')) return { light: lightShades(accent), dark };
  }
  return { light: lightShades(accent), dark: darkShades('#ffffff') };
}

function lightShades(accent: string): Shades {
  return {
    accent,
    strong: mixed(accent, '#000000', 0.2),
    wash: mixed(accent, '#ffffff', 0.93),
    on: '#ffffff',
  };
}

function darkShades(accent: string): Shades {
  return {
    accent,
    strong: mixed(accent, '#ffffff', 0.3),
    wash: mixed(accent, '#12151c', 0.86),
    on: '#0d1426',
  };
}

function isReadable({ accent, strong, wash, on }: Shades, scheme: 'light' | 'dark'): boolean {
  const pairs: [string, string][] = [
    ...[...GROUNDS[scheme], wash].map((ground): [string, string] => [accent, ground]),
    ...WORDS[scheme].map((word): [string, string] => [word, wash]),
    [on, accent],
    [on, strong],
  ];
  return pairs.every(([one, other]) => contrastOf(one, other) >= CONTRAST_MIN);
}

/** Why an accent is refused, with the nearest that passes; null where it passes. */
export function accentProblem(accent: string): string | null {
  const colour = readColour(accent);
  if (colour === null) return 'Must be a colour as #RRGGBB, such as #1d4ed8.';
  const nearest = nearestAccent(colour);
  if (nearest === colour) return null;
  const ratio = accentContrast(colour).toFixed(1);
  return `Its contrast on light pages is ${ratio}, and must be at least ${CONTRAST_MIN}. The nearest that passes is ${nearest}.`;
}

/** A line that is shown as a name: no control characters, no address in it that would pass for another sender. */
export function senderNameProblem(name: string): string | null {
  const { senderNameCharactersMax: max } = BRAND_LIMITS;
  if ([...name].length > max) return `Must have at most ${max} characters.`;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>@"]/u.test(name))
    return 'Must be a name: without line breaks, <, >, @ and ".';
  return null;
}

export function replyAddressProblem(address: string): string | null {
  return isEmail(address) ? null : 'Must be an email address, such as contracts@example.com.';
}

function mixed(one: string, other: string, share: number): string {
  const channels = channelsOf(other);
  const parts = channelsOf(one).map((part, at) => Math.round(part + ((channels[at] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Each from 0 to 255. */
export function channelsOf(colour: string): [number, number, number] {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
