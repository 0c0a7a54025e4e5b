import { formatMessage, type SigningLanguage } from '@paraph/domain';
import type { Brand } from '../brands/api.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { asComposed, type ComposedMail } from './compose-mail.ts';
import { sanitizeBody, sanitizeLine } from './sanitize-user-text.ts';
import { formatTime, textsIn } from './texts/mail-texts.ts';
import type { MailContent } from './write-mail.ts';

/** An invitation as a draft would make it, about a document that there is not. */
export function composeSample(
  deps: Pick<Deps, 'clock' | 'config'>,
  { brand, organizationName }: { brand: Brand | null; organizationName: string },
  language: SigningLanguage,
): ComposedMail {
  const texts = textsIn(language);
  const { mails, labels } = texts;
  const words = mails.invitation_sign;
  const { baseUrl } = deps.config;
  const organization = sanitizeBody(sanitizeLine(organizationName));
  const values = {
    ...{ sender: 'Grace Hopper', document: 'Lease of the mill', email: 'ada@example.com', organization },
    ...{ host: new URL(baseUrl).host, account: texts.accounts.simple },
  };
  const deadline = formatTime(addSeconds(deps.clock.now(), 14 * 86_400), texts);
  const content: MailContent = {
    ...{ language: texts.locale, organization, files: [], quote: null },
    subject: formatMessage(words.subject, values),
    heading: formatMessage(words.heading, values),
    lines: words.lines.map((line) => formatMessage(line, values)),
    facts: [
      { label: labels.from, value: values.sender },
      { label: labels.document, value: values.document },
      { label: labels.deadline, value: deadline },
    ],
    button: { label: words.button, url: `${baseUrl}/sign/…`, otherWay: texts.otherWay },
    notes: [texts.personal],
    footer: [formatMessage(texts.whyRecipient, values), formatMessage(texts.sentBy, values)],
  };
  return asComposed(deps, { content, texts, brand });
}
