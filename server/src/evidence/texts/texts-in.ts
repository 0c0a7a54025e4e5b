import { type EventName, LOCALES, type SigningLanguage } from '@paraph/domain';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

type Named = Readonly<Record<string, string>>;

/** What happened, by the name of the event; edits and replacements have sentences with values of their own. */
type EventTexts = Readonly<Record<Exclude<EventName, 'workflow.changed' | 'recipient.reassigned'>, string>>;

type Catalogue = typeof en & {
  events: EventTexts & Named;
  methods: Named;
  hosted: Named;
  editedParts: Named;
  /** What a signature rests on; English has the sentence of the record. */
  reached?: typeof fr.reached;
};

/** The texts of a certificate of completion in one language. */
export type CompletionTexts = Catalogue & { locale: string };

const CATALOGUES: Readonly<Record<SigningLanguage, Catalogue>> = { en, fr, de, es, it, pt, nl, pl, ar };

export function completionTextsIn(language: SigningLanguage): CompletionTexts {
  return { ...CATALOGUES[language], locale: LOCALES[language] };
}
