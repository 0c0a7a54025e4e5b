import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Latin, Greek, Cyrillic, Arabic, Hebrew and more; included as a dependency. */
const ownFont = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/**
 * Usual paths of fonts for other scripts; of each line, which covers the same scripts, the first existing one is used.
 */
const usualPlaces = [
  [
    '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
    '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
    '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
    '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  ],
  ['/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf', '/usr/share/fonts/truetype/tlwg/Garuda.ttf'],
];

const read = new Map<string, readonly Buffer[]>();

function foundFonts(): string[] {
  return usualPlaces.flatMap((paths) => paths.filter((path) => existsSync(path)).slice(0, 1));
}

/** What texts on pages are set in: our own font, then those that the operator named, or else those of the system. */
export function openFonts({ fontPaths }: { fontPaths: readonly string[] | null }): readonly Buffer[] {
  const paths = [ownFont, ...(fontPaths ?? foundFonts())];
  const key = paths.join('\n');
  const known = read.get(key) ?? paths.map((path) => readFileSync(path));
  read.set(key, known);
  return known;
}
