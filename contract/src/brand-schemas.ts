import { BRAND_LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const Shades = exact({
  accent: described(Text, 'Of buttons, links and what has the focus'),
  strong: described(Text, 'Of buttons under the pointer'),
  wash: described(Text, 'Behind text that is set off'),
  on: described(Text, 'Of text on the accent'),
});

export const BrandColours = exact({
  light: described(Shades, 'On pages in light colours'),
  dark: described(Shades, 'On pages in dark colours'),
});

/** What pages of those who are asked show. */
export const ShownBrand = described(
  nullable(exact({ colours: nullable(BrandColours), logoUrl: nullable(Text) })),
  'How the organization shows itself; null where it shows nothing of its own',
);

const Disclosure = exact({
  language: described(oneOf(SIGNING_LANGUAGES), 'The language of the text'),
  text: Type.String({ maxLength: BRAND_LIMITS.disclosureCharactersMax * 2, description: 'Plain text' }),
});

export const BrandView = exact({
  accent: described(nullable(Text), 'As `#rrggbb`; null: that of Paraph'),
  colours: described(nullable(BrandColours), 'Derived from the accent; null without one'),
  hasLogo: Type.Boolean({ description: 'Whether there is a logo' }),
  senderName: described(nullable(Text), 'What mails are sent as; null: the name of the organization'),
  replyAddress: described(nullable(Text), 'Where replies to mails go; null: to the sender of the document'),
  footer: described(nullable(Text), 'Below mails, before what Paraph says of them'),
  disclosures: described(Type.Array(Disclosure), 'What is shown beside the consent, a text a language'),
  changeDate: described(Timestamp, 'When it was saved or published, in seconds since 1970'),
});

const line = (description: string, maxLength: number) =>
  Type.Optional(nullable(Type.String({ maxLength, description })));

/** Only bounded here: the use case names all problems at once. */
export const BrandChange = Type.Object({
  accent: line(
    'As `#rrggbb`, with a contrast of at least 4.5 on light pages; its shades for dark ones are derived',
    100,
  ),
  senderName: line('At most 80 characters', 1_000),
  replyAddress: line('An email address', 1_000),
  footer: line('At most 400 characters, plain text', 4_000),
  disclosures: described(
    Type.Optional(Type.Array(Disclosure, { maxItems: SIGNING_LANGUAGES.length })),
    'All texts, one a language; what is left out is removed',
  ),
});
