import { ACTION_TYPES, FIELD_TYPES, WORKFLOW_STATUSES, WORKFLOW_TYPES } from '@paraph/domain';
import { Type } from 'typebox';
import { EnvelopeId, exact, Id, nullable, oneOf, Picture, Profile, Text, Timestamp } from './schemas.ts';

export const WorkflowStatus = oneOf(WORKFLOW_STATUSES);
export const WorkflowType = oneOf(WORKFLOW_TYPES);
export const ActionType = oneOf(ACTION_TYPES);
export const ActionStatus = oneOf(['not_started', 'started', 'signed', 'approved', 'declined']);

/** Values are texts; an empty map is written `[]` (interface.md §3). */
export const Metadata = Type.Union([Type.Record(Text, Text), Type.Array(Type.Never(), { maxItems: 0 })]);

export const Document = exact({
  id: Id,
  position: Type.Integer({ minimum: 0 }),
  file: exact({
    name: Text,
    format: Text,
    size: Type.Integer(),
    file: Text,
    thumb: nullable(Text),
    uri: Text,
  }),
});

export const Recipient = exact({
  id: Id,
  name: Text,
  email: Text,
  picture: nullable(Picture),
  roles: Type.Array(exact({ id: Id, type: ActionType, color: Text })),
});

export const Action = exact({
  id: Id,
  stepNumber: Type.Integer({ minimum: 1 }),
  role: Id,
  type: ActionType,
  status: ActionStatus,
  recipientId: Id,
  recipientEmail: Text,
  comment: nullable(Text),
  transaction: Type.Null(),
});

export const Step = exact({
  id: Id,
  order: Type.Integer({ minimum: 1 }),
  type: ActionType,
  status: ActionStatus,
  expiryDate: nullable(Timestamp),
  actions: Type.Array(Action),
});

export const Field = exact({
  id: Id,
  type: oneOf(FIELD_TYPES),
  label: Text,
  documentId: Id,
  page: Type.Integer({ minimum: 1 }),
  value: nullable(Text),
  posX: Type.Number(),
  posY: Type.Number(),
  role: Id,
  style: exact({
    color: Text,
    fontStyle: Type.String({ description: 'The name of a font; `normal` where none was chosen' }),
    fontSize: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    bold: Type.Boolean(),
    italic: Type.Boolean(),
    underline: Type.Boolean(),
  }),
});

/** What a seal proves, and whose timestamp stands over all of it. */
export const Seal = exact({
  documentId: Id,
  level: Text,
  timestamp: exact({
    authority: Text,
    /** This instance's own: proof of order and integrity, not a third party's word on the time. */
    isInternal: Type.Boolean(),
    serial: Text,
    date: Timestamp,
  }),
});

export const Tag = exact({ id: Id, name: Text, color: Text });

const workflowFields = {
  envelopeId: EnvelopeId,
  workspaceId: Id,
  name: Text,
  type: WorkflowType,
  status: WorkflowStatus,
  oldStatus: nullable(WorkflowStatus),
  createDate: Timestamp,
  expiryDate: Timestamp,
  startDate: nullable(Timestamp),
  scheduledStartDate: nullable(Timestamp),
  documents: Type.Array(Document),
  recipients: Type.Array(Recipient),
  steps: Type.Array(Step),
  fields: Type.Array(Field),
  senderMessage: nullable(Text),
  senderName: nullable(Text),
  signingSecurity: oneOf(['none', 'otp', 'qualified']),
  organization: exact({ id: Id, name: Text }),
  creator: Profile,
  users: Type.Array(exact({ id: Id, name: nullable(Text), role: Text, email: Text })),
  tags: Type.Array(Tag),
  metadata: Metadata,
};

/** The workflow family: `id` is the integer. */
export const Workflow = exact({ id: Id, ...workflowFields });

/** An item of the workflow family's list: with what waits now (interface.md §3). */
export const ListedWorkflow = exact({
  id: Id,
  ...workflowFields,
  pendingActions: Type.Array(
    exact({ id: Id, recipientId: Id, recipientEmail: Text, type: ActionType, status: ActionStatus }),
    {
      description: 'The actions that wait for their recipients now; none before the start and after the end',
    },
  ),
});

/** The envelope family and notifications: `id` is the 40-character text. */
export const Envelope = exact({ id: EnvelopeId, ...workflowFields });

/** What the quick family reads back (interface.md §5.1). */
export const QuickEnvelope = exact({
  id: EnvelopeId,
  name: Text,
  type: WorkflowType,
  status: WorkflowStatus,
  createDate: Timestamp,
  expiryDate: Timestamp,
  startDate: nullable(Timestamp),
  envelopeId: EnvelopeId,
  documents: Type.Array(Document),
  recipients: Type.Array(Recipient),
  steps: Type.Array(Step),
  metadata: Metadata,
});

/** One outcome of a bulk call; all four keys always. */
export const BulkItem = exact({
  identifier: Type.Union([Text, Id]),
  result: Type.Boolean(),
  response: nullable(Type.Unknown()),
  error: nullable(exact({ code: Text, message: Text })),
});
