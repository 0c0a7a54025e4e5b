import { OWN_ACCENT, shadesOf } from '@paraph/domain';
import type { MailContent } from './write-mail.ts';

const INK = '#14213d';
const PAPER = '#fbfaf7';
const SURFACE = '#ffffff';
const LINE = '#e4e1d9';
const MUTED = '#5c6270';
/** What mails show where an organization has nothing of its own. */
const OURS = { light: OWN_ACCENT, dark: '#7aa2ff', onDark: '#12151c' };
const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs support inline styles; the style sheet only adds the dark colour scheme where it is supported.
const darkStyle = ({ dark, onDark }: Accent) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #12151c !important; }
  .surface { background-color: #1a1f2a !important; border-color: #2c3342 !important; }
  .line { border-color: #2c3342 !important; }
  .ink, .ink a { color: #eceff5 !important; }
  .muted { color: #a3abba !important; }
  .accent { border-color: ${dark} !important; }
  .button { background-color: ${dark} !important; }
  .button a { color: ${onDark} !important; }
}
@media (max-width: 480px) {
  .inset { padding-left: 20px !important; padding-right: 20px !important; }
}`;

type Accent = typeof OURS;

function accentOf({ brand }: MailContent): Accent {
  if (!brand?.accent) return OURS;
  const { light, dark } = shadesOf(brand.accent);
  return { light: light.accent, dark: dark.accent, onDark: dark.on };
}

/** Where the picture of a logo is in the mail itself (RFC 2392); a page that shows the mail puts its bytes there. */
export const LOGO_URL = 'cid:logo@brand';

/** Above the name of the organization, which is always said in words. On white, as a logo is made for paper. */
function logoOf({ brand }: MailContent): string {
  if (!brand?.hasLogo) return '';
  const style = 'display:block;max-height:48px;max-width:240px;margin:0 0 12px;border:0;';
  return `<img src="${LOGO_URL}" alt="" height="48" style="${style}background-color:#ffffff;border-radius:4px;padding:4px;">`;
}

/**
 * One clean layout for every mail: tables and inline styles, because mail programs know nothing else. The landmark is
 * for those who read it, or the page of a mailbox, by ear.
 */
export function renderHtml(content: MailContent): string {
  const { organization, heading, lines, quote, facts, button, links = [], notes, footer } = content;
  const isRightToLeft = content.language.startsWith('ar');
  const start: Side = isRightToLeft ? 'right' : 'left';
  const accent = accentOf(content);
  const body = [
    element('h1', ink(25, 1.25), { more: 'margin:0 0 16px;font-weight:650;', inside: escapeHtml(heading) }),
    ...lines.map(paragraph),
    quote ? quoteBlock(quote, start) : '',
    facts.length > 0 ? factTable(facts, isRightToLeft ? 'left' : 'right') : '',
    button ? buttonBlock(button, accent) : '',
    ...links.map((link) => linkLine(link, accent)),
    ...notes.map(small),
  ];
  return `<!doctype html>
<html lang="${escapeHtml(content.language)}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${darkStyle(accent)}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${PAPER};">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(lines[0] ?? '')}</div>
<div role="main">
<table ${BARE} class="paper" width="100%" style="background-color:${PAPER};">
<tr><td align="center" style="padding:32px 12px;">
<table ${BARE} width="100%" style="max-width:560px;">
<tr><td align="${start}" style="padding:0 4px 16px;">${logoOf(content)}${wordmark(organization ?? 'Paraph', { start, accent })}</td></tr>
<tr><td align="${start}" class="surface inset"
 style="background-color:${SURFACE};border:1px solid ${LINE};border-radius:8px;padding:32px;">
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td align="${start}" style="padding:16px 4px 0;">
${footer.map(small).join('\n')}
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}

const BARE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Where a line of the language begins or ends: mail programs know no logical sides. */
type Side = 'left' | 'right';

interface Look {
  /** The class that the dark style sheet selects. */
  className: string;
  style: string;
}

function ink(pixels: number, lineHeight = 1.5): Look {
  return { className: 'ink', style: typeOf(INK, pixels, lineHeight) };
}

function muted(pixels: number): Look {
  return { className: 'muted', style: typeOf(MUTED, pixels, 1.5) };
}

function typeOf(color: string, pixels: number, lineHeight: number): string {
  return `color:${color};font-family:${FONT};font-size:${pixels}px;line-height:${lineHeight};`;
}

function element(name: string, { className, style }: Look, rest: { more: string; inside: string }): string {
  return `<${name} class="${className}" style="${style}${rest.more}">${rest.inside}</${name}>`;
}

/** Whose mail it is: the organization that asks, or the service. */
function wordmark(name: string, { start, accent }: { start: Side; accent: Accent }): string {
  const look = { className: 'ink accent', style: typeOf(INK, 16, 1.2) };
  const more = `font-weight:650;border-${start}:3px solid ${accent.light};padding-${start}:8px;`;
  return element('span', look, { more, inside: escapeHtml(name) });
}

function paragraph(line: string): string {
  return element('p', ink(16), { more: 'margin:0 0 16px;overflow-wrap:anywhere;', inside: escapeHtml(line) });
}

function linkLine({ label, url }: NonNullable<MailContent['links']>[number], { light }: Accent): string {
  const link = `<a href="${escapeHtml(url)}" style="color:${light};">${escapeHtml(label)}</a>`;
  return element('p', ink(14), { more: 'margin:0 0 8px;', inside: link });
}

function small(line: string): string {
  return element('p', muted(13), {
    more: 'margin:0 0 8px;overflow-wrap:anywhere;',
    inside: escapeHtml(line),
  });
}

function quoteBlock({ lead, text }: { lead: string; text: string }, start: Side): string {
  const look = { ...ink(16), className: 'ink line' };
  const edge = `padding:4px 0;padding-${start}:16px;border-${start}:2px solid ${LINE};`;
  const words = escapeHtml(text).replaceAll('\n', '<br>');
  return [
    element('p', muted(14), { more: 'margin:0 0 4px;', inside: escapeHtml(lead) }),
    element('blockquote', look, { more: `margin:0 0 16px;overflow-wrap:anywhere;${edge}`, inside: words }),
  ].join('\n');
}

function factTable(facts: MailContent['facts'], end: Side): string {
  const label = `padding:2px 0;padding-${end}:16px;white-space:nowrap;vertical-align:top;`;
  const value = 'padding:2px 0;overflow-wrap:anywhere;vertical-align:top;';
  const rows = facts.map((fact) =>
    [
      '<tr>',
      element('td', muted(14), { more: label, inside: escapeHtml(fact.label) }),
      element('td', ink(14), { more: value, inside: escapeHtml(fact.value) }),
      '</tr>',
    ].join(''),
  );
  return `<table ${BARE} style="margin:0 0 24px;">${rows.join('\n')}</table>`;
}

function buttonBlock(
  { label, url, otherWay }: NonNullable<MailContent['button']>,
  { light }: Accent,
): string {
  const shape = 'display:inline-block;padding:14px 24px;font-weight:600;text-decoration:none;';
  const style = typeOf('#ffffff', 16, 1.25) + shape;
  const address = `${escapeHtml(otherWay)}<br><span style="word-break:break-all;">${escapeHtml(url)}</span>`;
  return `<table ${BARE} style="margin:0 0 16px;"><tr>
<td class="button" align="center" style="background-color:${light};border-radius:8px;">
<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></td></tr></table>
${element('p', muted(13), { more: 'margin:0 0 16px;overflow-wrap:anywhere;', inside: address })}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The mail without HTML: the same content in the same order. */
export function renderText(content: MailContent): string {
  const { organization, heading, lines, quote, facts, button, links = [], notes, footer } = content;
  const paragraphs = [
    ...(organization ? [organization] : []),
    heading,
    ...lines,
    ...(quote ? [`${quote.lead}\n${quoted(quote.text)}`] : []),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...notes,
    // RFC 3676 §4.3: what follows this line is no longer the message.
    `-- \n${footer.join('\n')}`,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
