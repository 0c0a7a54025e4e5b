import type { Texts } from './start-text.ts';

export const mailboxEnglish = {
  title: 'Mailbox',
  lead: 'What this service would have sent, and to whom.',
  tryAgain: 'Try again',
  kept: 'Mails are kept here, none goes out',
  keptHow: 'Set SMTP_URL and restart to send them. Until then only you see them, links for signing included.',
  search: 'Search people and subjects',
  found_one: '{{count}} mail',
  found_other: '{{count}} mails',
  noneFound: 'Nothing found',
  noneFoundLead: 'No mail has all of these words in its address and subject.',
  showAll: 'Show all mails',
  empty: 'No mail yet',
  emptyLead: 'Invitations, notices and password links appear here as soon as there are any.',
  texts: 'Text messages',
  textsLead: 'The codes of signers that count now. Set PARAPH_SMS_GATEWAY and restart to send them.',
  to: 'To {{address}}',
  attachments: 'Attachments',
  views: 'The message as',
  html: 'Page',
  text: 'Text',
} satisfies Texts;
