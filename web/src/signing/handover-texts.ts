import type english from '../text/en/handover.json';
import { sectionText } from '../text/start-text.ts';

/** Loaded where another device is offered. */
export const useHandoverText = sectionText(
  import.meta.glob<typeof english>('../text/*/handover.json', { eager: true, import: 'default' }),
);
