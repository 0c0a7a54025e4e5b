import { Type } from 'typebox';
import { described, exact, nullable, Text } from './schemas.ts';

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
});
