import type { SigningLanguage } from '@paraph/domain';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { type CompletionTexts, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const ALL: Readonly<Record<SigningLanguage, CompletionTexts>> = { en, fr, de, es, ar };

/** The words of a certificate of completion in the language of its sender. */
export function completionTextsIn(language: SigningLanguage): CompletionTexts {
  return ALL[language];
}
