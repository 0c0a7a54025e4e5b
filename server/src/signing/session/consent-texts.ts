import {
  type ActionType,
  formatMessage,
  SIGNING_LANGUAGES,
  type SigningLanguage,
  type WorkflowType,
} from '@paraph/domain';
import ar from './consent-texts/ar.json' with { type: 'json' };
import de from './consent-texts/de.json' with { type: 'json' };
import en from './consent-texts/en.json' with { type: 'json' };
import es from './consent-texts/es.json' with { type: 'json' };
import fr from './consent-texts/fr.json' with { type: 'json' };
import it from './consent-texts/it.json' with { type: 'json' };
import nl from './consent-texts/nl.json' with { type: 'json' };
import pl from './consent-texts/pl.json' with { type: 'json' };
import pt from './consent-texts/pt.json' with { type: 'json' };

/** Texts are immutable: a change is a new version, so that the text of every consent stays readable. */
const CATALOGUES: Readonly<Record<SigningLanguage, typeof en>> = { en, fr, de, es, it, pt, nl, pl, ar };

/** With the level whose key and certificate a text speaks of. */
const WRITTEN = SIGNING_LANGUAGES.flatMap((language) =>
  (['simple', 'advanced', 'qualified'] as const).map((level) => {
    const { agreement, finish, freedom, device, review } = CATALOGUES[language];
    const paragraphs = [agreement, finish[level], freedom, device].map((text) => formatMessage(text, {}));
    const version = `2026-11-${language}${level === 'simple' ? '' : `-${level}`}`;
    const text = paragraphs.join('\n\n');
    return { version, language, level, text, isOffered: review.offered, signer: null as string | null };
  }),
);

/** What a person can agree to: a translation that no named person has reviewed is not offered (docs/decisions/0018). */
const TEXTS = WRITTEN.filter(({ isOffered }) => isOffered);

export type ConsentText = (typeof WRITTEN)[number];

/** The level whose text an action asks for: reviewers sign nothing. */
export function consentLevelOf(session: {
  action: { type: ActionType };
  facts: { workflow: { type: WorkflowType } };
}): WorkflowType {
  return session.action.type === 'sign' ? session.facts.workflow.type : 'simple';
}

/** To the text of a level, a witness agrees with what they state of the signer: a version of its own. */
function forWitness(text: ConsentText, signer: string | null): ConsentText {
  if (signer === null) return text;
  const stated = formatMessage(CATALOGUES[text.language].witness, { signer });
  return { ...text, version: `${text.version}${WITNESS}`, text: `${text.text}\n\n${stated}`, signer };
}

const WITNESS = '-witness';

/**
 * The text in the language that suits a browser best; English where we have none of its languages. For a witness, with
 * the name of the signer.
 */
export function chooseConsentText(
  level: WorkflowType,
  acceptLanguage: string | undefined,
  signer: string | null = null,
): ConsentText {
  const ofLevel = TEXTS.filter((text) => text.level === level);
  const wanted = (acceptLanguage ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase());
  const match = wanted.map((language) => ofLevel.find((text) => text.language === language)).find(Boolean);
  return forWitness(match ?? (ofLevel[0] as ConsentText), signer);
}

/** For a witness, with the name of the signer: nobody else can agree to their text, and they to no other. */
export function findConsentText(version: string, signer: string | null = null): ConsentText | null {
  if (version.endsWith(WITNESS) !== (signer !== null)) return null;
  const text = TEXTS.find((each) => each.version === version.replace(WITNESS, ''));
  return text ? forWitness(text, signer) : null;
}

/** The offered text in a language in which it is not offered: to read beside it, and nothing to agree to. */
export function findConsentTranslation(
  { level, language: offered, signer }: ConsentText,
  language: SigningLanguage,
) {
  if (offered === language) return null;
  const written = WRITTEN.find((text) => text.level === level && text.language === language);
  return written && !written.isOffered ? { language, text: forWitness(written, signer).text } : null;
}
