import type { SigningView as View } from '@paraph/contract';
import type { Static } from 'typebox';
import { encodePng } from '../../intake/src/reading/encode-png.ts';

export type SigningView = Static<typeof View>;

/** What the page of a signer says it showed. */
export const INTENT = { button: 'Finish', language: 'en', timeZone: 'Europe/Paris' };

/** A slanted stroke on nothing, as base64 PNG. */
export function drawnSignature({ width = 240, height = 80 } = {}): string {
  const rgba = new Uint8Array(width * height * 4);
  for (let x = 10; x < width - 10; x += 1) {
    const y = Math.round(height / 2 + Math.sin(x / 12) * height * 0.3);
    for (let dy = -1; dy <= 1; dy += 1) {
      const at = ((y + dy) * width + x) * 4;
      rgba.set([0x14, 0x21, 0x3d, 0xff], at);
    }
  }
  return encodePng({ width, height, rgba }).toString('base64');
}
