import { ACTION_TYPES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { RequestedType } from './requested-type.ts';
import { described, oneOf, Text } from './schemas.ts';

/** A file, in a form: raw bytes on the wire, and for the SDK whatever they come from. */
export const Upload = Type.Unsafe({ format: 'upload', description: 'A PDF of at most 20 MiB' });

/** One part `document`, or several: in the SDK a file or a list of files. */
export const Uploads = Type.Union(
  [Upload, Type.Array(Upload, { minItems: 1, maxItems: LIMITS.workflowDocumentsMax })],
  { description: 'A PDF of at most 20 MiB; each further part `document` is a further document, in order' },
);

/** The name of a workflow or template. */
export const FormName = Type.String({ description: '2 to 250 characters' });

export const ExpiryDate = Type.Integer({
  description: 'Seconds since 1970; 7 to 90 days from now, 7 by default',
});

export const FormMetadata = Type.Record(Text, Text);

/** The body of every call that adds one PDF. */
export const DocumentForm = Type.Object({ document: Upload });

const Steps = Type.Array(
  Type.Object({
    type: described(oneOf(ACTION_TYPES), 'What its recipients do: sign or review'),
    recipients: described(
      Type.Array(
        Type.Object({
          name: described(Text, 'The recipient’s name'),
          email: described(Text, 'The recipient’s email address; unique in the step'),
        }),
      ),
      'The recipients of a step act in parallel',
    ),
  }),
  { description: 'One after another; the recipients of a step act side by side' },
);

const Preferences = Type.Array(
  Type.Object({
    name: described(
      oneOf([
        'WorkflowMailAttachDocumentPreference',
        'WorkflowNotificationCallbackUrlPreference',
        'WorkflowNotificationCallbackUrlSecretPreference',
        'WorkflowNotificationCallbackUrlSslVerificationPreference',
      ]),
      'The name of the preference',
    ),
    value: described(Text, 'Its value'),
  }),
);

/** Everything that is needed to send documents, in one form (interface.md §5.1). */
export const QuickForm = Type.Object({
  name: FormName,
  document: Uploads,
  steps: described(Steps, 'One after another'),
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  preferences: described(
    Type.Optional(Preferences),
    'Names and values, as the guide on notifications lists them',
  ),
  workspaceId: Type.Optional(Type.Integer({ description: "Without it the caller's first workspace" })),
  metadata: described(
    Type.Optional(FormMetadata),
    'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
  ),
  senderMessage: Type.Optional(
    Type.String({ description: 'What the invitations quote; at most 4,000 characters' }),
  ),
});
