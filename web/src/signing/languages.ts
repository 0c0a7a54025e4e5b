import english from '../text/en/signing.json';
import {
  addTexts,
  changeLanguage,
  chooseLanguage,
  LANGUAGE_NAMES,
  onChosenElsewhere,
  PSEUDO_LANGUAGE,
  readStoredLanguage,
  startText,
} from '../text/start-text.ts';

/** English comes with the page; each other language is a file of its own. */
const loaders = import.meta.glob<typeof english>(['../text/*/signing.json', '!../text/en/*'], {
  import: 'default',
});

/** Starts in the stored language, else in the browser's; in English where the texts cannot be loaded. */
export async function startInPreferredLanguage(): Promise<void> {
  startText({ en: areasOf(english) }, 'en');
  onChosenElsewhere(loadLanguage);
  await loadLanguage(chooseLanguage()).catch(() => undefined);
}

/** Loads the texts of a language on demand and shows them. */
export async function loadLanguage(language: string): Promise<void> {
  if (language === PSEUDO_LANGUAGE) {
    changeLanguage(language, (await import('../text/pseudo-language.ts')).disguise);
    return;
  }
  const load = loaders[`../text/${language}/signing.json`];
  if (load) addTexts(language, areasOf(await load()));
  changeLanguage(language);
}

/** Shared elements take their few texts from `ui`, on this page as in the app. */
function areasOf(signing: typeof english) {
  return { ui: signing.ui, signing };
}

/** In a browser where none was chosen, the language in which the person agreed to sign. */
export async function followRecipient(language: string): Promise<void> {
  if (readStoredLanguage() !== '' || !(language in LANGUAGE_NAMES)) return;
  await loadLanguage(language).catch(() => undefined);
}
