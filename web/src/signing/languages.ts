import english from '../text/en/signing.json';
import { addTexts, changeLanguage, preferredLanguage, startText } from '../text/start-text.ts';

/** Language names in their own language. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ar: 'العربية',
};

/** English comes with the page; each other language is a file of its own. */
const loaders: Readonly<Record<string, () => Promise<{ default: typeof english }>>> = {
  fr: () => import('../text/fr/signing.json'),
  de: () => import('../text/de/signing.json'),
  es: () => import('../text/es/signing.json'),
  ar: () => import('../text/ar/signing.json'),
};

const storageKey = 'paraph.language';

/** Starts in the stored language, else in the browser's; in English where the texts cannot be loaded. */
export async function startInPreferredLanguage(): Promise<void> {
  startText({ en: areasOf(english) }, 'en');
  const language = preferredLanguage(Object.keys(languageNames), [
    readStoredLanguage(),
    ...navigator.languages,
  ]);
  await loadLanguage(language).catch(() => undefined);
}

/** Loads the texts of a language on demand and shows them. */
export async function loadLanguage(language: string): Promise<void> {
  const load = loaders[language];
  if (load) addTexts(language, areasOf((await load()).default));
  changeLanguage(language);
}

/** Shared elements take their few texts from `ui`, on this page as in the app. */
function areasOf(signing: typeof english) {
  return { ui: signing.ui, signing };
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
