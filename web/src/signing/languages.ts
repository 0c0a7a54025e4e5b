import i18next from 'i18next';
import { signingEnglish } from '../text/signing-en.ts';
import { changeLanguage, preferredLanguage, startText } from '../text/start-text.ts';
import { uiEnglish } from '../text/ui-en.ts';

/** Language names in their own language. */
export const languageNames: Readonly<Record<string, string>> = { en: 'English', fr: 'Français' };

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

/** Loads the texts of a language on demand; English is part of the bundle. */
export async function loadLanguage(language: string): Promise<void> {
  if (language === 'fr' && !i18next.hasResourceBundle('fr', 'signing')) {
    const { signingFrench, uiFrench } = await import('../text/signing-fr.ts');
    i18next.addResourceBundle('fr', 'signing', signingFrench);
    i18next.addResourceBundle('fr', 'ui', uiFrench);
  }
  await changeLanguage(language);
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
