import {
  accentProblem,
  BRAND_LIMITS,
  invalid,
  readColour,
  replyAddressProblem,
  SIGNING_LANGUAGES,
  type SigningLanguage,
  senderNameProblem,
  type Violations,
} from '@paraph/domain';
import type { Brand } from './brand-store.ts';

/** Absent values stay, null and an empty text remove one. */
export type BrandChange = Partial<
  Record<'accent' | 'footer' | 'replyAddress' | 'senderName', string | null>
> & { disclosures?: readonly { language: SigningLanguage; text: string }[] };

/** @throws Refusal `VALIDATION_ERROR` naming every value that cannot be used, and for a colour the nearest that can */
export function checkBrand(change: BrandChange): Partial<Omit<Brand, 'logoFileId'>> {
  const violations: Violations = {};
  const read = (name: 'accent' | 'footer' | 'replyAddress' | 'senderName', problem: Problem) => {
    const text = change[name];
    if (text === undefined) return {};
    const value = (text ?? '').trim();
    const wrong = value === '' ? null : problem(value);
    if (wrong !== null) violations[name] = wrong;
    return { [name]: value === '' ? null : value };
  };
  const checked = {
    ...read('accent', accentProblem),
    ...read('senderName', senderNameProblem),
    ...read('replyAddress', replyAddressProblem),
    ...read('footer', footerProblem),
    ...readDisclosures(change.disclosures, violations),
  };
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { accent } = checked as { accent?: string | null };
  return typeof accent === 'string' ? { ...checked, accent: readColour(accent) } : checked;
}

type Problem = (value: string) => string | null;

const footerProblem: Problem = (text) =>
  [...text].length > BRAND_LIMITS.footerCharactersMax
    ? `Must have at most ${BRAND_LIMITS.footerCharactersMax} characters.`
    : null;

function readDisclosures(given: BrandChange['disclosures'], violations: Violations) {
  if (given === undefined) return {};
  const texts: Partial<Record<SigningLanguage, string>> = {};
  for (const [at, { language, text }] of given.entries()) {
    const said = text.trim().replaceAll(/\r\n?/g, '\n');
    const name = `disclosures[${at}]`;
    if (texts[language] !== undefined) violations[`${name}.language`] = 'Give one text a language.';
    if ([...said].length > BRAND_LIMITS.disclosureCharactersMax)
      violations[`${name}.text`] = `Must have at most ${BRAND_LIMITS.disclosureCharactersMax} characters.`;
    if (said !== '') texts[language] = said;
  }
  return { disclosures: texts };
}

/** In the order of the languages. */
export function listDisclosures({ disclosures }: Pick<Brand, 'disclosures'>) {
  return SIGNING_LANGUAGES.flatMap((language) => {
    const text = disclosures[language];
    return text === undefined ? [] : [{ language, text }];
  });
}

/** In the language, else in English, else in the first that there is; null where the organization says nothing. */
export function chooseDisclosure(
  { disclosures }: Pick<Brand, 'disclosures'>,
  language: SigningLanguage,
): { language: SigningLanguage; text: string } | null {
  const texts = listDisclosures({ disclosures });
  const inLanguage = (wanted: SigningLanguage) => texts.find((each) => each.language === wanted);
  return inLanguage(language) ?? inLanguage('en') ?? texts[0] ?? null;
}
