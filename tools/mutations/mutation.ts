/** The faults of one file. Each removes one guard, and a test in one of the test files must fail. */
export interface FaultyFile {
  readonly file: string;
  readonly tests: readonly string[];
  /** By unique id: a text that occurs exactly once in the file, and its replacement. */
  readonly faults: Readonly<Record<string, readonly [from: string, to: string]>>;
}
