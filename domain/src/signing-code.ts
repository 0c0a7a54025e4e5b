/** Ways on which a code reaches a recipient. */
const CODE_METHODS = ['code-sms', 'code-mail'] as const;
export type CodeMethod = (typeof CODE_METHODS)[number];

export function isCodeMethod(method: string): method is CodeMethod {
  return CODE_METHODS.some((each) => each === method);
}

/** What became of the message with a code. `kept`: shown on the mailbox page of an instance that is tried out. */
export const CODE_DELIVERIES = ['queued', 'sent', 'delivered', 'failed', 'kept'] as const;

/** Country codes of two digits (ITU-T E.164); 1 and 7 have one, all others three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** "+33 ••• 12": enough to recognize the own number, too little to learn another person's. */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  const codeLength = /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  return `+${digits.slice(0, codeLength)} ••• ${digits.slice(-2)}`;
}

/** The six digits in what a person typed or pasted; null where there are others. */
export function readCode(text: string): string | null {
  const digits = text.normalize('NFKC').replaceAll(/[\s\-‐–.·]/g, '');
  const western = digits.replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
  return /^\d{6}$/.test(western) ? western : null;
}
