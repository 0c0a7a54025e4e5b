import { describe, expect, test } from 'vitest';
import { countUnplaced, placeFields, planSteps } from './index.ts';

const ann = { name: 'Ann', email: 'ann@example.com' };
const bob = { name: 'Bob', email: 'bob@example.com' };
const cy = { name: 'Cy', email: 'cy@example.com' };
const plan = planSteps([
  { type: 'sign', recipients: [ann] },
  { type: 'review', recipients: [cy] },
  { type: 'sign', recipients: [bob, ann] },
]);
const placement = (posX: number) => ({ page: 1, posX, posY: 10, width: 20, height: 5 });
const nothing = { anchors: [], formFields: [], blankAreas: [] };

describe('placing the fields of a quick workflow', () => {
  test('takes the form fields of the PDF, and then a blank place for each other signing, in order', () => {
    const detected = { ...nothing, formFields: [{ name: 'Sig1', place: placement(50) }] };
    expect(countUnplaced(plan, detected)).toBe(2);
    const fields = placeFields(plan, { ...detected, blankAreas: [placement(1), placement(2)] });
    expect(fields.map(({ signing, pdfFieldName, posX }) => [signing, pdfFieldName, posX])).toEqual([
      [0, 'Sig1', 50],
      [1, null, 1],
      [2, null, 2],
    ]);
  });

  test('takes anchors before form fields, and counts tags by first appearance of the recipient', () => {
    const detected = {
      ...nothing,
      anchors: [
        { kind: 'signature' as const, tag: '3', place: placement(5) },
        { kind: 'fullName' as const, tag: '1', place: placement(6) },
        { kind: 'signature' as const, tag: '2', place: placement(7) },
        { kind: 'signature' as const, tag: '9', place: placement(8) },
      ],
      formFields: [{ name: 'Sig1', place: placement(50) }],
    };
    const fields = placeFields(plan, detected);
    expect(fields.map(({ signing, type, posX }) => [signing, type, posX])).toEqual([
      [1, 'signature', 5],
      [0, 'name', 6],
    ]);
    expect(countUnplaced(plan, detected)).toBe(2);
  });

  test('leaves out who signs in another document: no form field, no blank place; an anchor counts all the same', () => {
    const beside = { ...plan, signedElsewhere: [0] };
    const detected = { ...nothing, formFields: [{ name: 'Sig1', place: placement(50) }] };
    expect(countUnplaced(beside, nothing)).toBe(2);
    expect(countUnplaced(beside, detected)).toBe(1);
    const fields = placeFields(beside, { ...detected, blankAreas: [placement(1), placement(2)] });
    expect(fields.map(({ signing, pdfFieldName }) => [signing, pdfFieldName])).toEqual([
      [1, 'Sig1'],
      [2, null],
    ]);
    const anchors = [{ kind: 'signature' as const, tag: '1', place: placement(5) }];
    expect(countUnplaced(beside, { ...nothing, anchors })).toBe(2);
    expect(placeFields(beside, { ...nothing, anchors }).map(({ signing }) => signing)).toEqual([0]);
  });
});
