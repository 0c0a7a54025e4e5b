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

/** Scales an image down to these sides, averaging what each pixel covers; a side that is shorter keeps its length. */
export function scalePixels(
  pixels: Pixels,
  { width, height }: { readonly width: number; readonly height: number },
): Pixels {
  const wide = Math.min(pixels.width, Math.max(1, Math.ceil(width)));
  const high = Math.min(pixels.height, Math.max(1, Math.ceil(height)));
  if (wide === pixels.width && high === pixels.height) return pixels;
  const { width: from, height: lines } = pixels;
  const narrowed = averaged(weightedByAlpha(pixels), { runs: lines, from, to: wide, unit: 4 });
  const scaled = averaged(narrowed, { runs: 1, from: lines, to: high, unit: wide * 4 });
  return { width: wide, height: high, rgba: withoutWeight(scaled) };
}

/** Premultiplied: otherwise strokes would get the colour of what is invisible at their edges. */
function weightedByAlpha({ rgba }: Pixels): Float32Array {
  const weighted = new Float32Array(rgba.length);
  for (let index = 0; index < rgba.length; index += 4) {
    const alpha = rgba[index + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1)
      weighted[index + channel] = ((rgba[index + channel] ?? 0) * alpha) / 255;
    weighted[index + 3] = alpha;
  }
  return weighted;
}

function withoutWeight(weighted: Float32Array): Uint8Array {
  const rgba = new Uint8Array(weighted.length);
  for (let index = 0; index < rgba.length; index += 4) {
    const alpha = weighted[index + 3] ?? 0;
    const share = alpha === 0 ? 0 : 255 / alpha;
    for (let channel = 0; channel < 3; channel += 1)
      rgba[index + channel] = Math.min(255, Math.round((weighted[index + channel] ?? 0) * share));
    rgba[index + 3] = Math.round(alpha);
  }
  return rgba;
}

/** Numbers in order: so many runs of so many units, each of `unit` numbers: the pixels of a line, or the lines. */
interface Runs {
  readonly runs: number;
  readonly unit: number;
  /** Units of a run, before and after. */
  readonly from: number;
  readonly to: number;
}

/** Each new unit is the mean of the units, and shares of units, that it covers in its run. */
function averaged(numbers: Float32Array, { runs, unit, from, to }: Runs): Float32Array {
  const step = from / to;
  const out = new Float32Array(runs * to * unit);
  for (let run = 0; run < runs; run += 1)
    for (let at = 0; at < to; at += 1) {
      const [start, end] = [at * step, Math.min(from, (at + 1) * step)];
      const target = (run * to + at) * unit;
      for (let covered = Math.floor(start); covered < end; covered += 1) {
        const share = (Math.min(end, covered + 1) - Math.max(start, covered)) / step;
        const source = (run * from + covered) * unit;
        for (let each = 0; each < unit; each += 1)
          out[target + each] = (out[target + each] ?? 0) + share * (numbers[source + each] ?? 0);
      }
    }
  return out;
}

/** How much a part of a colour may differ where it is opaque; where it is faint, more. */
const COLOUR_TOLERANCE = 4;

/** The colour of an image that shows only one, in whatever opacity; null for other images. */
export function soleColour({ rgba }: Pixels): readonly [number, number, number] | null {
  const sums = [0, 0, 0, 0];
  for (let index = 0; index < rgba.length; index += 4) {
    const alpha = rgba[index + 3] ?? 0;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1)
      sums[channel] = (sums[channel] ?? 0) + (rgba[index + channel] ?? 0) * alpha;
    sums[3] = (sums[3] ?? 0) + alpha;
  }
  const [red, green, blue] = sums.map((sum) => Math.round(sum / Math.max(1, sums[3] ?? 0)));
  const mean = [red ?? 0, green ?? 0, blue ?? 0] as const;
  for (let index = 0; index < rgba.length; index += 4) {
    const limit = (COLOUR_TOLERANCE * 255) / Math.max(1, rgba[index + 3] ?? 0);
    if (rgba[index + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1)
      if (Math.abs((rgba[index + channel] ?? 0) - (mean[channel] ?? 0)) > limit) return null;
  }
  return mean;
}
