import { useCallback, useSyncExternalStore } from 'react';
import { isRightToLeft, withValues } from './sentence-state.ts';

/** Nested sentences, as ICU messages. */
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

export type TextOf<Key = string> = (key: Key, values?: Record<string, string | number>) => string;

export function useText(namespace: string): TextOf {
  return useTextOf(useCallback((language) => texts[language]?.[namespace], [namespace]));
}

/** The path of each sentence, such as `causes.day`. */
type KeyOf<Section> = {
  [Key in keyof Section & string]: Section[Key] extends string ? Key : `${Key}.${KeyOf<Section[Key]>}`;
}[keyof Section & string];

/** The texts of a section that is loaded by itself, in all languages: what `import.meta.glob` makes of their files. */
export function sectionText<Section extends Texts>(files: Readonly<Record<string, Section>>) {
  const areaIn = (language: string) =>
    Object.entries(files).find(([path]) => path.includes(`/${language}/`))?.[1];
  return (): TextOf<KeyOf<Section>> => useTextOf(areaIn);
}

/** Each text in the language, or in English where it has none; where that has none either, its key. */
function useTextOf(areaIn: (language: string) => Texts | undefined): TextOf {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  return useCallback(
    (key, values = {}) => {
      const text = findText(areaIn(language), key) ?? findText(areaIn('en'), key) ?? key;
      return withValues(text, values, language);
    },
    [language, areaIn],
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

function findText(area: Texts | undefined, key: string): string | null {
  const text = key
    .split('.')
    .reduce<Texts | string | undefined>(
      (at, segment) => (typeof at === 'object' ? at[segment] : undefined),
      area,
    );
  return typeof text === 'string' ? text : null;
}
