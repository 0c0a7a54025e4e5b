import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english, type Words } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { dutch } from './nl.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';

export const LANGUAGES = {
  en: { name: 'English', words: english },
  fr: { name: 'Français', words: french },
  de: { name: 'Deutsch', words: german },
  es: { name: 'Español', words: spanish },
  it: { name: 'Italiano', words: italian },
  pt: { name: 'Português', words: portuguese },
  nl: { name: 'Nederlands', words: dutch },
  pl: { name: 'Polski', words: polish },
  ar: { name: 'العربية', words: arabic },
} as const satisfies Record<string, { name: string; words: Words }>;

export type Language = keyof typeof LANGUAGES;

/** Everything that is shown, in one language. */
export interface Say {
  readonly language: Language;
  (key: string, values?: Readonly<Record<string, string | number>>): string;
}

/** A key without words, as of a report that is newer than this page, is shown as it is. */
export function sayIn(language: Language): Say {
  const words: Readonly<Record<string, string>> = LANGUAGES[language].words;
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    (words[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  return Object.assign(say, { language });
}

export function preferredLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((each) => each.toLowerCase().split('-')[0] ?? '');
  return codes.find(isLanguage) ?? 'en';
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** Signed documents are judged by the second; the zone is the reader's. */
export function momentIn({ language }: Say, seconds: number): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'long' });
  return format.format(seconds * 1000);
}

export function dayIn({ language }: Say, seconds: number): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(seconds * 1000);
}

export function sizeIn({ language }: Say, bytes: number): string {
  const isLarge = bytes >= 1024 * 1024;
  const unit = isLarge ? 'megabyte' : 'kilobyte';
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / (isLarge ? 1024 * 1024 : 1024));
}

/** `share`: in percent. */
export function percentIn({ language }: Say, share: number): string {
  const maximumFractionDigits = share < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits }).format(share / 100);
}

/** English dates have the day first. */
function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}
