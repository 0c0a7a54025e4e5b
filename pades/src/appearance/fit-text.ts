import type { Typeface } from '../font/typeface.ts';

export interface FittedText {
  readonly text: string;
  readonly size: number;
}

export interface TextArea {
  readonly width: number;
  readonly sizeMax: number;
  /** Minimum font size; longer text is cut. */
  readonly sizeMin: number;
}

/** Fits a line of text at the largest size; cuts it with an ellipsis at the smallest. */
export function fitText(font: Typeface, text: string, room: TextArea): FittedText {
  const line = text.replace(/\s+/gu, ' ').trim();
  const natural = font.width(line, 1);
  const size = natural === 0 ? room.sizeMax : Math.min(room.sizeMax, room.width / natural);
  if (size >= room.sizeMin) return { text: line, size };
  const characters = [...line];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const cut = `${characters.slice(0, middle).join('').trimEnd()}…`;
    if (font.width(cut, room.sizeMin) <= room.width) low = middle;
    else high = middle - 1;
  }
  const cut = `${characters.slice(0, low).join('').trimEnd()}…`;
  return { text: font.width(cut, room.sizeMin) <= room.width ? cut : '', size: room.sizeMin };
}

/** Wraps text to `width` at spaces, and inside a word, after a hyphen where it has one, only when it is too wide. */
export function wrapText(
  font: Typeface,
  text: string,
  room: { readonly width: number; readonly size: number },
): string[] {
  const fits = (line: string): boolean => font.width(line, room.size) <= room.width;
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = '';
    for (const word of paragraph.split(/ +/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const character of word) {
        if (line !== '' && !fits(line + character)) {
          const hyphen = line.lastIndexOf('-') + 1;
          const end = hyphen > 0 && fits(line.slice(hyphen) + character) ? hyphen : line.length;
          lines.push(line.slice(0, end));
          line = line.slice(end);
        }
        line += character;
      }
    }
    lines.push(line);
  }
  return lines;
}
