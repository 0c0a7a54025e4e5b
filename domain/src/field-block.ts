import type { FindMissingCharacters } from './drawable-text.ts';
import type { FieldRules, RulesRequest } from './field-rules.ts';
import { type FieldRequest, type PlacedField, readPlacedFields } from './placed-field.ts';

/** A field of a block in a request: in points, from the upper left corner of the block. */
export interface BlockFieldRequest
  extends Pick<FieldRequest, 'label' | 'posX' | 'posY' | 'readOnly' | 'required' | 'style' | 'type'>,
    Omit<RulesRequest, 'formula' | 'key' | 'showIf'> {}

/** A field of a block as it is stored. Whose it is and what it says belongs to one document, and is not part of it. */
export interface BlockField
  extends Pick<PlacedField, 'label' | 'posX' | 'posY' | 'readOnly' | 'required' | 'type'>,
    Omit<FieldRules, 'formula' | 'key' | 'showIf'> {
  style: PlacedField['style'] & { width: number; height: number };
}

const PAGE = { documentId: 1, page: 1, role: 1 };

/**
 * Parses the fields of a block by the rules of a document, on a page that is as large as the block. Whether the words
 * of options fit their boxes is seen where they are placed.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readBlockFields(
  request: readonly BlockFieldRequest[],
  { findMissing }: { findMissing: FindMissingCharacters },
): BlockField[] {
  const right = Math.max(...request.map(({ posX, style }) => posX + style.width), 1);
  const lower = Math.max(...request.map(({ posY, style }) => posY + style.height), 1);
  const percent = (points: number, all: number) => (100 * points) / all;
  const placed = request.map(({ style, ...field }) => ({
    ...field,
    ...PAGE,
    posX: percent(field.posX, right),
    posY: percent(field.posY, lower),
    style: { ...style, width: percent(style.width, right), height: percent(style.height, lower) },
  }));
  const context = {
    documents: [{ id: PAGE.documentId, pageCount: PAGE.page }],
    roles: [{ id: PAGE.role, type: 'sign' as const }],
    findMissing,
    findOptionSize: () => null,
  };
  return readPlacedFields(placed, context).map(({ type, label, required, readOnly, rules, style }, index) => {
    const { formula: _formula, key: _key, showIf: _showIf, ...kept } = rules;
    const { posX = 0, posY = 0, style: box = { width: 0, height: 0 } } = request[index] ?? {};
    const size = { width: box.width, height: box.height };
    return { type, label, required, readOnly, posX, posY, ...kept, style: { ...style, ...size } };
  });
}
