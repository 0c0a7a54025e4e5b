import type { FieldBlock, NewFieldBlock } from '../api/wire.ts';
import { type BoardField, newField, withUniqueValues } from './board-state.ts';
import { movedTogether, type PageSize } from './box-state.ts';
import { freeGroup } from './form-import-state.ts';

type BlockFields = NewFieldBlock['fields'];

/** The fields of one page as a block, in points from the upper left corner of them all; null: of several pages. */
export function blockOf(fields: readonly BoardField[], size: PageSize | undefined): BlockFields | null {
  const [first] = fields;
  const isOnePage = fields.every(
    ({ documentId, page }) => documentId === first?.documentId && page === first.page,
  );
  if (!first || !size || !isOnePage) return null;
  const left = Math.min(...fields.map(({ posX }) => posX));
  const top = Math.min(...fields.map(({ posY }) => posY));
  const points = (percent: number, all: number) => Math.round(percent * all) / 100;
  return fields.map(({ type, label, required, readOnly, options, style, ...field }) => {
    const { group, groupMin, groupMax, min, max, pattern, maxLength, placeholder } = field;
    return {
      ...{ type, label, required, readOnly, options: options && [...options] },
      ...{ group, groupMin, groupMax, min, max, pattern, maxLength, placeholder },
      posX: points(field.posX - left, size.width),
      posY: points(field.posY - top, size.height),
      style: {
        ...style,
        width: points(field.width, size.width),
        height: points(field.height, size.height),
      },
    };
  });
}

interface BlockTarget {
  readonly documentId: number;
  readonly page: number;
  readonly size: PageSize;
  /** Where the middle of the block goes, in percent of the page. */
  readonly point: { readonly x: number; readonly y: number };
  readonly role: number;
  /** The fields on the board. */
  readonly fields: readonly BoardField[];
  readonly newKey: () => string;
}

/** A block as fields of a page for one person, as large as it was saved, within the page. */
export function fieldsOfBlock({ fields: kept }: FieldBlock, target: BlockTarget): BoardField[] {
  const { documentId, page, size, point, role, fields, newKey } = target;
  const percent = (points: number, all: number) => (100 * points) / all;
  const boxes = kept.map(({ posX, posY, style }) => ({
    posX: percent(posX, size.width),
    posY: percent(posY, size.height),
    width: percent(style.width, size.width),
    height: percent(style.height, size.height),
  }));
  const right = Math.max(...boxes.map(({ posX, width }) => posX + width));
  const lower = Math.max(...boxes.map(({ posY, height }) => posY + height));
  const corner = { x: within(point.x, right), y: within(point.y, lower) };
  const placed = movedTogether(boxes, corner);
  const taken = new Set(fields.filter((each) => each.role === role).map(({ group }) => group));
  const made: BoardField[] = [];
  kept.forEach(({ style, options, group, ...field }, index) => {
    const { width: _width, height: _height, ...look } = style;
    const box = placed[index] ?? { posX: 0, posY: 0, width: 10, height: 5 };
    const usual = newField({ key: newKey(), type: field.type, documentId, page, role, ...box });
    const named = group === null ? null : freeGroup(group, taken);
    const members = [...fields, ...made].filter((each) => named !== null && each.group === named);
    made.push({
      ...usual,
      ...field,
      ...box,
      group: named,
      style: look,
      options: withUniqueValues(options, members),
    });
  });
  return made;
}

/** The upper edge of what is so long, around a point, within 100 percent. */
function within(middle: number, length: number): number {
  return Math.max(0, Math.min(middle - length / 2, 100 - length));
}
