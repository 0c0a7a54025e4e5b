import { expect, it } from 'vitest';
import { pageWidthFor, shiftInto, zoomIn, zoomOut } from './page-layout-state.ts';

it('fills a narrow screen and stays readable on a wide one', () => {
  expect(pageWidthFor(344, 1)).toBe(342);
  expect(pageWidthFor(1248, 1)).toBe(860);
  expect(pageWidthFor(344, 2)).toBe(684);
  expect(pageWidthFor(0, 1)).toBeGreaterThan(0);
});

it('zooms in steps and stops at both ends', () => {
  expect(zoomIn(zoomIn(zoomIn(zoomIn(zoomIn(1)))))).toBe(3);
  expect(zoomOut(zoomOut(1.25))).toBe(1);
});

it('moves a box into the sight by the shortest way, and shows the start of one that is too large', () => {
  const sight = { start: 8, end: 352 };
  expect(shiftInto({ start: 20, end: 244 }, sight)).toBe(0);
  expect(shiftInto({ start: 150, end: 374 }, sight)).toBe(-22);
  expect(shiftInto({ start: -30, end: 194 }, sight)).toBe(38);
  expect(shiftInto({ start: 100, end: 600 }, sight)).toBe(-92);
});
