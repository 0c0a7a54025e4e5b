/** Shown where the name of a person stood who has erased their account. */
export const ERASED_NAME = 'Erased account';

/** No mail reaches it: the top-level domain is reserved (RFC 6761 §6.4). */
const ERASED_DOMAIN = '@account.invalid';

/** What stands for the address of an erased account, unique as addresses are. */
export function erasedAddress(userId: number): string {
  return `erased-${userId}${ERASED_DOMAIN}`;
}

export function isErasedAddress(email: string): boolean {
  return email.trim().toLowerCase().endsWith(ERASED_DOMAIN);
}
