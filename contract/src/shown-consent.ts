import { Type } from 'typebox';
import { described, exact, nullable, Text } from './schemas.ts';
import { WitnessStatement } from './witness-schemas.ts';

/** What a person is asked to agree to before they sign, in a language in which it is offered. */
export const ShownConsent = exact({
  version: Text,
  language: Text,
  text: Text,
  given: Type.Boolean(),
  translation: described(
    nullable(exact({ language: Text, text: Text })),
    'To read beside the text, where it is not offered in the language of the page; else null',
  ),
  disclosure: described(
    nullable(exact({ language: Text, text: Text, sha256: Text })),
    'What the organization says beside it; null where it says nothing',
  ),
});

/** What the page sends once they agree. */
export const GivenConsent = Type.Object({
  version: Type.String({ maxLength: 40 }),
  language: Type.String({ maxLength: 20 }),
  disclosure: described(
    Type.Optional(nullable(Type.String({ pattern: '^[0-9a-f]{64}$' }))),
    'SHA-256 of what the organization says beside it, as it was shown',
  ),
  timeZone: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
  witness: WitnessStatement,
});
