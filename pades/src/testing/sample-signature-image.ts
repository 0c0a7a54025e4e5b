import type { Pixels } from '../drawing/pixels.ts';

/** A wavy stroke on a transparent background, like a drawn signature. */
export function sampleSignatureImage(width = 400, height = 140): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  for (let step = 0; step < width * 4; step += 1) {
    const x = step / 4;
    const middle = height / 2 + height * 0.36 * Math.sin(x / 23) * Math.cos(x / 90);
    for (let offset = -3; offset <= 3; offset += 1) {
      const y = Math.round(middle) + offset;
      if (x >= 12 && x < width - 12) rgba.set([20, 33, 61, 255], (y * width + Math.floor(x)) * 4);
    }
  }
  return { width, height, rgba };
}
