import { currentLanguage, useText } from '../text/start-text.ts';
import { languageNames, loadLanguage, storeLanguage } from './languages.ts';

/** Shows the language of the page, which may also change without it: to that of the recipient. */
export function LanguageChoice() {
  const t = useText('signing');
  const choose = (next: string) => {
    loadLanguage(next).then(
      () => storeLanguage(next),
      // The texts cannot be loaded without a connection: the language stays the same.
      () => undefined,
    );
  };
  return (
    <select
      aria-label={t('language')}
      value={currentLanguage()}
      onChange={(event) => choose(event.target.value)}
      className="touch rounded-paper bg-transparent px-2 text-14 text-muted hover:bg-wash hover:text-ink"
    >
      {Object.entries(languageNames).map(([code, name]) => (
        <option key={code} value={code} lang={code} className="bg-surface text-ink">
          {name}
        </option>
      ))}
    </select>
  );
}
