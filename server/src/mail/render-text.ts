import type { MailContent } from './write-mail.ts';

/** The plain text of a mail: the same content in the same order as the HTML. */
export function renderText(content: MailContent): string {
  const { heading, lines, quote, facts, button, links = [], notes, footer } = content;
  const parts = [
    heading,
    ...lines,
    ...(quote ? [`${quote.lead}\n${quoted(quote.text)}`] : []),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...notes,
    // RFC 3676 §4.3: what follows this line is not part of the message proper.
    `-- \n${footer.join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
