import type { SigningLanguage } from '@paraph/domain';
import { useCallback, useSyncExternalStore } from 'react';
import { isRightToLeft, withValues } from './sentence-state.ts';

/** Nested sentences, as ICU messages. */
export type Texts = { [key: string]: string | Texts };

/** One namespace per area: `{ en: { ui: …, account: … }, fr: { … } }`. */
export type TextsByLanguage = { [language: string]: { [namespace: string]: Texts } };

let texts: TextsByLanguage = {};
/** What is shown; replaced as a whole, so that each change is seen. */
let shown: {
  readonly language: string;
  /** Of the account; undefined: that of the browser. */
  readonly timeZone?: string | undefined;
  /** Of the pseudo-language: how it says an English text. */
  readonly disguise?: ((text: string) => string) | undefined;
} = { language: 'en' };
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

export function changeLanguage(language: string, disguise?: (text: string) => string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  show({ ...shown, language, disguise });
}

/** Null: that of the browser. */
export function changeTimeZone(name: string | null): void {
  const timeZone = name ?? undefined;
  if (timeZone !== shown.timeZone) show({ ...shown, timeZone });
}

function show(next: typeof shown): void {
  shown = next;
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
  const now = useShown();
  return useCallback((key, values) => textOf(areaIn, now)(key, values), [now, areaIn]);
}

function textOf(
  areaIn: (language: string) => Texts | undefined,
  { language, disguise }: typeof shown,
): TextOf {
  return (key, values = {}) => {
    const text = findText(areaIn(language), key) ?? findText(areaIn('en'), key) ?? key;
    return withValues(disguise ? disguise(text) : text, values, language);
  };
}

/** The same for what is said once, outside of a component. */
export function textNow(areaIn: (language: string) => Texts | undefined): TextOf {
  return textOf(areaIn, shown);
}

/** Renders again whenever another language or time zone is shown. */
export function useShown(): typeof shown {
  return useSyncExternalStore(onLanguageChange, () => shown);
}

/** The time zone of the account; undefined: that of the browser. */
export function currentTimeZone(): string | undefined {
  return shown.timeZone;
}

/** The time zone that times are shown and entered in. */
export function shownTimeZone(): string {
  return shown.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The language in use, for dates and numbers. */
export function currentLanguage(): string {
  return shown.language;
}

/** The language in use among those that there are words in. */
export function translatedLanguage(): SigningLanguage {
  return (shown.language in LANGUAGE_NAMES ? shown.language : 'en') as SigningLanguage;
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

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<SigningLanguage, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ar: 'العربية',
};

const STORAGE_KEY = 'paraph.language';
/** English made unlike English, which tests and developers store by hand: no menu offers it. */
export const PSEUDO_LANGUAGE = 'en-XA';

/** The language that was chosen in this browser; empty where none was. */
export function readStoredLanguage(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the choice lasts for this visit.
  }
}

/** The language chosen in this browser, else the first of the browser's own that there is, else English. */
export function chooseLanguage(): string {
  const stored = readStoredLanguage();
  if (stored === PSEUDO_LANGUAGE) return stored;
  return preferredLanguage(Object.keys(LANGUAGE_NAMES), [stored, ...navigator.languages]);
}

/** When another tab of this browser chooses a language, this one follows. */
export function onChosenElsewhere(show: (language: string) => Promise<void>): void {
  addEventListener('storage', ({ key }) => {
    // Without a connection the texts cannot be loaded: the language stays the same.
    if (key === STORAGE_KEY) void show(chooseLanguage()).catch(() => undefined);
  });
}
