import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FindMissingCharacters } from '@paraph/domain';
import { missingCharacters } from '@paraph/pades';

/**
 * Included as dependencies: the font of our own pages (Latin, Greek, Cyrillic), then one for Arabic, Hebrew and more.
 */
const ownFonts = {
  regular: [
    import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  ].map((url) => fileURLToPath(url)),
  bold: [
    import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
    import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ].map((url) => fileURLToPath(url)),
};

/**
 * Usual paths of fonts for other scripts; of each line, which covers the same scripts, the first existing one is used.
 */
const usualPaths = [
  [
    '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
    '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
    '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
    '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
  ],
  ['/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf', '/usr/share/fonts/truetype/tlwg/Garuda.ttf'],
];

/** By the paths, joined: files of the machine are read once by a process. */
const read = new Map<string, readonly Buffer[]>();

/** Null until they are looked for. */
let systemFonts: string[] | null = null;

/** Looked for once: the answers of every form are measured by them. */
function findSystemFonts(): string[] {
  systemFonts ??= usualPaths.flatMap((paths) => paths.filter((path) => existsSync(path)).slice(0, 1));
  return systemFonts;
}

/** What texts on pages are set in: our own fonts, then those that the operator named, or else those of the system. */
export function openFonts({ fontPaths }: { fontPaths: readonly string[] | null }): readonly Buffer[] {
  return readFonts([...ownFonts.regular, ...(fontPaths ?? findSystemFonts())]);
}

/**
 * Answers a function that finds the distinct characters of a text which no font here can draw. It opens the fonts
 * once, for its first text.
 */
export function createMissingCharacterFinder(config: {
  fontPaths: readonly string[] | null;
}): FindMissingCharacters {
  let fonts: readonly Buffer[] | null = null;
  return (text) => {
    fonts ??= openFonts(config);
    return missingCharacters(text, fonts);
  };
}

/** Our own fonts alone, which every process may read. */
export function openOwnFonts(weight: keyof typeof ownFonts): readonly Buffer[] {
  return readFonts(ownFonts[weight]);
}

/** The same array for the same paths, because parsed fonts are remembered by it. */
function readFonts(paths: readonly string[]): readonly Buffer[] {
  const key = paths.join('\n');
  const cached = read.get(key) ?? paths.map(readFont);
  read.set(key, cached);
  return cached;
}

/** As `read`, by path. */
const files = new Map<string, Buffer>();

function readFont(path: string): Buffer {
  const cached = files.get(path) ?? readFileSync(path);
  files.set(path, cached);
  return cached;
}
