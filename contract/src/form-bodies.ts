import { ACTION_TYPES, LIMITS } from '@paraph/domain';
import { type TSchema, Type } from 'typebox';
import { RequestedType } from './requested-type.ts';
import { oneOf, Text } from './schemas.ts';

/** A file, in a form: raw bytes on the wire, and for the SDK whatever they come from. */
const Upload = Type.Unsafe({ format: 'upload', description: 'A PDF of at most 20 MiB' });

/** One part `document`, or several: in the SDK a file or a list of files. */
const Uploads = Type.Union(
  [Upload, Type.Array(Upload, { minItems: 1, maxItems: LIMITS.workflowDocumentsMax })],
  { description: 'A PDF of at most 20 MiB; each further part `document` is a further document, in order' },
);

const Steps = Type.Array(
  Type.Object({
    type: oneOf(ACTION_TYPES),
    recipients: Type.Array(Type.Object({ name: Text, email: Text })),
  }),
  { description: 'One after another; the recipients of a step act side by side' },
);
const Preferences = Type.Array(
  Type.Object({
    name: oneOf([
      'WorkflowMailAttachDocumentPreference',
      'WorkflowNotificationCallbackUrlPreference',
      'WorkflowNotificationCallbackUrlSecretPreference',
      'WorkflowNotificationCallbackUrlSslVerificationPreference',
    ]),
    value: Text,
  }),
);
const ExpiryDate = Type.Integer({ description: 'Seconds since 1970; 7 to 90 days from now, 7 by default' });
const Name = Type.String({ description: '2 to 250 characters' });

const Metadata = Type.Record(Text, Text);

const QuickForm = Type.Object({
  name: Name,
  document: Uploads,
  steps: Steps,
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  preferences: Type.Optional(Preferences),
  workspaceId: Type.Optional(Type.Integer({ description: "Without it the caller's first workspace" })),
  metadata: Type.Optional(Metadata),
  senderMessage: Type.Optional(
    Type.String({ description: 'What the invitations quote; at most 4,000 characters' }),
  ),
});
const DocumentForm = Type.Object({ document: Upload });

/**
 * The parts of multipart forms, which the contract leaves to the handlers so that every problem is named at once
 * (interface.md §5.1, §5.3, §5.4). A body in the contract goes before this.
 */
export const FORM_BODIES: Readonly<Record<string, TSchema>> = {
  createQuickEnvelope: QuickForm,
  createEnvelope: QuickForm,
  addEnvelopeDocument: DocumentForm,
  addDocument: DocumentForm,
  createWorkflow: Type.Object({
    name: Name,
    document: Uploads,
    type: Type.Optional(RequestedType),
    expiryDate: Type.Optional(ExpiryDate),
    senderName: Type.Optional(Text),
    senderMessage: Type.Optional(Text),
  }),
  editWorkflow: Type.Object({
    name: Type.Optional(Name),
    document: Type.Optional(Upload),
    type: Type.Optional(RequestedType),
    expiryDate: Type.Optional(ExpiryDate),
    newWorkspaceId: Type.Optional(Type.Integer()),
    senderMessage: Type.Optional(Text),
    metadata: Type.Optional(Metadata),
  }),
  createTemplate: Type.Object({
    name: Type.Optional(Name),
    document: Type.Optional(Upload),
    fromWorkflowId: Type.Optional(
      Type.Integer({ description: 'Make it out of a workflow, without a document' }),
    ),
    fromTemplateId: Type.Optional(
      Type.Integer({ description: 'Make it out of another template, without a document' }),
    ),
    type: Type.Optional(RequestedType),
    senderMessage: Type.Optional(Text),
    expiryDays: Type.Optional(
      Type.Integer({ description: 'Days from when a workflow is made of it to its deadline; 90 by default' }),
    ),
  }),
  addTemplateDocument: DocumentForm,
  verifyDocument: DocumentForm,
};

/** Where neither says: whatever parts the call takes. */
export const ANY_FORM: TSchema = Type.Record(Text, Type.Unsafe({ format: 'form-value' }));
