import type english from '../text/en/provider.json';
import { sectionText } from '../text/start-text.ts';

/** Loaded for qualified signatures alone. */
export const useProviderText = sectionText(
  import.meta.glob<typeof english>('../text/*/provider.json', { eager: true, import: 'default' }),
);

export type ProviderText = ReturnType<typeof useProviderText>;
