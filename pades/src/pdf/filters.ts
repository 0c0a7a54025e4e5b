import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';

interface InflateOptions {
  readonly bytesMax: number;
  readonly at: string;
}

/** Inflates zlib data to at most `bytesMax` bytes. @throws PdfRefusal `limit` or `stream` */
export function inflate(data: Uint8Array, options: InflateOptions): Uint8Array {
  const inflated = primitives.inflate(data, options.bytesMax);
  if (inflated === 'limit')
    throw new PdfRefusal(
      'limit',
      'A compressed part of the file is too large when decompressed.',
      options.at,
    );
  if (inflated === 'damaged')
    throw new PdfRefusal('stream', 'A compressed part of the file is damaged.', options.at);
  return inflated;
}

export interface PredictorParms {
  readonly predictor: number;
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
}

/** Reverses a PNG predictor (ISO 32000-1 §7.4.4.4). The TIFF predictor does not occur in the structures read here. */
export function unpredict(data: Uint8Array, parms: PredictorParms, at: string): Uint8Array {
  if (parms.predictor === 1) return data;
  if (parms.predictor < 10 || parms.predictor > 15)
    throw new PdfRefusal('filter', `The predictor ${parms.predictor} is not read here.`, at);
  const pixelBytes = Math.max(1, (parms.colors * parms.bits) >> 3);
  const rowBytes = (parms.colors * parms.bits * parms.columns + 7) >> 3;
  if (rowBytes < 1 || data.length % (rowBytes + 1) !== 0)
    throw new PdfRefusal('stream', 'A compressed part of the file has broken rows.', at);
  const rows = data.length / (rowBytes + 1);
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1);
    const filter = data[from] ?? 0;
    if (filter > 4) throw new PdfRefusal('stream', 'A compressed part of the file has broken rows.', at);
    unfilterRow({ out, data, filter, from: from + 1, to: row * rowBytes, rowBytes, pixelBytes });
  }
  return out;
}

export interface FilteredRow {
  readonly out: Uint8Array;
  readonly data: Uint8Array;
  readonly filter: number;
  /** Offset of the row's first filtered byte in `data`. */
  readonly from: number;
  /** Offset of the row's first byte in `out`; the row above ends there. */
  readonly to: number;
  readonly rowBytes: number;
  readonly pixelBytes: number;
}

/** Reverses PNG filtering of one row (ISO/IEC 15948 §9.2). */
export function unfilterRow(row: FilteredRow): void {
  const { out, data, filter, from, to, rowBytes, pixelBytes } = row;
  // The pictures of signatures are stored without filters, and most of the time of such a signature went here.
  if (filter === 0) {
    out.set(data.subarray(from, from + rowBytes), to);
    return;
  }
  const hasAbove = to >= rowBytes;
  for (let index = 0; index < rowBytes; index += 1) {
    const at = to + index;
    const hasLeft = index >= pixelBytes;
    const left = hasLeft ? (out[at - pixelBytes] ?? 0) : 0;
    const above = hasAbove ? (out[at - rowBytes] ?? 0) : 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = above;
    else if (filter === 3) guess = (left + above) >> 1;
    else if (filter === 4) {
      const corner = hasLeft && hasAbove ? (out[at - rowBytes - pixelBytes] ?? 0) : 0;
      const toLeft = Math.abs(above - corner);
      const toAbove = Math.abs(left - corner);
      const toCorner = Math.abs(left + above - 2 * corner);
      guess = toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
    }
    out[at] = (data[from + index] ?? 0) + guess;
  }
}
