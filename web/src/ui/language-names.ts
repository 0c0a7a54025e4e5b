import type { SigningLanguage } from '@paraph/domain';

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<SigningLanguage, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ar: 'العربية',
};
