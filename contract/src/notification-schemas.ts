import { Type } from 'typebox';
import { Choices } from './choice-schemas.ts';
import { described, exact, Id, nullable, Text, Timestamp } from './schemas.ts';
import { Witnesses } from './witness-schemas.ts';
import { Action, Envelope, Step } from './workflow-schemas.ts';

const WhenActed = described(
  nullable(Timestamp),
  'When the recipient acted, in seconds since 1970; null until then',
);
const NotifiedAction = exact({ ...Action.properties, endDate: WhenActed });
const NotifiedStep = exact({
  ...Step.properties,
  actions: described(Type.Array(NotifiedAction), 'What each recipient of the step has to do'),
});

/** The body of notifications (interface.md §9). */
export const NotifiedEnvelope = exact({
  ...Envelope.properties,
  steps: described(Type.Array(NotifiedStep), 'One after another'),
  endDate: described(
    nullable(Timestamp),
    'When it was signed, declined, canceled or expired, in seconds since 1970; null until then',
  ),
  choices: Type.Optional(Choices),
  witnesses: Type.Optional(Witnesses),
  event: described(
    exact({
      name: described(Text, 'What happened, as in `Paraph-Event`'),
      actionId: Type.Optional(described(Id, 'The action that it is about, where it is about one')),
      automatic: Type.Optional(
        described(Type.Boolean(), 'Of `action.reminded`: whether the reminder went out by itself'),
      ),
      time: described(Timestamp, 'When it happened, in seconds since 1970'),
    }),
    'What happened, covered by the signature',
  ),
});
