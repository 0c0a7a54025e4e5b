import type { Violations } from './refusal.ts';

/** The proofs of identity that a recipient can be asked for beyond the link in their mailbox. */
export const IDENTIFICATIONS = ['code-sms', 'code-mail', 'passkey', 'identity-provider'] as const;
export type Identification = (typeof IDENTIFICATIONS)[number];

/** The languages of pages, mails, certificates and consent. */
export const SIGNING_LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar'] as const;
export type SigningLanguage = (typeof SIGNING_LANGUAGES)[number];

/** BCP 47, for dates and plural forms in mails and on certificates: their digits are Latin in every language. */
export const LOCALES: Readonly<Record<SigningLanguage, string>> = {
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-PT',
  nl: 'nl-NL',
  pl: 'pl-PL',
  ar: 'ar-u-nu-latn',
};

/** The first of a browser's languages (RFC 9110 §12.5.4) that there is here; null without one. */
export function readAcceptedLanguage(header: string | undefined): SigningLanguage | null {
  const wanted = (header ?? '').split(',', 20).map((each) => {
    const [range = '', ...parameters] = each.trim().toLowerCase().split(';');
    const quality = parameters
      .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
      .find(Boolean);
    return { main: range.trim().split('-')[0] ?? '', quality: Number(quality ?? 1) };
  });
  const best = wanted
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ main }) => SIGNING_LANGUAGES.find((language) => language === main))
    .find(Boolean);
  return best ?? null;
}

/** How a recipient is reached and identified beyond the mailbox. */
export interface Contact {
  /** E.164, such as +41791234567. */
  phone: string | null;
  /** Null: the language of the browser; English in mails. */
  language: SigningLanguage | null;
  /** Null: what `chooseIdentification` chooses at the start. */
  identification: Identification | null;
}

/** Absent properties stay as they are. */
export type ContactForm = { [K in keyof Contact]?: Contact[K] | '' | undefined };

export const NO_CONTACT: Contact = { phone: null, language: null, identification: null };

const E164 = /^\+[1-9]\d{6,14}$/;

/** Parses a phone number; spaces, hyphens, dots, slashes and brackets between the digits are dropped. */
function readPhone(text: string): string | null {
  const number = text.trim().replaceAll(/[\s\-‐‑–./()]/g, '');
  return text.length <= 40 && E164.test(number) ? number : null;
}

/** Parses how a recipient is reached; what the request does not name stays. */
export function readContact(
  request: ContactForm,
  at: string,
  about: { before: Contact; violations: Violations },
): Contact {
  const { before, violations } = about;
  const {
    phone = before.phone,
    language = before.language,
    identification = before.identification,
  } = request;
  const number = phone === null || phone.trim() === '' ? null : readPhone(phone);
  if (number === null && phone !== null && phone.trim() !== '') {
    violations[`${at}[phone]`] =
      'Must be a phone number with its country code, such as +41791234567 (E.164).';
  }
  return { phone: number, language: language || null, identification: identification || null };
}

/** The contact of a person who is named several times: each property as it is given first. */
export function mergeContacts<C extends ContactForm>(first: C, next: C): Pick<C, keyof Contact> {
  const choose = <V>(first: V, second: V) => first || second || (first === undefined ? second : first);
  return {
    phone: choose(first.phone, next.phone),
    language: choose(first.language, next.language),
    identification: choose(first.identification, next.identification),
  };
}

const CONTACT_NAMES = ['phone', 'language', 'identification'] as const satisfies readonly (keyof Contact)[];

/** The properties in which two contacts of one person contradict each other. */
export function findContradictions(first: Contact, next: Contact): (keyof Contact)[] {
  return CONTACT_NAMES.filter(
    (name) => first[name] !== null && next[name] !== null && first[name] !== next[name],
  );
}
