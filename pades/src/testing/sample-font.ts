import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { subsetFont } from '../font/subset-font.ts';
import { trueTypeFont } from '../font/typeface.ts';

/** A free font with Latin, Greek, Cyrillic and more, and with composite glyphs. */
export const sampleFont: Uint8Array = readFileSync(
  createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
);

/** A font with one letter that looks like another letter of the sample font. */
export function letterFont(letter: string, asIs: string): Buffer {
  const font = trueTypeFont(sampleFont);
  const glyph = font.glyphOf(asIs.codePointAt(0) ?? 0);
  const subset = Buffer.from(subsetFont(font, [0, glyph]).data);
  const cmap = Buffer.alloc(40);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(28, 16);
  cmap.writeUInt32BE(1, 24);
  const point = letter.codePointAt(0) ?? 0;
  for (const [offset, value] of [point, point, 1].entries()) cmap.writeUInt32BE(value, 28 + offset * 4);
  return withCharacters(subset, cmap);
}

/** A subset for embedding has no character map; with one as its last table it can be read back. */
export function withCharacters(subset: Buffer, cmap: Uint8Array): Buffer {
  const count = subset.readUInt16BE(4);
  const head = Buffer.from(subset.subarray(0, 12 + count * 16));
  // The directory entry moves every other offset.
  for (let index = 0; index < count; index += 1)
    head.writeUInt32BE(head.readUInt32BE(20 + index * 16) + 16, 20 + index * 16);
  head.writeUInt16BE(count + 1, 4);
  const entry = Buffer.alloc(16);
  entry.write('cmap', 'latin1');
  entry.writeUInt32BE(subset.length + 16, 8);
  entry.writeUInt32BE(cmap.length, 12);
  return Buffer.concat([head, entry, subset.subarray(head.length), cmap]);
}
