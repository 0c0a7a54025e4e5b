import { lettersOfForm } from './arabic-forms.ts';
import { TrueTypeFont } from './true-type.ts';
import { visualText } from './visual-text.ts';

/** A font file, or several: each character uses the first font that has it. */
export type FontFiles = Uint8Array | readonly Uint8Array[];

/** Adjacent characters in one font, in visual order from left to right. */
export interface Run {
  readonly file: Uint8Array;
  readonly text: string;
}

interface Sorted {
  readonly index: number;
  readonly glyph: number;
}

const NOWHERE: Sorted = { index: -1, glyph: 0 };
/** Invisible: joiners, selectors, soft hyphens and controls. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;
const SPACE = /^[\p{Zs}\t]$/u;
/** Scripts that need shaping: without it their text would be wrong. */
const SHAPED = new RegExp(
  `^[${[
    ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
    ...['Sinhala', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian', 'Syriac', 'Nko'],
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]$`,
  'u',
);

/** Without an agreed meaning: a font may show anything for these, or only the box. */
const MEANINGLESS = /^[\p{Co}\p{Cn}\p{Cs}]$/u;
/** Marks of Latin, Greek and Cyrillic letters that are drawn over the letter before. */
const OVERLAID = /^[\u0300-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]$/u;
const MARK = /^\p{M}$/u;

/** Fonts for one text. A character that none of them has is written as its number, [U+4E2D], never as a box. */
export class Typeface {
  readonly files: readonly Uint8Array[];
  readonly #fonts: readonly TrueTypeFont[];
  readonly #sorted = new Map<string, Sorted>();

  constructor(files: readonly Uint8Array[]) {
    this.files = files;
    this.#fonts = files.map(trueTypeFont);
  }

  /** The first font: its metrics apply to the line. */
  get main(): TrueTypeFont {
    return this.#fonts[0] ?? trueTypeFont(new Uint8Array());
  }

  /** Width of a text in points. */
  width(text: string, size: number): number {
    let ems = 0;
    for (const character of this.#shown(text)) {
      const { index, glyph } = this.#sort(character);
      const font = this.#fonts[index] ?? this.main;
      ems += font.advanceOf(glyph) / font.unitsPerEm;
    }
    return ems * size;
  }

  runs(text: string, isRightToLeft = false): Run[] {
    const runs: { file: Uint8Array; text: string }[] = [];
    for (const character of this.#shown(text, isRightToLeft)) {
      const file = this.files[Math.max(0, this.#sort(character).index)] ?? new Uint8Array();
      const last = runs.at(-1);
      if (last?.file === file) last.text += character;
      else runs.push({ file, text: character });
    }
    return runs;
  }

  /** Distinct characters of the text that cannot be shown. */
  missing(text: string): string[] {
    const all = [...text.normalize('NFC')].filter((character) => this.#stateOf(character) === 'missing');
    return [...new Set(all)];
  }

  /** In visual order, without invisible characters, and with numbers for missing ones. */
  #shown(text: string, isRightToLeft = false): string {
    let line = '';
    for (const character of text.normalize('NFC')) {
      const state = this.#stateOf(character);
      if (state === 'shown') line += character;
      if (state === 'space') line += ' ';
      if (state === 'missing') line += numbered(character);
      // Reordering needs them; they are removed below.
      if (state === 'invisible') line += character;
    }
    // A font may have a letter and not the forms of it that join.
    const onPaper = (character: string): string =>
      this.#sort(character).index < 0 ? lettersOfForm(character) : character;
    const inOrder = [...visualText(line, isRightToLeft)];
    const visual = inOrder.filter((character) => this.#stateOf(character) !== 'invisible');
    return visual.map(onPaper).join('');
  }

  #stateOf(character: string): 'shown' | 'space' | 'invisible' | 'missing' {
    const { index } = this.#sort(character);
    if (index >= 0 && !SHAPED.test(character)) return 'shown';
    if (SPACE.test(character)) return 'space';
    return INVISIBLE.test(character) ? 'invisible' : 'missing';
  }

  #sort(character: string): Sorted {
    const cached = this.#sorted.get(character);
    if (cached) return cached;
    const point = character.codePointAt(0) ?? 0;
    const isDrawn = !INVISIBLE.test(character) && !MEANINGLESS.test(character);
    const isMark = OVERLAID.test(character) && MARK.test(character);
    const index = isDrawn ? this.#fonts.findIndex((font) => canDraw(font, point, isMark)) : -1;
    const entry = index < 0 ? NOWHERE : { index, glyph: this.#fonts[index]?.glyphOf(point) ?? 0 };
    this.#sorted.set(character, entry);
    return entry;
  }
}

/** Glyphs of marks that must be positioned (OpenType GPOS) would be drawn beside their letter. */
function canDraw(font: TrueTypeFont, point: number, isMark: boolean): boolean {
  const glyph = font.glyphOf(point);
  return glyph !== 0 && (!isMark || (font.advanceOf(glyph) === 0 && font.leftBearingOf(glyph) < 0));
}

function numbered(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** By the bytes that they were read from, which do not change. */
const fonts = new WeakMap<Uint8Array, TrueTypeFont>();
/** By the files that they were read from, which do not change. */
const typefaces = new WeakMap<FontFiles, Typeface>();

/** Cache of parsed fonts by their bytes. */
export function trueTypeFont(bytes: Uint8Array): TrueTypeFont {
  const cached = fonts.get(bytes);
  if (cached) return cached;
  const font = new TrueTypeFont(bytes);
  fonts.set(bytes, font);
  return font;
}

export function typefaceOf(files: FontFiles): Typeface {
  const cached = typefaces.get(files);
  if (cached) return cached;
  const typeface = new Typeface(files instanceof Uint8Array ? [files] : files);
  typefaces.set(files, typeface);
  return typeface;
}

/** Distinct characters of a text that these fonts cannot show; each would be written as its number. */
export function missingCharacters(text: string, font: FontFiles): string[] {
  return typefaceOf(font).missing(text);
}
