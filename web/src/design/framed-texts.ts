import type english from '../text/en/framed.json';
import { sectionText } from '../text/start-text.ts';

/** Loaded with the designer: what it says in a frame of another product. */
export const useFramedText = sectionText(
  import.meta.glob<typeof english>('../text/*/framed.json', { eager: true, import: 'default' }),
);
