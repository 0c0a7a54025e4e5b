import { wrapText } from '../appearance/fit-text.ts';
import type { Colour, DrawOperation, MarkedOperation } from '../drawing/drawing.ts';
import { type FontFiles, typefaceOf } from '../font/typeface.ts';
import type { ElementRole, MarkedContent, TaggedElement, TaggedPage } from './tagged-document.ts';

export interface FlowOptions {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly fonts: { readonly regular: FontFiles; readonly bold: FontFiles };
  readonly colours: { readonly ink: Colour; readonly muted: Colour; readonly line: Colour };
  readonly isRightToLeft: boolean;
}

export interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly isMuted?: boolean;
  /** Points before the text; none at the top of a page. */
  readonly before?: number;
  /** Points kept free at the end of the line. */
  readonly keepFree?: number;
}

export interface TableColumn {
  readonly title: string;
  /** Share of the width. */
  readonly share: number;
}

const LEADING = 1.42;
const CELL_SIZE = 8.5;
const LABEL_SHARE = 0.24;
/** A longer cell is cut: a row stays on one page. */
const CELL_LINES_MAX = 24;

/**
 * Lays texts, lists and tables out on as many pages as they need, and keeps the structure that assistive technology
 * reads. Positions count from the top.
 */
export class DocumentFlow {
  readonly #options: FlowOptions;
  readonly #pages: MarkedOperation[][] = [[]];
  readonly #marks: number[] = [0];
  readonly #elements: TaggedElement[] = [];
  #top: number;

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#top = options.margin;
  }

  get top(): number {
    return this.#top;
  }

  get #room(): number {
    return this.#options.width - 2 * this.#options.margin;
  }

  text(role: ElementRole, text: string, style: TextStyle): void {
    this.#elements.push({ role, children: this.#block(text, style) });
  }

  /** Keeps so many points together with what follows. */
  keepTogether(height: number): void {
    this.#ensure(height);
  }

  space(points: number): void {
    if (this.#top > this.#options.margin) this.#top += points;
  }

  /** A figure at the end of the line, from so many points below the top of the page; does not move the text. */
  figure(alternative: string, top: number, size: { width: number; height: number; draw: Draw }): void {
    const { margin, height } = this.#options;
    const x = this.#x(margin + this.#room - size.width, size.width);
    const content = size.draw(x, height - top - size.height);
    this.#elements.push({ role: 'Figure', alternative, children: [this.#mark('Figure', content)] });
  }

  /** A figure at the beginning of the line, above what follows. */
  picture(alternative: string, size: { width: number; height: number; draw: Draw }): void {
    const { margin, height } = this.#options;
    this.#ensure(size.height);
    const content = size.draw(this.#x(margin, size.width), height - this.#top - size.height);
    this.#elements.push({ role: 'Figure', alternative, children: [this.#mark('Figure', content)] });
    this.#top += size.height;
  }

  /** Label and value on each line. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void {
    const { margin } = this.#options;
    const labelWidth = this.#room * LABEL_SHARE;
    const children = rows.map(([label, value]) => {
      const cells = [
        { text: label, x: margin, width: labelWidth - 8, isMuted: true },
        { text: value, x: margin + labelWidth, width: this.#room - labelWidth },
      ];
      const mark = this.#row('LBody', cells, 1.5);
      return { role: 'LI', children: [{ role: 'LBody', children: mark }] } as const;
    });
    this.#elements.push({ role: 'L', children });
  }

  list(items: readonly string[]): void {
    const { margin } = this.#options;
    const children = items.map((item) => {
      const cells = [
        { text: '–', x: margin, width: 10, isMuted: true },
        { text: item, x: margin + 12, width: this.#room - 12 },
      ];
      return { role: 'LI', children: [{ role: 'LBody', children: this.#row('LBody', cells, 2) }] } as const;
    });
    this.#elements.push({ role: 'L', children });
  }

  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): void {
    const columnBoxes: { x: number; width: number }[] = [];
    let x = this.#options.margin;
    for (const { share } of columns) {
      columnBoxes.push({ x, width: share * this.#room - 8 });
      x += share * this.#room;
    }
    const cellsOf = (texts: readonly string[], isHead: boolean): Cell[] =>
      columnBoxes.map((column, index) => ({
        ...column,
        text: texts[index] ?? '',
        isBold: isHead,
        isMuted: isHead,
      }));
    const titles = cellsOf(
      columns.map(({ title }) => title),
      true,
    );
    this.#ensure(3 * CELL_SIZE * LEADING);
    const children: TaggedElement[] = [this.#tableRow('TH', titles)];
    for (const row of rows) {
      const cells = cellsOf(row, false);
      if (this.#ensure(this.#heightOf(cells) + 6)) this.#repeat(titles);
      children.push(this.#tableRow('TD', cells));
    }
    this.#elements.push({ role: 'Table', children });
  }

  /** Decoration that is not read aloud; `draw` gets the page's height. */
  artifact(content: readonly DrawOperation[]): void {
    this.#page.push({ kind: 'marked', role: 'Artifact', id: null, content });
  }

  /** `decorate`: what every page shows besides, as an artifact. */
  finish(decorate: (page: number, count: number) => readonly DrawOperation[]): {
    pages: TaggedPage[];
    elements: readonly TaggedElement[];
  } {
    const { width, height } = this.#options;
    const count = this.#pages.length;
    const pages = this.#pages.map((content, index) => {
      const more = {
        kind: 'marked',
        role: 'Artifact',
        id: null,
        content: decorate(index + 1, count),
      } as const;
      return { width, height, content: [more, ...content] };
    });
    return { pages, elements: this.#elements };
  }

  get #page(): MarkedOperation[] {
    return this.#pages.at(-1) ?? [];
  }

  /** Places mirrored where lines begin at the right. */
  #x(x: number, width: number): number {
    return this.#options.isRightToLeft ? this.#options.width - x - width : x;
  }

  #mark(role: ElementRole, content: readonly DrawOperation[]): MarkedContent {
    const page = this.#pages.length - 1;
    const id = this.#marks[page] ?? 0;
    this.#marks[page] = id + 1;
    this.#page.push({ kind: 'marked', role, id, content });
    return { page, id };
  }

  /** Begins a page when there is no room; returns whether it did. */
  #ensure(height: number): boolean {
    const { margin, height: pageHeight } = this.#options;
    if (this.#top + height <= pageHeight - margin || this.#top === margin) return false;
    this.#pages.push([]);
    this.#marks.push(0);
    this.#top = margin;
    return true;
  }

  #block(text: string, { size, isBold, isMuted, before = 0, keepFree = 0 }: TextStyle): MarkedContent[] {
    const { margin, fonts } = this.#options;
    const width = this.#room - keepFree;
    const lines = wrapText(typefaceOf(isBold ? fonts.bold : fonts.regular), text, { width, size });
    this.#ensure(before + size * LEADING);
    this.space(before);
    const marks: MarkedContent[] = [];
    let drawn: DrawOperation[] = [];
    const end = (): void => {
      if (drawn.length > 0) marks.push(this.#mark('P', drawn));
      drawn = [];
    };
    for (const line of lines) {
      if (this.#top + size * LEADING > this.#options.height - margin) end();
      this.#ensure(size * LEADING);
      drawn.push(this.#line({ text: line, x: margin, width, isBold, isMuted }, size, this.#top));
      this.#top += size * LEADING;
    }
    end();
    return marks;
  }

  #line({ text, x, width, isBold, isMuted }: Cell, size: number, top: number): DrawOperation {
    const { fonts, colours, height, isRightToLeft } = this.#options;
    const font = isBold ? fonts.bold : fonts.regular;
    const natural = typefaceOf(font).width(text, size);
    const left = isRightToLeft ? this.#x(x, width) + width - natural : x;
    const y = height - top - size * 1.06;
    const colour = isMuted ? colours.muted : colours.ink;
    return { kind: 'text', x: left, y, size, text, font, colour, isRightToLeft };
  }

  #linesOf({ text, width, isBold }: Cell): string[] {
    const { fonts } = this.#options;
    const font = typefaceOf(isBold ? fonts.bold : fonts.regular);
    const lines = wrapText(font, text, { width, size: CELL_SIZE });
    if (lines.length <= CELL_LINES_MAX) return lines;
    return [...lines.slice(0, CELL_LINES_MAX - 1), '…'];
  }

  #heightOf(cells: readonly Cell[]): number {
    return Math.max(...cells.map((cell) => this.#linesOf(cell).length)) * CELL_SIZE * LEADING;
  }

  #draw(cell: Cell): DrawOperation[] {
    return this.#linesOf(cell).map((text, index) =>
      this.#line({ ...cell, text }, CELL_SIZE, this.#top + index * CELL_SIZE * LEADING),
    );
  }

  /** All cells as one piece of marked content. */
  #row(role: ElementRole, cells: readonly Cell[], after: number): MarkedContent[] {
    const height = this.#heightOf(cells);
    this.#ensure(height);
    const mark = this.#mark(
      role,
      cells.flatMap((cell) => this.#draw(cell)),
    );
    this.#top += height + after;
    return [mark];
  }

  #tableRow(role: 'TH' | 'TD', cells: readonly Cell[]): TaggedElement {
    const children = cells.map((cell) => ({ role, children: [this.#mark(role, this.#draw(cell))] }));
    this.#endRow(cells);
    return { role: 'TR', children };
  }

  /** The titles again on a further page, for the eye alone. */
  #repeat(titles: readonly Cell[]): void {
    this.artifact(titles.flatMap((cell) => this.#draw(cell)));
    this.#endRow(titles);
  }

  #endRow(cells: readonly Cell[]): void {
    const { margin, width, height, colours } = this.#options;
    this.#top += this.#heightOf(cells) + 3;
    const y = height - this.#top;
    const rule = { kind: 'line', width: 0.5, colour: colours.line } as const;
    this.artifact([{ ...rule, from: [margin, y], to: [width - margin, y] }]);
    this.#top += 3;
  }
}

type Draw = (left: number, bottom: number) => readonly DrawOperation[];

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly isBold?: boolean | undefined;
  readonly isMuted?: boolean | undefined;
}
