/** The faults of one file, each of which takes one guard out, and the test files that must notice. */
export interface FaultyFile {
  readonly file: string;
  /** Of which one must fail. */
  readonly tests: readonly string[];
  /** By a unique id: a text that stands in the file exactly once, and what takes its place. */
  readonly faults: Readonly<Record<string, readonly [from: string, to: string]>>;
}
