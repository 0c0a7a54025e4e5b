import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A free font with Latin, Greek, Cyrillic and more, and with composite glyphs. */
export const sampleFont: Uint8Array = readFileSync(
  createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
);
