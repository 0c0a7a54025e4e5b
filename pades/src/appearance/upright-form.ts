import type { FormSize, Matrix } from '../drawing/drawing.ts';
import type { PageGeometry, PdfRect } from '../geometry.ts';

/** Size of a form that fills `rect` upright on the displayed page, and the matrix that rotates it into user space. */
export function uprightForm(rect: PdfRect, rotate: PageGeometry['rotate']): FormSize {
  const across = rect[2] - rect[0];
  const up = rect[3] - rect[1];
  const [width, height] = rotate % 180 === 0 ? [across, up] : [up, across];
  return { width, height, matrix: matrixOf(rotate, across, up) };
}

function matrixOf(rotate: PageGeometry['rotate'], across: number, up: number): Matrix {
  switch (rotate) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, 1, -1, 0, across, 0];
    case 180:
      return [-1, 0, 0, -1, across, up];
    case 270:
      return [0, -1, 1, 0, 0, up];
  }
}
