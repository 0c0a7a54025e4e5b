import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Latin, Greek, Cyrillic, Arabic, Hebrew and more; it comes along. */
const ownFont = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** Where systems keep fonts of other scripts, with outlines that can be embedded; every one that is there is used. */
const usualPlaces = [
  '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
  '/usr/share/fonts/truetype/nanum/NanumGothic.ttf',
  '/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf',
  '/usr/share/fonts/truetype/tlwg/Garuda.ttf',
  '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
];

const read = new Map<string, readonly Buffer[]>();

/** What texts on pages are set in: our own font, then those that the operator named, or else those of the system. */
export function openFonts({ fontPaths }: { fontPaths: readonly string[] | null }): readonly Buffer[] {
  const paths = [ownFont, ...(fontPaths ?? usualPlaces.filter((path) => existsSync(path)))];
  const key = paths.join('\n');
  const known = read.get(key) ?? paths.map((path) => readFileSync(path));
  read.set(key, known);
  return known;
}
