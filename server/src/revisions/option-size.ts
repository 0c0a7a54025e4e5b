import {
  type BoxSize,
  type FieldRequest,
  type FindOptionSize,
  LEGIBLE_POINTS,
  type OptionField,
  RADIO_POINTS_MAX,
  readRules,
  USUAL_FONT_POINTS,
} from '@paraph/domain';
import { type FontFiles, isTextWhole, textExtent } from '@paraph/pades';
import type { PageSize } from '../database/column-types.ts';
import { openFonts } from '../platform/fonts.ts';
import { BUTTON_ADVANCE, placeButtons } from './plan-form.ts';

interface MeasuredDocument {
  id: number;
  pages: readonly PageSize[];
}

interface Measure {
  documents: readonly MeasuredDocument[];
  font: FontFiles;
}

type FontConfig = Parameters<typeof openFonts>[0];

/** The rule of `FindOptionSize` by the layout in which the form writes the words. */
export function createOptionSizeFinder(
  config: FontConfig,
  documents: readonly MeasuredDocument[],
): FindOptionSize {
  return (field) => {
    const measure = { documents, font: openFonts(config) };
    return isLegible(measure, field, LEGIBLE_POINTS) ? null : sizeOf(measure, field);
  };
}

/** The fields with larger boxes where they ask for it, moved to be on their page; what cannot grow is not changed. */
export function growOptionBoxes(
  config: FontConfig,
  documents: readonly MeasuredDocument[],
  fields: readonly FieldRequest[],
): FieldRequest[] {
  return fields.map((field) => {
    if (field.grow === undefined) return field;
    const measure = { documents, font: openFonts(config) };
    const { style, documentId, page, posX, posY, type, grow } = field;
    const { width, height, fontSize = USUAL_FONT_POINTS } = style;
    const { options } = readRules(field);
    const boxed = { type, documentId, page, posX, posY, width, height, options, fontSize };
    const paper = pageOf(measure, boxed);
    if (!paper || isLegible(measure, boxed, grow === 'full' ? fontSize : LEGIBLE_POINTS)) return field;
    const needed = sizeOf(measure, boxed);
    if (needed.width > paper.width || needed.height > paper.height) return field;
    const wide = Math.max(width, tenthsOf(needed.width / paper.width));
    const high = Math.max(height, tenthsOf(needed.height / paper.height));
    const at = { posX: Math.min(posX, 100 - wide), posY: Math.min(posY, 100 - high) };
    return { ...field, ...at, style: { ...style, width: wide, height: high } };
  });
}

/** In percent, rounded up to tenths, as the designer places boxes. */
function tenthsOf(share: number): number {
  return Math.min(100, Math.ceil(share * 1_000) / 10);
}

function pageOf({ documents }: Measure, { documentId, page }: OptionField): PageSize | undefined {
  return documents.find(({ id }) => id === documentId)?.pages[page - 1];
}

/** Whether all words are in the box at this font size, or at that of the field where it is smaller. */
function isLegible(measure: Measure, field: OptionField, points: number): boolean {
  const paper = pageOf(measure, field);
  const texts = paper ? wordsOf(field, paper) : [];
  const fontSize = Math.min(points, field.fontSize);
  return texts.every(({ text, box }) => isTextWhole({ text, font: measure.font, fontSize }, box));
}

/** What the form writes, and the room for it. */
function wordsOf(field: OptionField, paper: PageSize): { text: string; box: BoxSize }[] {
  const { type, page, options } = field;
  const inPoints = ({ width, height }: BoxSize) => {
    return { width: (width * paper.width) / 100, height: (height * paper.height) / 100 };
  };
  if (type === 'dropdown') return (options ?? []).map(({ label }) => ({ text: label, box: inPoints(field) }));
  if (type !== 'radio' || options === null || options.length < 2) return [];
  const pages = Array.from({ length: page }, () => paper);
  return placeButtons({ pages }, field).map(({ option, words }) => {
    return { text: option.label, box: inPoints(words.displayed) };
  });
}

/** The smallest box for all words at the font size of the field, in lines as long as the page allows. */
function sizeOf(measure: Measure, field: OptionField): BoxSize {
  const paper = pageOf(measure, field);
  const isRadio = field.type === 'radio';
  const start = isRadio ? RADIO_POINTS_MAX * BUTTON_ADVANCE : 0;
  const widthMax = (paper?.width ?? 0) - start;
  const extents = (field.options ?? []).map(({ label }) =>
    textExtent({ text: label, font: measure.font, fontSize: field.fontSize }, widthMax),
  );
  const width = start + Math.max(0, ...extents.map((each) => each.width));
  const row = Math.max(isRadio ? RADIO_POINTS_MAX : 0, ...extents.map(({ height }) => height));
  return { width, height: isRadio ? row * extents.length : row };
}
