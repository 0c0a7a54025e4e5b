import { emailKey, LIMITS } from '@paraph/domain';
import type { InvitationOutcomes } from '../api/wire.ts';

/**
 * Parses typed or pasted addresses, separated by line breaks, commas, semicolons or blanks, with or without names
 * as mail programs copy them. Removes duplicates.
 */
export function readEmails(text: string): string[] {
  const found = text
    // A comma within quotes belongs to a name, and names are dropped.
    .replaceAll(/"[^"\r\n]*"/g, ' ')
    .split(/[\r\n,;]+/)
    .flatMap((part) => {
      const angled = [...part.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address);
      return angled.length > 0 ? angled : splitAtBlanks(part);
    })
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const keys = found.map(emailKey);
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

export type EmailsError = 'none' | 'many' | null;

export function checkEmails(emails: readonly string[]): EmailsError {
  if (emails.length === 0) return 'none';
  return emails.length > LIMITS.invitationsPerCallMax ? 'many' : null;
}

export type InvitationOutcome = { email: string; isInvited: boolean; message: string | null };

/** The API returns one object per address, with the address as its only key. */
export function readOutcomes(answer: InvitationOutcomes): InvitationOutcome[] {
  return answer.flatMap((each) =>
    Object.entries(each).map(([email, { result, message }]) => ({ email, isInvited: result, message })),
  );
}

/** "one@a.test two@a.test" are two; "not an address" stays one, to be refused as typed. */
function splitAtBlanks(part: string): string[] {
  const words = part.trim().split(/\s+/);
  return words.every((word) => word.includes('@')) ? words : [part];
}
