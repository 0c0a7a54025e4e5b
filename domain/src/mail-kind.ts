/** Every kind of mail, as its row names it. */
export const MAIL_KINDS = [
  'invitation',
  'reminder',
  'completed',
  'declined',
  'passed_on',
  'canceled',
  'expired',
  'start_failed',
  'blocked',
  'mail_failed',
  'delivery_dead',
  'file_damaged',
  'callback_changed',
  'key_used',
  'password_reset',
  'password_changed',
  'access_ended',
  'member_invited',
  'signing_code',
  'code_failed',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
