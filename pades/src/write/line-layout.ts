import type { Typeface } from '../font/typeface.ts';

export interface LaidLine {
  readonly text: string;
  /** Points. */
  readonly width: number;
}

interface Word {
  readonly text: string;
  /** At size 1. */
  readonly width: number;
}

/**
 * Lines of a text at several font sizes: every word is measured once, so that the time grows with the length of the
 * text alone. Words wrap at spaces, and inside only where one is wider than the line.
 */
export class LineLayout {
  readonly #font: Typeface;
  readonly #paragraphs: readonly (readonly Word[])[];
  readonly #space: number;
  readonly #characters = new Map<Word, readonly Word[]>();

  constructor(font: Typeface, text: string) {
    this.#font = font;
    this.#space = font.width(' ', 1);
    this.#paragraphs = text
      .split(/\r\n|\r|\n/)
      .map((paragraph) =>
        paragraph.split(/[ \t]/).map((word) => ({ text: word, width: font.width(word, 1) })),
      );
  }

  /** The size at which the longest paragraph is as wide as the line. */
  widest(width: number): number {
    const sums = this.#paragraphs.map((words) => {
      const sum = words.reduce((total, word) => total + word.width, 0);
      return sum + (words.length - 1) * this.#space;
    });
    const most = Math.max(0, ...sums);
    return most === 0 ? Number.POSITIVE_INFINITY : width / most;
  }

  lines(width: number, size: number): LaidLine[] {
    return this.#paragraphs
      .flatMap((words) => this.#wrap(words, width / size))
      .map((line) => ({
        text: line.text,
        width: line.width * size,
      }));
  }

  #wrap(words: readonly Word[], room: number): Word[] {
    const lines: Word[] = [];
    let chunks: string[] = [];
    let width = 0;
    const end = (): void => {
      lines.push({ text: chunks.join(''), width });
      chunks = [];
      width = 0;
    };
    for (const word of words) {
      const isLong = word.width > room;
      for (const [index, chunk] of (isLong ? this.#charactersOf(word) : [word]).entries()) {
        const gap = index > 0 || chunks.length === 0 ? 0 : this.#space;
        if (chunks.length > 0 && width + gap + chunk.width > room) end();
        else if (gap > 0) chunks.push(' ');
        width += (chunks.length === 0 ? 0 : gap) + chunk.width;
        chunks.push(chunk.text);
      }
    }
    end();
    return lines;
  }

  #charactersOf(word: Word): readonly Word[] {
    const cached = this.#characters.get(word);
    if (cached) return cached;
    const characters = [...word.text].map((text) => ({ text, width: this.#font.width(text, 1) }));
    this.#characters.set(word, characters);
    return characters;
  }
}
