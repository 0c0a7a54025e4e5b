import { readSources, type SourceFile } from './source-tree.ts';

/** Every TypeScript file, parsed once: all tests of this folder run in one process and share this module. */
export const sources = readSources();

/** What is shipped or run: everything but tests. */
export const product = sources.filter((file) => !isTest(file));

export function isTest({ path }: { path: string }): boolean {
  return path.startsWith('tests/') || path.includes('.test.');
}

export function filesIn(folder: string): SourceFile[] {
  return product.filter(({ path }) => path.startsWith(`${folder}/`));
}

/** "path: problem" for every problem that `check` yields, so that a failure names its file. */
export function findProblems(
  files: readonly SourceFile[],
  check: (file: SourceFile) => Iterable<string>,
): string[] {
  return files.flatMap((file) => [...check(file)].map((problem) => `${file.path}: ${problem}`));
}
