/** An image: four bytes per pixel (red, green, blue, non-premultiplied alpha), rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Crops an image to its visible part; null when it is fully transparent. */
export function trimPixels(pixels: Pixels): Pixels | null {
  const { width, height, rgba } = pixels;
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (rgba[(y * width + x) * 4 + 3] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  if (right < 0) return null;
  const trimmedWidth = right - left + 1;
  const trimmedHeight = bottom - top + 1;
  if (trimmedWidth === width && trimmedHeight === height) return pixels;
  const out = new Uint8Array(trimmedWidth * trimmedHeight * 4);
  for (let y = 0; y < trimmedHeight; y += 1) {
    const from = ((top + y) * width + left) * 4;
    out.set(rgba.subarray(from, from + trimmedWidth * 4), y * trimmedWidth * 4);
  }
  return { width: trimmedWidth, height: trimmedHeight, rgba: out };
}

/** Scales an image down by averaging; returns it unchanged when it is small enough. */
export function shrinkPixels(pixels: Pixels, sideMax: number): Pixels {
  const { width, height, rgba } = pixels;
  const step = Math.ceil(Math.max(width, height) / sideMax);
  if (step <= 1) return pixels;
  const smallWidth = Math.ceil(width / step);
  const smallHeight = Math.ceil(height / step);
  const out = new Uint8Array(smallWidth * smallHeight * 4);
  for (let y = 0; y < smallHeight; y += 1)
    for (let x = 0; x < smallWidth; x += 1) {
      const block = { left: x * step, top: y * step, step };
      out.set(meanOf({ width, height, rgba }, block), (y * smallWidth + x) * 4);
    }
  return { width: smallWidth, height: smallHeight, rgba: out };
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly step: number;
}

/** Weights colours by alpha; otherwise strokes would get dark edges. */
function meanOf({ width, height, rgba }: Pixels, { left, top, step }: Block): readonly number[] {
  let red = 0;
  let green = 0;
  let blue = 0;
  let opacity = 0;
  for (let y = top; y < Math.min(height, top + step); y += 1)
    for (let x = left; x < Math.min(width, left + step); x += 1) {
      const index = (y * width + x) * 4;
      const weight = rgba[index + 3] ?? 0;
      red += (rgba[index] ?? 0) * weight;
      green += (rgba[index + 1] ?? 0) * weight;
      blue += (rgba[index + 2] ?? 0) * weight;
      opacity += weight;
    }
  const total = Math.max(1, opacity);
  return [red / total, green / total, blue / total, opacity / (step * step)].map(Math.round);
}
