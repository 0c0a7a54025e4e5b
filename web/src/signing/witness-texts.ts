import type english from '../text/en/witness.json';
import { sectionText } from '../text/start-text.ts';

/** Of witnesses and of who has one: loaded with the parts of the page that only they have. */
export const useWitnessText = sectionText(
  import.meta.glob<typeof english>('../text/*/witness.json', { eager: true, import: 'default' }),
);
