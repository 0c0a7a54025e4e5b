import { readFileSync } from 'node:fs';
import { missingCharacters } from '@paraph/pades';

/** Paths of fonts, each readable as one; null without the setting. */
export function readFontPaths(text: string, setting: string, problems: string[]): string[] | null {
  if (text === '') return null;
  const paths = text.split(',').map((path) => path.trim());
  for (const path of paths) {
    try {
      missingCharacters('A', readFileSync(path));
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      problems.push(`${setting}: ${path} cannot be used: ${words}`);
    }
  }
  return paths;
}
