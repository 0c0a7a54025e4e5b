import { ACTION_TYPES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { AnnexUploads } from './annex-schemas.ts';
import { RequestedChoice } from './choice-schemas.ts';
import { FormFollowers } from './follower-schemas.ts';
import {
  CONTACT,
  Email,
  METADATA_LIMITS,
  Message,
  Name,
  PersonName,
  RECIPIENTS_LIMITS,
  STEPS_LIMITS,
} from './request-values.ts';
import { RequestedType } from './requested-type.ts';
import { described, limited, nullable, oneOf, Text, withMisfit } from './schemas.ts';
import { RequestedWitness } from './witness-schemas.ts';

/** What every form with a PDF may answer. */
export const UPLOAD_REFUSALS = ['DOCUMENT_NOT_ACCEPTED', 'DOCUMENT_TWO_FACED'] as const;

/** A file, in a form: raw bytes on the wire, and for the SDK whatever they come from. */
export const Upload = Type.Unsafe({ format: 'upload', description: 'A PDF of at most 20 MiB' });

/** One part `document`, or several: in the SDK a file or a list of files. */
export const Uploads = Type.Union(
  [Upload, Type.Array(Upload, { minItems: 1, maxItems: LIMITS.workflowDocumentsMax })],
  { description: 'A PDF of at most 20 MiB; each further part `document` is a further document, in order' },
);

const FormName = described(Name, '2 to 250 characters');
export const WorkflowName = withMisfit(FormName, 'Give the workflow a name.');
export const TemplateName = withMisfit(FormName, 'Give the template a name.');

const Seconds = withMisfit(Type.Integer(), 'Must be an integer: seconds since 1970.');
export const ExpiryDate = described(Seconds, 'Seconds since 1970; 7 to 90 days from now, 7 by default');
export const ScheduledStartDate = described(
  withMisfit(nullable(Type.Integer()), 'Must be an integer: seconds since 1970.'),
  'When the draft is to start by itself, in seconds since 1970; null to start it by a call',
);

export const CallerWorkspaceId = withMisfit(
  Type.Integer(),
  'Must be the integer id of one of your workspaces.',
);

export const SenderMessage = withMisfit(
  described(Message, 'What the invitations quote; at most 4,000 characters'),
  `Must be a text of at most ${LIMITS.messageCharactersMax} characters.`,
);

/** Where null or an empty text takes the message away. */
export const ClearedMessage = withMisfit(
  Type.Union([SenderMessage, Type.Null()], { description: 'What the invitations quote; null for nothing' }),
  `Must be a text of at most ${LIMITS.messageCharactersMax} characters.`,
);

export const FormMetadata = limited(
  Type.Record(Text, Text, {
    description: 'Your own pairs: at most 10, keys of 40 and values of 250 characters',
  }),
  METADATA_LIMITS,
);

export const FormValues = limited(
  Type.Record(Text, Text, {
    description:
      'What fields say from the start, by their keys: `values[rent]=1200`. A field of a text anchor that occurs once ' +
      'has the key `TYPE_TAG`, such as `text_1`',
  }),
  { maxProperties: LIMITS.workflowFieldsMax },
);

/** The body of every call that adds one PDF. */
export const DocumentForm = Type.Object({ document: Upload });

/** The same, where it may stand in the place of another one. */
export const DraftDocumentForm = Type.Object({
  document: Upload,
  replaces: described(
    Type.Optional(withMisfit(Type.Integer(), 'Must be the id of a document of this workflow.')),
    'Id of the document whose place it takes: it keeps its id, its position, and the fields for which the new file has the page in the same size',
  ),
});

const Steps = limited(
  Type.Array(
    Type.Object({
      type: described(oneOf(ACTION_TYPES), 'What its recipients do: sign or review'),
      recipients: described(
        limited(
          Type.Array(
            Type.Object({
              name: described(PersonName, 'The recipient’s name'),
              email: described(Email, 'The recipient’s email address; unique in the step'),
              ...CONTACT,
              choice: RequestedChoice,
              ...RequestedWitness,
            }),
          ),
          RECIPIENTS_LIMITS,
        ),
        'The recipients of a step act in parallel',
      ),
    }),
    { description: 'One after another; the recipients of a step act side by side' },
  ),
  { ...STEPS_LIMITS, minItems: 1 },
);

export const Preferences = withMisfit(
  Type.Array(
    Type.Object({
      name: described(
        oneOf([
          'WorkflowMailAttachDocumentPreference',
          'WorkflowNotificationCallbackUrlPreference',
          'WorkflowNotificationCallbackUrlSecretPreference',
          'WorkflowNotificationCallbackUrlSslVerificationPreference',
          'WorkflowNotificationValuesPreference',
          'WorkflowInPersonPreference',
          'WorkflowRecipientEmbedded',
          'WorkflowRecipientReassignPreference',
          'WorkflowReminderPreference',
        ]),
        'The name of the preference',
      ),
      value: withMisfit(described(Text, 'Its value'), 'Must be a text.'),
    }),
  ),
  'Must be a list: preferences[0][name] and preferences[0][value].',
);

/** Whether the tags of the text become fields (interface.md §5.7). */
export const PlaceFields = withMisfit(
  described(
    oneOf(['fromText']),
    '`fromText`: each tag that a page shows, such as `{{signature:Buyer}}`, becomes a field, and is covered. A tag ' +
      'that cannot become one is refused. Without it tags are text like any other',
  ),
  'Must be fromText, or be left out.',
);

/** Everything that is needed to send documents, in one form (interface.md §5.1). */
export const QuickForm = Type.Object({
  name: WorkflowName,
  document: Uploads,
  annex: AnnexUploads,
  steps: described(Steps, 'One after another'),
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  preferences: described(
    Type.Optional(Preferences),
    'Names and values, as the guide on notifications lists them',
  ),
  workspaceId: described(Type.Optional(CallerWorkspaceId), 'Without it the caller’s first workspace'),
  metadata: Type.Optional(FormMetadata),
  values: Type.Optional(FormValues),
  placeFields: Type.Optional(PlaceFields),
  senderMessage: Type.Optional(SenderMessage),
  followers: FormFollowers,
});

/** The same for a draft, which can start by itself. */
export const EnvelopeForm = Type.Object({
  ...QuickForm.properties,
  scheduledStartDate: Type.Optional(ScheduledStartDate),
});
