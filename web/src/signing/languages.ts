import i18next from 'i18next';
import { signingEnglish } from '../text/signing-en.ts';
import { changeLanguage, preferredLanguage, startText } from '../text/start-text.ts';
import { uiEnglish } from '../text/ui-en.ts';

/** Languages by their own names, as their readers look for them. */
export const languageNames: Readonly<Record<string, string>> = { en: 'English', fr: 'Français' };

const storageKey = 'paraph.language';

/** Starts in the language chosen here before, else the browser's; in English when it cannot be had. */
export async function startInTheirLanguage(): Promise<void> {
  startText({ en: { ui: uiEnglish, signing: signingEnglish } }, 'en');
  const language = preferredLanguage(Object.keys(languageNames), [keptLanguage(), ...navigator.languages]);
  await speak(language).catch(() => undefined);
}

/** Only the language in use is fetched; English is always there. */
export async function speak(language: string): Promise<void> {
  if (language === 'fr' && !i18next.hasResourceBundle('fr', 'signing')) {
    const { signingFrench, uiFrench } = await import('../text/signing-fr.ts');
    i18next.addResourceBundle('fr', 'signing', signingFrench);
    i18next.addResourceBundle('fr', 'ui', uiFrench);
  }
  await changeLanguage(language);
}

export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice holds for this visit.
  }
}

function keptLanguage(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}
