import { expect, it } from 'vitest';
import { pageWidthFor, zoomIn, zoomOut } from './page-layout-state.ts';

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
