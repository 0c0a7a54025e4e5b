import type { MailKind, SigningLanguage } from '@paraph/domain';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { MailTexts, RecipientTexts } from './mail-texts.ts';

const OTHERS: Readonly<Record<Exclude<SigningLanguage, 'en'>, RecipientTexts>> = { fr, de, es, ar };

/** The texts for a sender; of what only an operator or a developer can mend, English alone. */
export function senderTextsIn(language: SigningLanguage | null, kind: MailKind): MailTexts {
  const isTranslated = language !== null && language !== 'en' && kind in OTHERS[language].mails;
  return isTranslated ? textsIn(language) : en;
}

/** The texts for a recipient; English where the sender chose no language. */
export function textsIn(language: SigningLanguage | null): MailTexts {
  if (language === null || language === 'en') return en;
  const texts = OTHERS[language];
  return {
    ...en,
    ...texts,
    mails: { ...en.mails, ...texts.mails },
    labels: { ...en.labels, ...texts.labels },
  };
}
