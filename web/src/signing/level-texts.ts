import type english from '../text/en/level.json';
import { sectionText } from '../text/start-text.ts';

/** What the levels beyond the simple one ask for: loaded with the parts of the page that only they have. */
export const useLevelText = sectionText(
  import.meta.glob<typeof english>('../text/*/level.json', { eager: true, import: 'default' }),
);
