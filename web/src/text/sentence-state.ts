// Not from the whole of the domain, which would divide what the signing page loads first into more files.
import { formatMessage, type MessageValues } from '@paraph/domain/message-format';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.includes(language);
}

/** Puts values into a text: numbers in the language's digits, texts of another direction isolated. */
export function withValues(text: string, values: MessageValues, language: string): string {
  const show = (value: string | number | undefined, name: string) => {
    if (value === undefined) return `{${name}}`;
    return typeof value === 'number' ? formatCount(value, language) : isolated(value, language);
  };
  return formatMessage(language === 'fr' ? withFrenchSpaces(text) : text, values, { language, show });
}

/** French has a space within quotation marks and before high punctuation, at which no line may break. */
function withFrenchSpaces(sentence: string): string {
  return sentence.replaceAll(/ ([?!;:»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0');
}

export function formatCount(value: number, language: string): string {
  return new Intl.NumberFormat(language, { useGrouping: false }).format(value);
}

/** Letters and digits of each direction; digits read from left to right in every script. */
const rightToLeftLetter = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
const leftToRightLetter = /[A-Za-z0-9]|\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u;

/**
 * Isolates a text whose direction differs from the page's, so that a name or an address does not reorder the
 * sentence around it (Unicode's bidirectional algorithm). A telephone number has no letter that says its direction.
 */
export function isolated(text: string, language: string): string {
  const hasRightToLeft = rightToLeftLetter.test(text);
  const differs = isRightToLeft(language) ? leftToRightLetter.test(text) : hasRightToLeft;
  if (!differs) return text;
  return `${hasRightToLeft ? '\u2068' : '\u2066'}${text}\u2069`;
}

/** A text without isolating characters, for names of files. */
export function withoutIsolation(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '');
}

/** The digits in a text as ASCII, Arabic-Indic ones included. */
export function asciiDigits(text: string): string {
  const ascii = text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return ascii.replaceAll(/\D/g, '');
}
