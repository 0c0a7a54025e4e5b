import type english from '../text/en/hosted.json';
import { sectionText } from '../text/start-text.ts';

/** Loaded where a host hands the page over. */
export const useHostedText = sectionText(
  import.meta.glob<typeof english>('../text/*/hosted.json', { eager: true, import: 'default' }),
);
