import type { MailKind, SigningLanguage } from '@paraph/domain';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { MailTexts, RecipientTexts } from './mail-texts.ts';

const OTHERS: Readonly<Record<Exclude<SigningLanguage, 'en'>, RecipientTexts>> = { fr, de, es, ar };

/** For a mail about a workflow: a recipient's language is the sender's choice, the sender's that of their account. */
export function textsFor(
  { kind, recipientId }: { kind: MailKind; recipientId: number | null },
  { creator, recipients }: WorkflowFacts,
): MailTexts {
  if (recipientId === null) return senderTextsIn(creator.language, kind);
  return textsIn(recipients.find(({ id }) => id === recipientId)?.language ?? null);
}

/** The texts for a sender; of what only an operator or a developer can mend, English alone. */
function senderTextsIn(language: SigningLanguage | null, kind: MailKind): MailTexts {
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
