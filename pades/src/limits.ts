/**
 * Every limit of the reader, in one table. Each is checked before the memory or time is spent; each is far above the
 * needs of a real contract and far below what could exhaust the process.
 */
export interface Limits {
  /** Size of the file. */
  readonly fileBytes: number;
  /** Highest object number, and so the number of objects. */
  readonly objects: number;
  /** Bytes of one object without its stream data. */
  readonly objectBytes: number;
  /** Elements of one array. */
  readonly arrayItems: number;
  /** Depth of arrays and dictionaries inside each other, of the page tree and of the field tree. */
  readonly nesting: number;
  /** Inflated bytes of one stream. */
  readonly inflatedStreamBytes: number;
  /** Inflated bytes of all streams read from one file. */
  readonly inflatedTotalBytes: number;
  /** Bytes parsed in all, as a multiple of the file's size; overlapping objects could make it unbounded. */
  readonly parsedPasses: number;
  /** Cross-reference sections reached through /Prev and /XRefStm. */
  readonly revisions: number;
  /** Objects compared in all to find the changes between the revisions of one file. */
  readonly comparedObjects: number;
  readonly pages: number;
  /** Form fields. */
  readonly fields: number;
  /** Characters drawn for fields without an appearance. */
  readonly drawnCharacters: number;
  /** Longest side of a page, in points (200 in × 72 is the limit of ISO 32000-1 Annex C). */
  readonly pageSidePoints: number;
  /** Pixels of one image. */
  readonly imagePixels: number;
  /** Filters applied to one stream. */
  readonly filters: number;
  /** Findings listed per file by `examine`, and per revision by `validate`. */
  readonly findings: number;
  /** Changes listed in all for the signatures of one file. */
  readonly listedChanges: number;
}

const MiB = 1024 * 1024;

export const defaultLimits: Limits = {
  fileBytes: 512 * MiB,
  objects: 1_000_000,
  objectBytes: 16 * MiB,
  arrayItems: 1_000_000,
  nesting: 64,
  inflatedStreamBytes: 128 * MiB,
  inflatedTotalBytes: 512 * MiB,
  parsedPasses: 64,
  revisions: 1_000,
  comparedObjects: 3_000_000,
  pages: 5_000,
  fields: 10_000,
  drawnCharacters: 200_000,
  pageSidePoints: 14_400,
  imagePixels: 200_000_000,
  filters: 8,
  findings: 100,
  listedChanges: 50_000,
};
