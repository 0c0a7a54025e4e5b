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

/** Texts are immutable: a change is a new version, so that the text of every consent stays readable. */
const CATALOGUES: Readonly<Record<SigningLanguage, typeof en>> = { en, fr, de, es, ar };

/** With the level whose key and certificate a text speaks of. */
const TEXTS = SIGNING_LANGUAGES.flatMap((language) =>
  (['simple', 'advanced', 'qualified'] as const).map((level) => {
    const { agreement, finish, freedom, device } = CATALOGUES[language];
    const paragraphs = [agreement, finish[level], freedom, device].map((text) => formatMessage(text, {}));
    const version = `2026-11-${language}${level === 'simple' ? '' : `-${level}`}`;
    return { version, language, level, text: paragraphs.join('\n\n') };
  }),
);

export type ConsentText = (typeof TEXTS)[number];

/** The level whose text an action asks for: reviewers sign nothing. */
export function consentLevelOf(session: {
  action: { type: ActionType };
  facts: { workflow: { type: WorkflowType } };
}): WorkflowType {
  return session.action.type === 'sign' ? session.facts.workflow.type : 'simple';
}

/** The text in the language that suits a browser best; English where we have none of its languages. */
export function chooseConsentText(level: WorkflowType, acceptLanguage: string | undefined): ConsentText {
  const ofLevel = TEXTS.filter((text) => text.level === level);
  const wanted = (acceptLanguage ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase());
  const match = wanted.map((language) => ofLevel.find((text) => text.language === language)).find(Boolean);
  return match ?? (ofLevel[0] as ConsentText);
}

export function findConsentText(version: string): ConsentText | null {
  return TEXTS.find((text) => text.version === version) ?? null;
}
