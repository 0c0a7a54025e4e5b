import type { DisplayedRect, PageGeometry } from '@paraph/pades';
import { expect, test } from 'vitest';
import { findAnchors, mayHoldAnchors } from './find-anchors.ts';
import type { PageText } from './pdfium.ts';

const A4: PageGeometry = { cropBox: [0, 0, 600, 800], rotate: 0 };

test('an anchor is found inside other words and becomes a field at its own top left corner', () => {
  const [anchor] = anchorsOf(typed('Sign here: yumisign_date_2.'), 3, A4);
  expect(anchor).toMatchObject({ kind: 'date', tag: '2', place: { page: 3 } });
  // The eleventh character is 110 pt from the left; lines are 10 pt high and begin 100 pt from the top.
  expect(anchor?.place.posX).toBeCloseTo((110 / 600) * 100);
  expect(anchor?.place.posY).toBeCloseTo((100 / 800) * 100);
  expect(anchor?.place.width).toBeCloseTo((150 / 600) * 100);
});

test('a signature is given at least 120 × 36 pt, moved only where it would leave the page', () => {
  const [inside] = anchorsOf(typed('paraph_signature_1', { step: 4 }), 1, A4);
  expect(inside?.place).toMatchObject({ posX: 0, width: 20, height: 4.5 });
  const [moved] = anchorsOf(typed('paraph_signature_1', { step: 4, left: 590, top: 795 }), 1, A4);
  expect(moved?.place.posX).toBeCloseTo(80);
  expect(moved?.place.posY).toBeCloseTo(95.5);
});

test('an anchor broken after an underscore is where it begins', () => {
  const anchors = anchorsOf(typed('yumisign_\r\nsignature_\r\n4'), 1, A4);
  expect(anchors).toHaveLength(1);
  expect(anchors[0]).toMatchObject({ kind: 'signature', tag: '4' });
  expect(anchors[0]?.place.posY).toBeCloseTo(12.5);
});

test('a turned page puts the anchor where it is seen', () => {
  const [anchor] = anchorsOf(typed('paraph_date_1'), 1, { ...A4, rotate: 90 });
  // Displayed 800 wide and 600 high: what was 100 pt from the top is 100 pt from the right.
  expect((anchor?.place.posX ?? 0) + (anchor?.place.width ?? 0)).toBeGreaterThan(87);
  expect(anchor?.place.posY).toBeCloseTo(0);
});

test.each([
  'yumisign_Signature_1',
  'yumisign_signature_',
  'yumisign_name_1',
  'myyumisign_signature_1',
  'yumisign_signature_1_2',
  `yumisign_signature_${'1'.repeat(41)}`,
  'Yumisign_signature_1',
  'nothing at all',
])('%s is no anchor', (text) => {
  expect(anchorsOf(typed(text), 1, A4)).toEqual([]);
});

test('a page is looked at closely only when it may hold an anchor', () => {
  expect(mayHoldAnchors('a contract')).toBe(false);
  expect(mayHoldAnchors('a yumisign_signature_1 b')).toBe(true);
});

test('characters without a box, and anchors outside the page, give no field', () => {
  expect(anchorsOf({ text: 'paraph_date_1', boxOf: () => null, fontOf: () => '' }, 1, A4)).toEqual([]);
  expect(anchorsOf(typed('paraph_date_1', { left: 700 }), 1, A4)).toEqual([]);
});

test('a field grows in the direction that covers less content', () => {
  // Everything below 15 % of the page's height is covered with text.
  const contentIn = ({ posY, height }: DisplayedRect) => Math.max(0, posY + height - 15);
  const [anchor] = findAnchors(typed('paraph_signature_1'), { page: 1, geometry: A4, contentIn });
  expect((anchor?.place.posY ?? 0) + (anchor?.place.height ?? 0)).toBeCloseTo(13.75);
});

function anchorsOf(text: PageText, page: number, geometry: PageGeometry) {
  return findAnchors(text, { page, geometry, contentIn: () => 0 });
}

/** Typewriter text: every character `step` wide, lines 10 pt high and 20 pt apart. */
function typed(text: string, { left = 0, top = 100, step = 10 } = {}): PageText {
  return {
    text,
    fontOf: () => '',
    boxOf: (at) => {
      if (/[\r\n]/.test(text.charAt(at))) return null;
      const before = text.slice(0, at);
      const line = before.split('\r\n').length - 1;
      const column = at - (before.lastIndexOf('\n') + 1);
      const y = 800 - top - line * 20;
      return [left + column * step, y - 10, left + (column + 1) * step, y];
    },
  };
}
