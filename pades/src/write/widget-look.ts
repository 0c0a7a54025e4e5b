import type { Colour, DrawOperation } from '../drawing/drawing.ts';
import { type FontFiles, typefaceOf } from '../font/typeface.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { FieldFacts } from '../pdf/field-facts.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import { isArray, isString, nameOf, type PdfDict, type PdfValue } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { LineLayout } from './line-layout.ts';

/** Appearances of existing fields that have none, from their values, as viewers draw them. */

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface WidgetLook {
  readonly widget: PdfDict;
  /** Among the widgets of its field. */
  readonly index: number;
  readonly font: FontFiles;
  /** Draws only border and background, without the value. */
  readonly isEmptied: boolean;
  /** What may still be drawn of the whole form. */
  readonly budget: { characters: number };
}

const BLACK: Colour = [0, 0, 0];
/** The selected options of a list. */
const SELECTED: Colour = [153, 193, 218];
const USUAL_POINTS = 12;
const LEAST_POINTS = 4;
const MOST_CELLS = 1_000;
/** Marks of /CA in ZapfDingbats (ISO 32000-1 Table 189): a circle, a cross, a square; others are drawn as a tick. */
const DOT = 'l';
const CROSS = '8';
const SQUARE = 'n';

/** The appearance in points from the lower left corner of the field as displayed, and the characters in it. */
export function drawWidget(
  document: PdfDocument,
  { widget, index, font, isEmptied, budget }: WidgetLook,
  size: Size,
): DrawOperation[] {
  const facts = new FieldFacts(document, widget);
  const look = lookOf(document, widget, facts);
  const frame = frameOf(look, size);
  const { type } = facts;
  if (isEmptied) return type === 'Btn' ? [] : frame;
  const context = { facts, look, font, size };
  if (type === 'Btn' && !facts.has('pushButton'))
    return isOn(facts, widget, index) ? [...frame, ...markOf(look, size)] : frame;
  const isList = type === 'Ch' && !facts.has('combo');
  const texts = isList ? visibleOptions(context).map(({ label }) => label) : [shownText(facts, look)];
  budget.characters -= texts.join('').length;
  if (budget.characters < 0)
    throw new PdfRefusal('limit', 'The form holds too much text without appearance. Print it to a new PDF.');
  return [...frame, ...(isList ? listOf(context) : textOf(context, texts.join('')))];
}

interface Look {
  readonly background: Colour | null;
  readonly border: Colour | null;
  readonly borderWidth: number;
  readonly isUnderlined: boolean;
  /** /CA: the mark of a checkbox or radio, the words of a push button. */
  readonly caption: string;
  readonly isRound: boolean;
}

interface Context {
  readonly facts: FieldFacts;
  readonly look: Look;
  readonly font: FontFiles;
  readonly size: Size;
}

function lookOf(document: PdfDocument, widget: PdfDict, facts: FieldFacts): Look {
  const characteristics = document.dict(widget, 'MK');
  const style = document.dict(widget, 'BS');
  const caption = document.resolve(characteristics?.entries.get('CA'));
  const mark = isString(caption) ? decodeTextString(caption.bytes) : facts.has('radio') ? DOT : '';
  const width = document.resolve(style?.entries.get('W'));
  return {
    background: colourOf(document, characteristics?.entries.get('BG')),
    border: colourOf(document, characteristics?.entries.get('BC')),
    borderWidth: typeof width === 'number' && width >= 0 ? width : 1,
    isUnderlined: nameOf(document.resolve(style?.entries.get('S'))) === 'U',
    caption: mark,
    isRound: facts.type === 'Btn' && !facts.has('pushButton') && mark === DOT,
  };
}

function colourOf(document: PdfDocument, value: PdfValue | undefined): Colour | null {
  const list = document.resolve(value);
  const components = isArray(list) ? list.items.map((item) => document.resolve(item)) : [];
  return rgbOf(components.filter((component) => typeof component === 'number'));
}

/** Gray, RGB or CMYK, by the number of parts; null without any. */
function rgbOf(components: readonly number[]): Colour | null {
  const shade = (component: number): number => Math.round(Math.min(1, Math.max(0, component)) * 255);
  const [first = 0, second = 0, third = 0, black = 0] = components;
  if (components.length === 1) return [shade(first), shade(first), shade(first)];
  if (components.length === 3) return [shade(first), shade(second), shade(third)];
  if (components.length !== 4) return null;
  const mixed = (ink: number): number => shade((1 - ink) * (1 - black));
  return [mixed(first), mixed(second), mixed(third)];
}

function frameOf(
  { background, border, borderWidth, isUnderlined, isRound }: Look,
  size: Size,
): DrawOperation[] {
  const { width, height } = size;
  const line = Math.min(borderWidth, width / 2, height / 2);
  const inside = { x: 0, y: 0, width, height };
  if (isRound) {
    const side = Math.min(width, height);
    const round = { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
    return [
      ...(background ? [{ kind: 'ellipse', ...round, outline: null, colour: background } as const] : []),
      ...(border && line > 0 ? [{ kind: 'ellipse', ...round, outline: line, colour: border } as const] : []),
    ];
  }
  const fill = (colour: Colour, box: typeof inside): DrawOperation => ({ kind: 'box', ...box, colour });
  const bottom = { ...inside, height: line };
  const otherStates = [
    { ...inside, y: height - line, height: line },
    { ...inside, width: line },
    { ...inside, x: width - line, width: line },
  ];
  const sides = border && line > 0 ? (isUnderlined ? [bottom] : [bottom, ...otherStates]) : [];
  return [
    ...(background ? [fill(background, inside)] : []),
    ...sides.map((side) => fill(border ?? BLACK, side)),
  ];
}

/** A state of its own counts before the value of its field. */
function isOn(facts: FieldFacts, widget: PdfDict, index: number): boolean {
  const state = nameOf(widget.entries.get('AS'));
  if (state !== null) return state !== 'Off';
  const value = facts.state ?? 'Off';
  return facts.has('radio') ? value === String(index) : value !== 'Off';
}

function markOf({ caption }: Look, { width, height }: Size): DrawOperation[] {
  const unit = Math.min(width, height);
  const point = (x: number, y: number): [number, number] => [
    (width - unit) / 2 + x * unit,
    (height - unit) / 2 + y * unit,
  ];
  const line = (from: readonly [number, number], to: readonly [number, number]): DrawOperation => ({
    kind: 'line',
    from: point(...from),
    to: point(...to),
    width: unit / 9,
    colour: BLACK,
  });
  const [x, y] = point(0.3, 0.3);
  const middle = { x, y, width: 0.4 * unit, height: 0.4 * unit, colour: BLACK };
  switch (caption) {
    case DOT:
      return [{ kind: 'ellipse', ...middle, outline: null }];
    case SQUARE:
      return [{ kind: 'box', ...middle }];
    case CROSS:
      return [line([0.25, 0.25], [0.75, 0.75]), line([0.25, 0.75], [0.75, 0.25])];
    default:
      return [line([0.22, 0.5], [0.42, 0.26]), line([0.42, 0.26], [0.78, 0.76])];
  }
}

/** Of a choice the label, of a password as many asterisks, of a push button its words. */
function shownText(facts: FieldFacts, { caption }: Look): string {
  if (facts.has('pushButton') && facts.type === 'Btn') return caption;
  const [text = ''] = facts.texts;
  if (facts.type === 'Ch') return facts.options.find(({ value }) => value === text)?.label ?? text;
  return facts.has('password') ? '*'.repeat(Math.min(text.length, MOST_CELLS)) : text;
}

function textOf({ facts, look, font, size }: Context, text: string): DrawOperation[] {
  if (text === '') return [];
  const { fontSize, colour } = facts.defaultAppearance;
  const isButton = facts.type === 'Btn';
  const align = isButton ? 1 : (facts.integer('Q') ?? 0);
  const block = { text, font, fontSize, align, colour: rgbOf(colour) ?? BLACK, inset: insetOf(look) };
  const cells = facts.integer('MaxLen');
  if (facts.type === 'Tx' && facts.has('comb') && cells !== null && cells > 0 && cells <= MOST_CELLS)
    return layOutCells({ ...block, cells }, size);
  return facts.type === 'Tx' && facts.has('multiline') ? layOutBlock(block, size) : layOutLine(block, size);
}

function insetOf({ border, borderWidth }: Look): number {
  return border ? Math.max(2, 2 * borderWidth) : 2;
}

interface TextBlock {
  readonly text: string;
  readonly font: FontFiles;
  /** 0: as large as the field allows. */
  readonly fontSize: number;
  readonly colour: Colour;
  /** /Q: left, centred, right. */
  readonly align: number;
  readonly inset: number;
}

interface Line {
  readonly text: string;
  readonly width: number;
  readonly size: number;
  /** Upper edge. */
  readonly top: number;
}

function drawLine(
  block: TextBlock,
  line: Line,
  room: { readonly x: number; readonly width: number },
): DrawOperation {
  const { ascender, unitsPerEm } = typefaceOf(block.font).main;
  const slack = room.width - line.width;
  const x = room.x + (block.align === 1 ? slack / 2 : block.align === 2 ? slack : 0);
  const y = line.top - (line.size * ascender) / unitsPerEm;
  return { kind: 'text', x, y, size: line.size, text: line.text, font: block.font, colour: block.colour };
}

function leadingOf(font: FontFiles): number {
  const { ascender, descender, unitsPerEm } = typefaceOf(font).main;
  return (ascender - descender) / unitsPerEm;
}

/** One line in the middle; a longer text gets smaller. */
function layOutLine(block: TextBlock, { width, height }: Size): DrawOperation[] {
  const room = Math.max(1, width - 2 * block.inset);
  const text = block.text.replace(/\s+/gu, ' ');
  const layout = new LineLayout(typefaceOf(block.font), text);
  const leading = leadingOf(block.font);
  const usual = block.fontSize || Math.max(LEAST_POINTS, (height - block.inset) / leading);
  const size = Math.min(usual, layout.widest(room));
  const top = (height + size * leading) / 2;
  const line = { text, width: size / layout.widest(1), size, top };
  return [drawLine(block, line, { x: block.inset, width: room })];
}

/** Lines from the top, which get smaller until all fit. */
function layOutBlock(block: TextBlock, { width, height }: Size): DrawOperation[] {
  const room = { width: Math.max(1, width - 2 * block.inset), height: Math.max(1, height - 2 * block.inset) };
  const layout = new LineLayout(typefaceOf(block.font), block.text);
  const leading = leadingOf(block.font);
  let size = block.fontSize || USUAL_POINTS;
  let lines = layout.lines(room.width, size);
  while (size > LEAST_POINTS && lines.length * size * leading > room.height) {
    size = Math.max(LEAST_POINTS, size * 0.93);
    lines = layout.lines(room.width, size);
  }
  return lines
    .slice(0, Math.max(1, Math.floor(room.height / (size * leading) + 1e-6)))
    .map((line, index) => ({ ...line, size, top: height - block.inset - index * size * leading }))
    .map((line) => drawLine(block, line, { x: block.inset, width: room.width }));
}

/** A character in each of equal cells (ISO 32000-1 Table 228, Comb). */
function layOutCells(
  block: TextBlock & { readonly cells: number },
  { width, height }: Size,
): DrawOperation[] {
  const font = typefaceOf(block.font);
  const cell = width / block.cells;
  const leading = leadingOf(block.font);
  const size = Math.min(block.fontSize || height * 0.6, cell / font.width('W', 1));
  const characters = [...block.text].slice(0, block.cells);
  const free = block.cells - characters.length;
  const skipped = block.align === 2 ? free : block.align === 1 ? Math.floor(free / 2) : 0;
  return characters.map((text, index) =>
    drawLine(
      { ...block, align: 1 },
      { text, width: font.width(text, size), size, top: (height + size * leading) / 2 },
      { x: (skipped + index) * cell, width: cell },
    ),
  );
}

interface Row {
  readonly value: string;
  readonly label: string;
}

/** The options of a list from the first that is visible (/TI). */
function visibleOptions({ facts, look, font, size }: Context): Row[] {
  const height = listPoints(facts) * leadingOf(font);
  const count = Math.max(0, Math.floor((size.height - insetOf(look)) / height + 1e-6));
  const from = Math.max(0, facts.integer('TI') ?? 0);
  return facts.options.slice(from, from + count);
}

function listPoints(facts: FieldFacts): number {
  return Math.max(LEAST_POINTS, facts.defaultAppearance.fontSize || USUAL_POINTS);
}

/** A line for each option, the selected ones marked. */
function listOf(context: Context): DrawOperation[] {
  const { facts, look, font, size } = context;
  const fontSize = listPoints(facts);
  const height = fontSize * leadingOf(font);
  const inset = insetOf(look);
  const chosen = new Set(facts.texts);
  const colour = rgbOf(facts.defaultAppearance.colour) ?? BLACK;
  const block = { font, fontSize, align: facts.integer('Q') ?? 0, colour, inset };
  return visibleOptions(context).flatMap(({ value, label }, index) => {
    const y = size.height - inset / 2 - (index + 1) * height;
    const row = { x: inset / 2, y, width: size.width - inset, height };
    const marked: DrawOperation[] = chosen.has(value) ? [{ kind: 'box', ...row, colour: SELECTED }] : [];
    const [line] = layOutLine({ ...block, text: label }, { width: size.width, height });
    return line?.kind === 'text' ? [...marked, { ...line, y: line.y + y }] : marked;
  });
}
