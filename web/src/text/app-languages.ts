import { english } from './en.ts';
import {
  addTexts,
  changeLanguage,
  chooseLanguage,
  currentLanguage,
  onChosenElsewhere,
  PSEUDO_LANGUAGE,
  startText,
  storeLanguage,
  type Texts,
} from './start-text.ts';

/** English comes with the app; each other language is a chunk of its own. */
const loaders: Readonly<Record<string, () => Promise<{ default: Record<string, unknown> }>>> = {
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  pt: () => import('./pt.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  ar: () => import('./ar.ts'),
};

/** Starts in the language that suits the browser; in English where its texts cannot be loaded. */
export async function startAppText(): Promise<void> {
  startText({ en: english }, 'en');
  onChosenElsewhere(showLanguage);
  await showLanguage(chooseLanguage()).catch(() => undefined);
}

/** Loads the texts of a language and shows them, in this page alone. */
export async function showLanguage(language: string): Promise<void> {
  if (language === PSEUDO_LANGUAGE) {
    const { disguise } = await import('./pseudo-language.ts');
    changeLanguage(language, disguise);
    return;
  }
  const load = loaders[language];
  if (load) addTexts(language, areasOf((await load()).default));
  changeLanguage(language);
}

/** What a person chose, or the account that they signed in to: from now on this browser starts with it. */
export async function keepLanguage(language: string): Promise<void> {
  if (language !== currentLanguage()) await showLanguage(language);
  storeLanguage(language);
}

/** By area, as the files are named. */
function areasOf(files: Readonly<Record<string, unknown>>): Record<string, Texts> {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts as Texts]),
  );
}
