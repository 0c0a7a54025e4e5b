import type english from '../text/en/embedded.json';
import { sectionText } from '../text/start-text.ts';

/** Loaded in a frame of another product. */
export const useEmbeddedText = sectionText(
  import.meta.glob<typeof english>('../text/*/embedded.json', { eager: true, import: 'default' }),
);
