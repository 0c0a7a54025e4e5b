import type english from '../text/en/identify.json';
import { sectionText } from '../text/start-text.ts';

/** Showing who signs: loaded with this section of the page, and not with its cover. */
export const useIdentifyText = sectionText(
  import.meta.glob<typeof english>('../text/*/identify.json', { eager: true, import: 'default' }),
);
