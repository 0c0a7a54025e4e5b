import { useCallback, useSyncExternalStore } from 'react';
import { isRightToLeft, pluralKeys, withValues } from './sentence-state.ts';

/** Nested sentences; plural forms end in `_one`, `_other`, or the other forms of their language. */
export type Texts = { [key: string]: string | Texts };

/** One namespace per area: `{ en: { ui: …, account: … }, fr: { … } }`. */
export type TextsByLanguage = { [language: string]: { [namespace: string]: Texts } };

let texts: TextsByLanguage = {};
let shown = 'en';
const listeners = new Set<() => void>();

/** Starts with English as fallback; a key without a sentence is shown as it is. Call once, before the first render. */
export function startText(first: TextsByLanguage, language = preferredLanguage(Object.keys(first))): void {
  texts = first;
  changeLanguage(language);
}

/** Adds the texts of a language that was loaded later. */
export function addTexts(language: string, areas: { [namespace: string]: Texts }): void {
  texts = { ...texts, [language]: areas };
}

export function hasTexts(language: string): boolean {
  return texts[language] !== undefined;
}

export function changeLanguage(language: string): void {
  shown = language;
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  for (const listener of [...listeners]) listener();
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type TextOf = (key: string, values?: Record<string, string | number>) => string;

export function useText(namespace: string): TextOf {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  return useCallback(
    (key, values = {}) => {
      const { count } = values;
      const find = (each: string) =>
        findSentence(
          texts[each]?.[namespace],
          typeof count === 'number' ? pluralKeys(key, count, each) : [key],
        );
      return withValues(find(language) ?? find('en') ?? key, values, language);
    },
    [language, namespace],
  );
}

/** The language in use, for dates and numbers. */
export function currentLanguage(): string {
  return shown;
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

/** The first of the keys that the texts have. */
function findSentence(area: Texts | undefined, keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = key
      .split('.')
      .reduce<Texts | string | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        area,
      );
    if (typeof found === 'string') return found;
  }
  return null;
}
