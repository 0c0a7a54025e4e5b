import type english from '../text/en/form.json';
import { sectionText } from '../text/start-text.ts';

/** The texts of public links, loaded with their page. */
export const useFormText = sectionText(
  import.meta.glob<typeof english>('../text/*/form.json', { eager: true, import: 'default' }),
);
export type FormText = ReturnType<typeof useFormText>;
