import { emailKey, LIMITS } from '@paraph/domain';
import type { InvitationOutcomes } from '../api/wire.ts';

/**
 * Parses typed or pasted addresses, separated by line breaks, commas, semicolons or blanks, with or without names
 * as mail programs copy them. Removes duplicates.
 */
export function readEmails(text: string): string[] {
  const addresses = text
    // A comma within quotes belongs to a name, and names are dropped.
    .replaceAll(/"[^"\r\n]*"/g, ' ')
    .split(/[\r\n,;]+/)
    .flatMap((piece) => {
      const angled = [...piece.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address);
      return angled.length > 0 ? angled : splitAtBlanks(piece);
    })
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const keys = addresses.map(emailKey);
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
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
function splitAtBlanks(piece: string): string[] {
  const words = piece.trim().split(/\s+/);
  return words.every((word) => word.includes('@')) ? words : [piece];
}
