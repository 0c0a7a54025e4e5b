import type { PrintedBox, PrintedLine, PrintedPage, PrintedWord } from '@paraph/domain';
import { type PageGeometry, userRectToDisplayed } from '@paraph/pades';
import type { Raster, ViewedDocument } from './pdfium.ts';
import type { Glyph, Rect } from './pdfium-glyphs.ts';
import { findLines, type Ink } from './printed-lines.ts';

/** Letters that are smaller are not read by people. */
const FONT_POINTS_MIN = 4;
/** Characters that make a line to write on. */
const LEADER = /^[_.…·‥∙․\-–—‗ˍ˙]$/u;
const LEADERS_MIN = 4;
/** A leader of which one character is as long as several dots. */
const LONG_LEADER = /^[…—‗]$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const PIXELS_PER_POINT = 2;
const PIXELS_MAX = 4_000_000;
/** Difference of lightness, of 255, by which letters stand out from their ground. */
const CONTRAST_MIN = 48;
/** The share of a letter's contrast that its thinnest strokes still have in the picture. */
const STROKE_SHARE = 0.35;
/** Two words that cover one another so far cannot both be read. */
const COVERED_SHARE = 0.4;

/** Letters as displayed, in points. */
interface Letter extends PrintedBox {
  char: string;
  fontSize: number;
  colour: number;
}

interface Run extends PrintedWord {
  colour: number;
  isLeader: boolean;
}

/** The letters of a page as words and as lines to write on; `read` leaves out what its picture does not show. */
export class PageReading {
  readonly #document: ViewedDocument;
  readonly #index: number;
  readonly #geometry: PageGeometry;
  readonly #size: { width: number; height: number };
  readonly #runs: Run[];
  #picture: Picture | null = null;

  constructor(document: ViewedDocument, index: number, geometry: PageGeometry) {
    this.#document = document;
    this.#index = index;
    this.#geometry = geometry;
    this.#size = document.sizeOf(index);
    this.#runs = runsOf(document.readGlyphs(index).map((glyph) => this.#letter(glyph)));
  }

  /** Words before it is known which of them are seen. */
  get words(): PrintedWord[] {
    return this.#runs.filter(({ isLeader }) => !isLeader).map(toWord);
  }

  /** What can be seen of it; the page is drawn. */
  read(): PrintedPage {
    const { width, height } = this.#size;
    const picture = this.#draw();
    const seen = this.#seen();
    const words = seen.filter(({ isLeader }) => !isLeader).map(toWord);
    const drawn = picture.linesBeside(words);
    const leaders = seen.filter(({ isLeader }) => isLeader).map(lineOf);
    const taken = this.#document
      .widgetRects(this.#index)
      .map((rect) => this.#displayed(rect))
      .filter((box) => box.width * box.height < (width * height) / 4);
    return {
      page: this.#index + 1,
      ...this.#size,
      words,
      horizontals: [
        ...leaders,
        ...drawn.horizontals.filter((line) => !leaders.some((each) => isSame(each, line))),
      ],
      verticals: drawn.verticals,
      taken,
    };
  }

  /** The words that can be seen; the page is drawn. */
  readWords(): PrintedWord[] {
    return this.#seen()
      .filter(({ isLeader }) => !isLeader)
      .map(toWord);
  }

  /** The colour that most of a box has, 0xRRGGBB. */
  groundOf(box: PrintedBox): number {
    return this.#draw().groundOf(box);
  }

  #seen(): Run[] {
    const picture = this.#draw();
    return withoutCovered(this.#runs.filter((run) => picture.shows(run)));
  }

  #draw(): Picture {
    if (this.#picture) return this.#picture;
    const { width, height } = this.#size;
    const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(PIXELS_MAX / (width * height)));
    const pixels = (points: number) => Math.max(1, Math.round(points * scale));
    this.#picture = new Picture(this.#document.draw(this.#index, pixels(width), pixels(height)), this.#size);
    return this.#picture;
  }

  #letter(glyph: Glyph): Letter | null {
    if (glyph.isHidden || glyph.char === ' ') return null;
    const ink = this.#displayed(glyph.box);
    const isOnPage = ink.x >= -1 && ink.y >= -1 && ink.x + ink.width <= this.#size.width + 1;
    if (!isOnPage || ink.y + ink.height > this.#size.height + 1 || glyph.fontSize < FONT_POINTS_MIN)
      return null;
    return { ...ink, char: glyph.char, fontSize: glyph.fontSize, colour: glyph.colour };
  }

  #displayed(rect: Rect): PrintedBox {
    const { posX, posY, width, height } = userRectToDisplayed(this.#geometry, rect);
    const { width: pageWidth, height: pageHeight } = this.#size;
    return {
      x: (posX / 100) * pageWidth,
      y: (posY / 100) * pageHeight,
      width: (width / 100) * pageWidth,
      height: (height / 100) * pageHeight,
    };
  }
}

function toWord({ text, x, y, width, height, fontSize }: Run): PrintedWord {
  return { text, x, y, width, height, fontSize };
}

/** The upper edge of its characters, which nothing is to cover. */
function lineOf({ x, y, width }: Run): PrintedLine {
  return { from: x, to: x + width, at: y };
}

/** Those that pass through words, and the others that are no parts of them. */
function joined(through: readonly PrintedLine[], beside: readonly PrintedLine[]): PrintedLine[] {
  const isPart = (line: PrintedLine) =>
    through.some(
      (whole) => Math.abs(whole.at - line.at) < 2 && line.from > whole.from - 4 && line.to < whole.to + 4,
    );
  return [...through, ...beside.filter((line) => !isPart(line))];
}

function isSame(one: PrintedLine, other: PrintedLine): boolean {
  const shared = Math.min(one.to, other.to) - Math.max(one.from, other.from);
  return Math.abs(one.at - other.at) < 6 && shared > 0.5 * Math.min(one.to - one.from, other.to - other.from);
}

/** Words, and rows of characters that make a line; null parts them. */
function runsOf(letters: readonly (Letter | null)[]): Run[] {
  const runs: Run[] = [];
  let open: Letter[] = [];
  const close = () => {
    if (open.length > 0) runs.push(...splitBraces(open).flatMap(splitLeaders));
    open = [];
  };
  for (const [index, letter] of letters.entries()) {
    const last = open.at(-1);
    // Rows of dots may have spaces between them.
    const isSpaced = letter === null && isLeader(last) && isLeader(letters[index + 1]);
    if (isSpaced) continue;
    if (letter === null || (last && !follows(last, letter))) close();
    if (letter) open.push(letter);
  }
  close();
  return runs;
}

function isLeader(letter: Letter | null | undefined): boolean {
  return letter !== null && letter !== undefined && LEADER.test(letter.char);
}

function follows(last: Letter, next: Letter): boolean {
  const height = Math.max(last.fontSize, next.fontSize);
  const isBeside = Math.abs(last.y + last.height - next.y - next.height) < height * 0.9;
  const gap = Math.max(next.x - last.x - last.width, last.x - next.x - next.width);
  // Ligatures of Arabic come in another order than they are read.
  const isSwapped = RIGHT_TO_LEFT.test(last.char) && RIGHT_TO_LEFT.test(next.char);
  return isBeside && gap < height * (isLeader(last) && isLeader(next) ? 0.8 : isSwapped ? 0.55 : 0.35);
}

/** `Name:{{name}}` is a word and a tag. */
function splitBraces(letters: readonly Letter[]): Letter[][] {
  const isPair = (at: number, brace: string) =>
    letters[at]?.char === brace && letters[at + 1]?.char === brace;
  const pieces: Letter[][] = [[]];
  for (const [at, letter] of letters.entries()) {
    const isBegun = isPair(at, '{') && letters[at - 1]?.char !== '{';
    const isEnded = at > 1 && isPair(at - 2, '}') && letter.char !== '}';
    if (isBegun || isEnded) pieces.push([]);
    pieces.at(-1)?.push(letter);
  }
  return pieces.filter(({ length }) => length > 0);
}

/** `Name:____` is a word and a line. */
function splitLeaders(letters: readonly Letter[]): Run[] {
  const pieces: Letter[][] = [];
  for (const letter of letters) {
    const piece = pieces.at(-1);
    if (piece && isLeader(piece.at(-1)) === isLeader(letter)) piece.push(letter);
    else pieces.push([letter]);
  }
  const isLine = (piece: readonly Letter[]) =>
    isLeader(piece[0]) &&
    (piece.length >= LEADERS_MIN || (piece.length > 1 && LONG_LEADER.test(piece[0]?.char ?? '')));
  const runs: Run[] = [];
  let words: Letter[] = [];
  for (const piece of pieces) {
    if (!isLine(piece)) {
      words.push(...piece);
      continue;
    }
    if (words.length > 0) runs.push(toRun(words, false));
    words = [];
    runs.push(toRun(piece, true));
  }
  if (words.length > 0) runs.push(toRun(words, false));
  return runs;
}

function toRun(letters: readonly Letter[], isLine: boolean): Run {
  const x = Math.min(...letters.map((each) => each.x));
  const y = Math.min(...letters.map((each) => each.y));
  return {
    text: inOrder(letters)
      .map(({ char }) => char)
      .join('')
      .normalize('NFKC'),
    x,
    y,
    width: Math.max(...letters.map((each) => each.x + each.width)) - x,
    height: Math.max(...letters.map((each) => each.y + each.height)) - y,
    fontSize: Math.max(...letters.map((each) => each.fontSize)),
    colour: letters[0]?.colour ?? 0,
    isLeader: isLine,
  };
}

/** Letters that are written from right to left in the order of reading, which ligatures change in the file. */
function inOrder(letters: readonly Letter[]): readonly Letter[] {
  const isRightToLeft = letters.some(({ char }) => RIGHT_TO_LEFT.test(char));
  return isRightToLeft && !letters.some(({ char }) => char === '{' || char === '}')
    ? [...letters].sort((one, other) => other.x + other.width - one.x - one.width)
    : letters;
}

/** Of words that lie over one another none can be trusted, unless they say the same (bold that is painted twice). */
function withoutCovered(runs: readonly Run[]): Run[] {
  const sorted = [...runs].sort((one, other) => one.y - other.y);
  const dropped = new Set<Run>();
  for (const [index, run] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next] as Run;
      if (other.y >= run.y + run.height) break;
      if (run.isLeader !== other.isLeader || coveredShare(run, other) < COVERED_SHARE) continue;
      dropped.add(other);
      if (run.text !== other.text) dropped.add(run);
    }
  }
  return runs.filter((run) => !dropped.has(run));
}

function coveredShare(one: PrintedBox, other: PrintedBox): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.max(1, Math.min(one.width * one.height, other.width * other.height));
}

/** The page as it is shown, in greys. */
class Picture {
  readonly scale: number;
  readonly #pixels: Uint8Array;
  readonly #grey: Uint8Array;
  readonly #width: number;
  readonly #height: number;

  constructor({ pixels, width, height }: Raster, size: { width: number; height: number }) {
    this.scale = width / size.width;
    this.#pixels = pixels;
    this.#width = width;
    this.#height = height;
    this.#grey = new Uint8Array(width * height);
    for (let at = 0; at < this.#grey.length; at += 1) {
      const blue = pixels[at * 4] ?? 0;
      this.#grey[at] = (blue * 29 + (pixels[at * 4 + 1] ?? 0) * 150 + (pixels[at * 4 + 2] ?? 0) * 77) >> 8;
    }
  }

  /** Whether the letters stand out from their ground, in about their own colour. */
  shows({ x, y, width, height, colour }: Run): boolean {
    const [left, right] = [this.#clamp(x - 1, this.#width), this.#clamp(x + width + 1, this.#width)];
    const [top, bottom] = [this.#clamp(y - 1, this.#height), this.#clamp(y + height + 1, this.#height)];
    const counts = new Uint32Array(16);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const shade = this.#at(column, row) >> 4;
        counts[shade] = (counts[shade] ?? 0) + 1;
      }
    }
    const ground = counts.indexOf(Math.max(...counts)) * 16 + 8;
    const ink = greyOf(colour);
    const contrast = ink - ground;
    if (Math.abs(contrast) < CONTRAST_MIN) return false;
    const edge = ground + contrast * STROKE_SHARE;
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const grey = this.#at(column, row);
        if (contrast < 0 ? grey <= edge : grey >= edge) return true;
      }
    }
    return false;
  }

  groundOf({ x, y, width, height }: PrintedBox): number {
    const counts = new Map<number, number>();
    const right = this.#clamp(x + width, this.#width);
    for (let row = this.#clamp(y, this.#height); row < this.#clamp(y + height, this.#height); row += 1) {
      for (let column = this.#clamp(x, this.#width); column < right; column += 1) {
        const at = (row * this.#width + column) * 4;
        const [blue = 0, green = 0, red = 0] = this.#pixels.subarray(at, at + 3);
        const colour = (red << 16) | (green << 8) | blue;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    }
    return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [0xffffff, 0])[0];
  }

  /** The lines that are drawn: those that pass through words are long and without any gap. */
  linesBeside(words: readonly PrintedWord[]): ReturnType<typeof findLines> {
    const paper = this.#paper();
    const ink = new Uint8Array(this.#grey.length);
    for (let at = 0; at < ink.length; at += 1) ink[at] = paper - (this.#grey[at] ?? 0) >= INK_MIN ? 1 : 0;
    const picture: Ink = { ink, width: this.#width, height: this.#height };
    const through = findLines(picture, this.scale, { isUnbroken: true });
    this.#erase(ink, words);
    const beside = findLines(picture, this.scale, { isUnbroken: false });
    return {
      horizontals: joined(through.horizontals, beside.horizontals),
      verticals: joined(through.verticals, beside.verticals),
    };
  }

  #erase(ink: Uint8Array, words: readonly PrintedWord[]): void {
    for (const { x, y, width, height } of words) {
      const [left, right] = [this.#clamp(x, this.#width), this.#clamp(x + width, this.#width)];
      const [top, bottom] = [this.#clamp(y, this.#height), this.#clamp(y + height, this.#height)];
      for (let row = top; row < bottom; row += 1)
        ink.fill(0, row * this.#width + left, row * this.#width + right);
    }
  }

  #paper(): number {
    const counts = new Uint32Array(256);
    for (let at = 0; at < this.#grey.length; at += 7) {
      const shade = this.#grey[at] ?? 0;
      counts[shade] = (counts[shade] ?? 0) + 1;
    }
    return counts.indexOf(Math.max(...counts));
  }

  #at(column: number, row: number): number {
    return this.#grey[row * this.#width + column] ?? 0xff;
  }

  #clamp(points: number, most: number): number {
    return Math.min(Math.max(0, Math.round(points * this.scale)), most);
  }
}

/** Lightness, of 255, by which a hairline is darker than the paper; a yellow marker is less so. */
const INK_MIN = 32;

function greyOf(colour: number): number {
  return ((colour & 0xff) * 29 + ((colour >> 8) & 0xff) * 150 + ((colour >> 16) & 0xff) * 77) >> 8;
}
