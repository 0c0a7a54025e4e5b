import { SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

/** The words of the sandbox's pages; its errors by their codes, its keys by the kinds of credentials. */
export const SANDBOX_TEXTS: Readonly<Record<SigningLanguage, typeof en>> = {
  en,
  fr,
  de,
  es,
  it,
  pt,
  nl,
  pl,
  ar,
};

/** The first of the languages asked for that there are words in; each is a list such as "de-CH, en;q=0.5". */
export function chooseSandboxLanguage(...asked: readonly (string | null | undefined)[]): SigningLanguage {
  const wanted = asked
    .flatMap((list) => (list ?? '').split(/[\s,]+/))
    .map((each) => each.slice(0, 2).toLowerCase());
  return SIGNING_LANGUAGES.find((language) => language === wanted.find(isLanguage)) ?? 'en';
}

function isLanguage(language: string): boolean {
  return SIGNING_LANGUAGES.some((each) => each === language);
}
