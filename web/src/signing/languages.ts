import { signingEnglish } from '../text/signing-en.ts';
import {
  addTexts,
  changeLanguage,
  hasTexts,
  preferredLanguage,
  startText,
  type Texts,
} from '../text/start-text.ts';
import { uiEnglish } from '../text/ui-en.ts';

/** Language names in their own language. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ar: 'العربية',
};

interface LanguageTexts {
  readonly signing: Texts;
  readonly ui: Texts;
}

/** English is part of the bundle; each other language is a file of its own. */
const loaders: Readonly<Record<string, () => Promise<{ default: LanguageTexts }>>> = {
  fr: () => import('../text/signing-fr.ts'),
  de: () => import('../text/signing-de.ts'),
  es: () => import('../text/signing-es.ts'),
  ar: () => import('../text/signing-ar.ts'),
};

const storageKey = 'paraph.language';

/** Starts in the stored language, else in the browser's; in English where the texts cannot be loaded. */
export async function startInPreferredLanguage(): Promise<void> {
  startText({ en: { ui: uiEnglish, signing: signingEnglish } }, 'en');
  const language = preferredLanguage(Object.keys(languageNames), [
    readStoredLanguage(),
    ...navigator.languages,
  ]);
  await loadLanguage(language).catch(() => undefined);
}

/** Loads the texts of a language on demand and shows them. */
export async function loadLanguage(language: string): Promise<void> {
  const load = loaders[language];
  if (load !== undefined && !hasTexts(language)) {
    const { ui, signing } = (await load()).default;
    addTexts(language, { ui, signing });
  }
  changeLanguage(language);
}

/** In a browser where none was chosen, the language in which the person agreed to sign. */
export async function followRecipient(language: string): Promise<void> {
  if (readStoredLanguage() !== '' || !(language in languageNames)) return;
  await loadLanguage(language).catch(() => undefined);
}

export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice lasts for this visit.
  }
}

function readStoredLanguage(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}
