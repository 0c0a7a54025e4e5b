import { currentLanguage, LANGUAGE_NAMES } from '../text/start-text.ts';

interface LanguageMenuProps {
  readonly label: string;
  /** Shows the language; it may fail without a connection, and the language stays the same. */
  readonly choose: (language: string) => Promise<void>;
}

/** Each language by its own name. The language may also change without it: to that of an account or a recipient. */
export function LanguageMenu({ label, choose }: LanguageMenuProps) {
  return (
    <select
      aria-label={label}
      value={currentLanguage()}
      onChange={(event) => void choose(event.target.value).catch(() => undefined)}
      className="touch rounded-paper bg-transparent px-2 text-14 text-muted hover:bg-wash hover:text-ink"
    >
      {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
        <option key={code} value={code} lang={code} className="bg-surface text-ink">
          {name}
        </option>
      ))}
    </select>
  );
}
