import { encodePng } from '../../intake/src/reading/encode-png.ts';

type Point = readonly [x: number, y: number];

const SIZE = { width: 640, height: 220 };
const INK = [0x14, 0x21, 0x3d] as const;
/** Dots per pixel of the path. */
const DENSITY = 2;

/** Strokes of a pen through these points, in a box of 640 × 220. */
export const SIGNATURES = {
  Edith: [
    [
      [118, 52],
      [70, 40],
      [52, 78],
      [92, 98],
      [48, 122],
      [70, 172],
      [132, 150],
      [176, 96],
      [196, 132],
      [214, 104],
      [226, 140],
      [262, 112],
      [268, 56],
      [256, 138],
      [292, 108],
      [304, 138],
      [330, 112],
      [318, 60],
      [328, 136],
      [362, 112],
      [392, 134],
      [440, 110],
      [520, 96],
    ],
    [
      [96, 186],
      [240, 170],
      [420, 176],
      [586, 152],
      [470, 196],
      [380, 200],
    ],
  ],
  Jonas: [
    [
      [190, 40],
      [150, 48],
      [196, 44],
      [178, 120],
      [148, 190],
      [84, 182],
      [104, 138],
      [196, 116],
      [238, 104],
      [222, 132],
      [252, 128],
      [258, 104],
      [270, 130],
      [292, 106],
      [306, 132],
      [336, 108],
      [330, 130],
      [362, 110],
      [372, 128],
      [402, 112],
    ],
    [
      [436, 48],
      [428, 142],
      [432, 60],
      [490, 46],
      [486, 88],
      [440, 92],
      [506, 96],
      [500, 140],
      [438, 146],
      [596, 118],
    ],
  ],
} as const satisfies Record<string, readonly (readonly Point[])[]>;

/** Draws a signature on a transparent background; Base64 of a PNG. */
export function drawSignature(strokes: readonly (readonly Point[])[]): string {
  const coverage = new Float32Array(SIZE.width * SIZE.height);
  for (const points of strokes) drawStroke(coverage, points);
  const rgba = new Uint8Array(coverage.length * 4);
  for (const [index, covered] of coverage.entries()) rgba.set([...INK, Math.round(covered * 255)], index * 4);
  return encodePng({ ...SIZE, rgba }).toString('base64');
}

/** Fast strokes are thin, slow ones thick. */
function drawStroke(coverage: Float32Array, points: readonly Point[]): void {
  let radius = 2.6;
  for (let index = 0; index + 1 < points.length; index += 1) {
    const [before, from, to, after] = [-1, 0, 1, 2].map(
      (step) => points[Math.min(points.length - 1, Math.max(0, index + step))] ?? [0, 0],
    ) as [Point, Point, Point, Point];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const wanted = Math.max(1.3, 3.4 - length / 50);
    const steps = Math.ceil(length * DENSITY);
    for (let step = 0; step < steps; step += 1) {
      radius += (wanted - radius) * 0.02;
      drawDot(coverage, between([before, from, to, after], step / steps), radius);
    }
  }
}

/** Catmull-Rom: a smooth line through all points. */
function between([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const along = (i: 0 | 1) =>
    0.5 *
    (2 * b[i] +
      (c[i] - a[i]) * t +
      (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t ** 2 +
      (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3);
  return [along(0), along(1)];
}

function drawDot(coverage: Float32Array, [x, y]: Point, radius: number): void {
  const around = (middle: number, end: number) =>
    [
      Math.max(0, Math.floor(middle - radius - 1)),
      Math.min(end - 1, Math.ceil(middle + radius + 1)),
    ] as const;
  const [left, right] = around(x, SIZE.width);
  const [top, bottom] = around(y, SIZE.height);
  for (let py = top; py <= bottom; py += 1) {
    for (let px = left; px <= right; px += 1) {
      const covered = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(px - x, py - y)));
      const at = py * SIZE.width + px;
      coverage[at] = Math.max(coverage[at] ?? 0, covered);
    }
  }
}
