import type english from '../text/en/device.json';
import { sectionText } from '../text/start-text.ts';

/** Loaded with the signature dialog, and after a signing. */
export const useDeviceText = sectionText(
  import.meta.glob<typeof english>('../text/*/device.json', { eager: true, import: 'default' }),
);
