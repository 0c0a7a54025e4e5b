import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Placement } from '@paraph/domain';
import { type AddedPage, type Colour, type DrawOperation, missingCharacters } from '@paraph/pades';
import { toPercent } from './find-blank-areas.ts';

export interface SignaturePages {
  pages: AddedPage[];
  placements: Placement[];
}

/** The fonts that every installation has: that of our pages, and one for more scripts. */
const FONTS = {
  regular: [
    import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  ],
  bold: [
    import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
    import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ],
};

const INK: Colour = [0x14, 0x21, 0x3d];
const MUTED: Colour = [0x5c, 0x62, 0x70];
const LINE: Colour = [0xe4, 0xe1, 0xd9];
/** Points. */
const MARGIN = 54;
const HEAD = 66;
const FIELD = { width: 180, height: 54 };
const GAP = { x: 24, y: 30 };
/** A smaller page has no room for a field. */
const SIDE_MIN = 2 * MARGIN + FIELD.width;
const COLUMNS_MAX = 3;

/** Pages of the document's own size with room for so many signatures; `pageCount` is the document's. */
export function layOutSignaturePages(about: {
  count: number;
  pageCount: number;
  size: { width: number; height: number };
  documentName: string;
}): SignaturePages {
  const width = Math.max(about.size.width, SIDE_MIN);
  const height = Math.max(about.size.height, SIDE_MIN);
  const columns = Math.min(COLUMNS_MAX, Math.floor((width - 2 * MARGIN + GAP.x) / (FIELD.width + GAP.x)));
  const rows = Math.max(1, Math.floor((height - 2 * MARGIN - HEAD + GAP.y) / (FIELD.height + GAP.y)));
  const placements = Array.from({ length: about.count }, (_each, index): Placement => {
    const onPage = index % (columns * rows);
    const left = MARGIN + (onPage % columns) * (FIELD.width + GAP.x);
    const top = MARGIN + HEAD + Math.floor(onPage / columns) * (FIELD.height + GAP.y);
    return {
      page: about.pageCount + 1 + Math.floor(index / (columns * rows)),
      ...toPercent({ left, top, ...FIELD }, { width, height }),
    };
  });
  const count = Math.ceil(about.count / (columns * rows));
  const content = drawHead({ width, height }, about.documentName);
  return { pages: Array.from({ length: count }, () => ({ width, height, content })), placements };
}

function drawHead({ width, height }: { width: number; height: number }, name: string): DrawOperation[] {
  const top = height - MARGIN;
  const operations: DrawOperation[] = [
    {
      kind: 'text',
      x: MARGIN,
      y: top - 16,
      size: 16,
      text: 'Signatures',
      font: openFonts('bold'),
      colour: INK,
    },
    {
      kind: 'line',
      from: [MARGIN, top - 46],
      to: [width - MARGIN, top - 46],
      width: 0.75,
      colour: LINE,
    },
  ];
  const size = 9;
  const text = cut(name, (width - 2 * MARGIN) / (size * 0.7));
  // Names in other scripts are omitted.
  if (missingCharacters(text, openFonts('regular')).length === 0) {
    operations.push({
      kind: 'text',
      x: MARGIN,
      y: top - 34,
      size,
      text,
      font: openFonts('regular'),
      colour: MUTED,
    });
  }
  return operations;
}

function cut(text: string, charactersMax: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  if (characters.length <= charactersMax) return characters.join('');
  return `${characters.slice(0, Math.max(1, Math.floor(charactersMax) - 1)).join('')}…`;
}

/** Files of the program, which do not change: read for the first page that names them. */
const opened = new Map<keyof typeof FONTS, readonly Buffer[]>();

function openFonts(weight: keyof typeof FONTS): readonly Buffer[] {
  const fonts = opened.get(weight) ?? FONTS[weight].map((url) => readFileSync(fileURLToPath(url)));
  opened.set(weight, fonts);
  return fonts;
}
