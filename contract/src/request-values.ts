import { FIELD_KEY, IDENTIFICATIONS, LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { described, limited, nullable, oneOf, Text, withMisfit } from './schemas.ts';

// Values of requests, each with the limits that a rule of the domain enforces.

export const NAME_LIMITS = { minLength: LIMITS.nameCharactersMin, maxLength: LIMITS.nameCharactersMax };

/** Of a workflow or template. */
export const Name = limited(Text, NAME_LIMITS);
export const PersonName = limited(Text, { minLength: 1, maxLength: LIMITS.nameCharactersMax });
export const PlaceholderName = limited(Text, { minLength: 1, maxLength: LIMITS.nameCharactersMax });
export const EMAIL_LIMITS = { minLength: 3, maxLength: LIMITS.emailCharactersMax };
export const Email = limited(Text, EMAIL_LIMITS);
export const Label = limited(Text, { maxLength: LIMITS.nameCharactersMax });
export const Message = limited(Text, { maxLength: LIMITS.messageCharactersMax });
export const SenderName = limited(Text, { maxLength: LIMITS.nameCharactersMax });
export const FieldValue = limited(Text, { maxLength: LIMITS.fieldValueCharactersMax });
export const COLOR_LIMITS = { pattern: '^#[0-9a-fA-F]{6}$' };
export const Color = limited(Text, COLOR_LIMITS);
export const FieldKey = limited(Text, { minLength: 1, maxLength: 40, pattern: FIELD_KEY });
/** What fields say from the start, by their keys. */
export const FieldValues = limited(Type.Record(Text, nullable(Type.Union([Text, Type.Number()]))), {
  maxProperties: LIMITS.workflowFieldsMax,
});
export const Percent = limited(Type.Number(), { minimum: 0, maximum: 100 });
export const PageNumber = limited(Type.Integer(), { minimum: 1 });
export const ExpiryDays = limited(Type.Integer(), {
  minimum: 1,
  maximum: LIMITS.expirySecondsMax / 86_400,
});

export const METADATA_LIMITS = { maxProperties: LIMITS.metadataKeysMax };
export const RECIPIENTS_LIMITS = { maxItems: LIMITS.workflowRecipientsMax };
export const STEPS_LIMITS = { maxItems: LIMITS.workflowStepsMax };

/** How a recipient is reached and identified, wherever a request names one. */
export const CONTACT = {
  phone: described(
    Type.Optional(nullable(limited(Text, { maxLength: 40 }))),
    'With the country code, as +41791234567 (E.164): where codes are sent; null for none. Absent: as it is',
  ),
  language: withMisfit(
    described(
      Type.Optional(nullable(oneOf(SIGNING_LANGUAGES))),
      'Of the mails to the recipient and of their page; null for the browser’s, and English in mails. Absent: as it is',
    ),
    `Must be one of ${SIGNING_LANGUAGES.join(', ')}.`,
  ),
  identification: withMisfit(
    described(
      Type.Optional(nullable(oneOf(IDENTIFICATIONS))),
      'Which proof the level `advanced` asks the recipient for; null for the organization’s default, else the first that suits the recipient. Absent: as it is',
    ),
    `Must be one of ${IDENTIFICATIONS.join(', ')}.`,
  ),
};
