import type { SigningLanguage } from '@paraph/domain';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** The texts of a court bundle in one language. */
export type BundleTexts = typeof en;
export type StepTexts = BundleTexts['steps'];

const CATALOGUES: Readonly<Record<SigningLanguage, BundleTexts>> = { en, fr, de, es, it, pt, nl, pl, ar };

export function bundleTextsIn(language: SigningLanguage): BundleTexts {
  return CATALOGUES[language];
}
