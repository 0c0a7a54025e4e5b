import i18next from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';

/** Nested sentences; plural forms end in `_one`, `_other`. */
export type Texts = { [key: string]: string | Texts };

/** One namespace per area: `{ en: { ui: …, account: … }, fr: { … } }`. */
export type TextsByLanguage = { [language: string]: { [namespace: string]: Texts } };

/** Initializes i18next with English as fallback. Call once, before the first render. */
export function startText(texts: TextsByLanguage, language = preferredLanguage(Object.keys(texts))): void {
  void i18next.use(initReactI18next).init({
    resources: texts,
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  setPageLanguage(language);
}

export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language);
  setPageLanguage(language);
}

export type TextOf = (key: string, values?: Record<string, string | number>) => string;

export function useText(namespace: string): TextOf {
  const { t } = useTranslation(namespace);
  return useCallback((key, values) => t(key, values ?? {}), [t]);
}

/** The language in use, for dates and numbers. */
export function currentLanguage(): string {
  return i18next.resolvedLanguage ?? 'en';
}

/** The first of the wanted languages that is available, compared by primary subtag. */
export function preferredLanguage(
  available: string[],
  wanted: readonly string[] = navigator.languages,
): string {
  for (const language of wanted) {
    const main = language.toLowerCase().split('-')[0] ?? '';
    if (available.includes(main)) return main;
  }
  return 'en';
}

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

function setPageLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
