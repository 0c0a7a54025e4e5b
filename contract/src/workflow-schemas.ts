import {
  ACTION_TYPES,
  FIELD_TYPES,
  IDENTIFICATIONS,
  SIGNING_LANGUAGES,
  WORKFLOW_STATUSES,
  WORKFLOW_TYPES,
} from '@paraph/domain';
import { Type } from 'typebox';
import {
  described,
  EnvelopeId,
  exact,
  Id,
  nullable,
  oneOf,
  Picture,
  Profile,
  Sha256,
  Text,
  Timestamp,
} from './schemas.ts';

export const WorkflowStatus = oneOf(WORKFLOW_STATUSES);
export const WorkflowType = oneOf(WORKFLOW_TYPES);
export const ActionType = oneOf(ACTION_TYPES);
export const ActionStatus = oneOf(['not_started', 'started', 'signed', 'approved', 'declined']);

/** Values are texts; an empty map is written `[]` (interface.md §3). */
export const Metadata = Type.Union([Type.Record(Text, Text), Type.Array(Type.Never(), { maxItems: 0 })]);

export const Document = exact({
  id: described(Id, 'Id of the document'),
  position: described(Type.Integer({ minimum: 0 }), 'Place among the documents, from 0'),
  file: described(
    exact({
      name: described(Text, 'The file name as uploaded'),
      format: described(Text, 'The kind of file, such as `pdf`'),
      size: described(Type.Integer(), 'Bytes'),
      file: described(
        Text,
        'Absolute address of the PDF: sealed once the workflow is signed, the original before',
      ),
      thumb: described(nullable(Text), 'Absolute address of a picture of page 1'),
      uri: described(Text, 'The same address as `file`'),
    }),
    'The stored file',
  ),
  source: described(
    nullable(
      exact({
        name: described(Text, 'The name of the file as it was sent'),
        contentType: described(Text, 'Its kind, by its content, such as `image/jpeg`'),
        sha256: described(Sha256, 'Of the file as it was sent'),
        size: described(Type.Integer(), 'Bytes'),
        file: described(Text, 'Absolute address of the file as it was sent'),
      }),
    ),
    'What it was made of: a picture, or a file of Word or LibreOffice; null where a PDF was sent',
  ),
});

export const Recipient = exact({
  id: described(Id, 'Id of the recipient'),
  name: described(Text, 'The recipient’s name'),
  email: described(Text, 'The recipient’s email address'),
  phone: described(nullable(Text), 'Where codes are sent, in E.164; null for none'),
  language: described(
    nullable(oneOf(SIGNING_LANGUAGES)),
    'Of the mails to the recipient and of their page; null for the browser’s, and English in mails',
  ),
  identification: described(
    nullable(oneOf(IDENTIFICATIONS)),
    'Which proof the level `advanced` asks for; null until the start writes here what this recipient is asked for',
  ),
  picture: described(nullable(Picture), 'The picture of the account; null for people without one'),
  roles: described(
    Type.Array(
      exact({
        id: described(Id, 'Id of the role'),
        type: described(ActionType, 'What the role does: sign or review'),
        color: described(Text, 'The colour of the recipient’s fields in the designer, as #RRGGBB'),
      }),
    ),
    'One for each step that the recipient acts in',
  ),
});

export const Action = exact({
  id: described(Id, 'Id of the action'),
  stepNumber: described(Type.Integer({ minimum: 1 }), 'Place of the step, from 1'),
  role: described(Id, 'Id of the role that acts'),
  type: described(ActionType, 'What the recipient does: sign or review'),
  status: described(ActionStatus, 'The status of the action: `started` once the recipient may act'),
  recipientId: described(Id, 'Id of the recipient'),
  recipientEmail: described(Text, 'The recipient’s email address'),
  comment: described(nullable(Text), 'What the recipient wrote when declining or reviewing; else null'),
  transaction: described(
    nullable(
      exact({
        provider: described(Text, 'The trust service provider that signed'),
        responseId: described(nullable(Text), 'The id of its response; null where it gave none'),
        notice: described(
          nullable(Text),
          'What has to be said with the signature: “Sandbox, no legal effect”; null for other providers',
        ),
      }),
    ),
    'The remote transaction of a qualified signature; else null',
  ),
});

export const Step = exact({
  id: described(Id, 'Id of the step'),
  order: described(Type.Integer({ minimum: 1 }), 'Place of the step, from 1'),
  type: described(ActionType, 'What its recipients do: sign or review'),
  status: described(ActionStatus, 'The status of the step: `started` once its recipients may act'),
  expiryDate: described(
    nullable(Timestamp),
    'The deadline of the step, in seconds since 1970; null until it starts',
  ),
  actions: described(
    Type.Array(Action),
    'What each recipient of the step has to do; the recipients of a step act in parallel',
  ),
});

/** A choice of a radio or dropdown. */
export const FieldOption = exact({
  value: described(Text, 'What is stored when it is chosen'),
  label: described(Text, 'What people read'),
});

/** What is asked of another field; with exactly one of `equals`, `oneOf` and `isFilled`. */
const Comparison = exact({
  fieldId: described(Id, 'Id of another field of the same role'),
  equals: described(Type.Optional(Text), 'The value that the other field must have'),
  oneOf: described(Type.Optional(Type.Array(Text)), 'The values of which the other field must have one'),
  isFilled: described(
    Type.Optional(Type.Boolean()),
    'True: the other field must have a value; false: it must have none',
  ),
});

/** When a field is shown: by one comparison, or by several. */
export const ShowCondition = exact({
  ...Comparison.properties,
  fieldId: described(Type.Optional(Id), 'Id of another field of the same role; absent with `all` and `any`'),
  all: described(Type.Optional(Type.Array(Comparison)), 'Comparisons that must all hold'),
  any: described(Type.Optional(Type.Array(Comparison)), 'Comparisons of which one must hold'),
});

export const Field = exact({
  id: described(Id, 'Id of the field'),
  type: described(oneOf(FIELD_TYPES), 'What is filled in'),
  label: described(Text, 'The name of the field as the signer reads it'),
  documentId: described(Id, 'Id of the document'),
  page: described(Type.Integer({ minimum: 1 }), 'Page of the document, from 1'),
  value: described(
    nullable(Text),
    'What is filled in; null until then. Of an `attachment` name and hash: `NAME (SHA-256 HASH)`',
  ),
  formField: described(
    nullable(Text),
    'The form field of the uploaded PDF whose place it takes, by its full name; null for none',
  ),
  posX: described(Type.Number(), 'Percent of the displayed page, from its left edge'),
  posY: described(Type.Number(), 'Percent of the displayed page, from its top edge'),
  role: described(Id, 'Id of the role that fills it in'),
  style: described(
    exact({
      color: described(Text, 'Colour of the text, as #RRGGBB'),
      fontStyle: Type.String({ description: 'The name of a font; `normal` where none was chosen' }),
      fontSize: described(Type.Number(), 'In points'),
      width: described(Type.Number(), 'Percent of the width of the displayed page'),
      height: described(Type.Number(), 'Percent of the height of the displayed page'),
      bold: described(Type.Boolean(), 'Whether the text is bold'),
      italic: described(Type.Boolean(), 'Whether the text is slanted'),
      underline: described(Type.Boolean(), 'Whether the text is underlined'),
    }),
    'How it looks',
  ),
  required: described(Type.Boolean(), 'Whether it must be filled in where it is shown'),
  readOnly: described(
    Type.Boolean(),
    'Whether it keeps the value that the sender gave; always true for a `stamp`',
  ),
  key: described(nullable(Text), 'The name by which programs give and read its value; null for none'),
  options: described(nullable(Type.Array(FieldOption)), 'The choices of a `radio` or `dropdown`; else null'),
  group: described(
    nullable(Text),
    'The radios of a group exclude each other; the checkboxes of a group are counted; null for none',
  ),
  groupMin: described(nullable(Type.Integer()), 'How many checkboxes of the group must be ticked'),
  groupMax: described(nullable(Type.Integer()), 'How many checkboxes of the group may be ticked'),
  min: described(nullable(Type.Number()), 'The smallest value of a `number`'),
  max: described(nullable(Type.Number()), 'The largest value of a `number`'),
  pattern: described(nullable(Text), 'The regular expression that the whole value of a `text` matches'),
  maxLength: described(nullable(Type.Integer()), 'The most characters of the value'),
  placeholder: described(nullable(Text), 'What the empty field shows to the signer'),
  showIf: described(
    nullable(ShowCondition),
    'The field is shown only then; hidden, it is neither required nor in the signed document. Null: always',
  ),
  formula: described(
    nullable(Text),
    'From which the service computes the value when the signer finishes, such as `round(rent * 12, 2)`; null for none',
  ),
});

/** The value of a field with a key. */
export const ReadValue = exact({
  value: described(
    nullable(Text),
    'As in `fields`: `1` for a ticked `checkbox`, the value of the chosen option; null for nothing, and where hidden',
  ),
  by: described(
    nullable(Text),
    'The address of who gave it: of the signer once they have finished, of the sender where no signer may change it; ' +
      'null until then',
  ),
  atDate: described(nullable(Timestamp), 'When it became final, in seconds since 1970; null until then'),
});

/** By the keys of the fields. */
export const ReadValues = Type.Record(Text, ReadValue);

/** What a seal proves, and the authority of its last timestamp. */
export const Seal = exact({
  documentId: described(Id, 'Id of the document'),
  level: described(Text, 'The PAdES level: B-B, B-T, B-LT or B-LTA'),
  timestamp: described(
    exact({
      authority: described(Text, 'The common name of the authority that issued the timestamp'),
      isInternal: described(
        Type.Boolean(),
        'Whether it is the instance’s own: proof of order and integrity, not of the time to outsiders',
      ),
      serial: described(Text, 'Of the timestamp token, in hexadecimal'),
      date: described(Timestamp, 'The time that the timestamp states, in seconds since 1970'),
    }),
    'The document timestamp over all of it: by which authority, which one, and when',
  ),
});

export const Tag = exact({
  id: described(Id, 'Id of the tag'),
  name: described(Text, 'The name of the tag'),
  color: described(Text, 'As #RRGGBB'),
});

const workflowFields = {
  envelopeId: described(
    EnvelopeId,
    'The 40-character id of the workflow, as the quick and envelope families use it',
  ),
  workspaceId: described(Id, 'Id of the workspace'),
  name: described(Text, 'The name of the workflow'),
  type: described(WorkflowType, 'The level of the signatures'),
  status: described(WorkflowStatus, 'The status of the workflow'),
  oldStatus: described(
    nullable(WorkflowStatus),
    'The status before the latest change; null where there was none',
  ),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  expiryDate: described(Timestamp, 'The deadline, in seconds since 1970; after it nothing can be signed'),
  startDate: described(nullable(Timestamp), 'When it started, in seconds since 1970; null until then'),
  scheduledStartDate: described(
    nullable(Timestamp),
    'When the draft starts by itself, in seconds since 1970; null for never',
  ),
  documents: described(Type.Array(Document), 'In the order of their positions'),
  recipients: described(Type.Array(Recipient), 'The people who act'),
  steps: described(Type.Array(Step), 'One after another'),
  fields: described(Type.Array(Field), 'What is filled in, and where it is placed'),
  senderMessage: described(nullable(Text), 'What the sender says in the invitations'),
  senderName: described(nullable(Text), 'The name that the invitations carry as the sender’s'),
  signingSecurity: described(
    oneOf(['none', 'otp', 'qualified']),
    'How signers are identified beyond their mailbox',
  ),
  organization: described(
    exact({
      id: described(Id, 'Id of the organization'),
      name: described(Text, 'The name of the organization'),
    }),
    'The organization that owns it',
  ),
  creator: described(Profile, 'The user who created it'),
  users: described(
    Type.Array(
      exact({
        id: described(Id, 'Id of the user'),
        name: described(nullable(Text), 'The name of the user; null until the invited person has an account'),
        role: described(Text, 'The key of the user’s role in the workspace'),
        email: described(Text, 'The user’s email address'),
      }),
    ),
    'The users of the workspace who can see it',
  ),
  tags: described(Type.Array(Tag), 'Tags, each with id, name and colour'),
  metadata: described(
    Metadata,
    'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
  ),
};

/** The workflow family: `id` is the integer. */
export const Workflow = exact({
  id: described(Id, 'Id of the workflow, as the workflow family uses it'),
  ...workflowFields,
});

/** An item of the workflow family's list: with what waits now (interface.md §3). */
export const FiledDate = described(nullable(Timestamp), 'When it was filed away; null: it is not');

export const ListedWorkflow = exact({
  id: described(Id, 'Id of the workflow, as the workflow family uses it'),
  ...workflowFields,
  filedDate: FiledDate,
  changeDate: described(
    Timestamp,
    'When it was changed last: by an act of a recipient, a change of its status, or by who may edit it',
  ),
  pendingActions: Type.Array(
    exact({
      id: described(Id, 'Id of the action'),
      recipientId: described(Id, 'Id of the recipient'),
      recipientEmail: described(Text, 'The recipient’s email address'),
      type: described(ActionType, 'What the recipient does: sign or review'),
      status: described(ActionStatus, '`started`: it is the recipient’s turn'),
      startDate: described(nullable(Timestamp), 'Since when it is, in seconds since 1970'),
    }),
    {
      description: 'The actions that wait for their recipients now; none before the start and after the end',
    },
  ),
});

/** The envelope family and notifications: `id` is the 40-character text. */
export const Envelope = exact({
  id: described(EnvelopeId, 'The 40-character id of the workflow'),
  ...workflowFields,
});

/** What the quick family reads back (interface.md §5.1). */
export const QuickEnvelope = exact({
  id: described(EnvelopeId, 'The 40-character id of the workflow'),
  name: described(Text, 'The name of the workflow'),
  type: described(WorkflowType, 'The level of the signatures'),
  status: described(WorkflowStatus, 'The status of the workflow'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  expiryDate: described(Timestamp, 'The deadline, in seconds since 1970; after it nothing can be signed'),
  startDate: described(nullable(Timestamp), 'When it started, in seconds since 1970; null until then'),
  envelopeId: described(
    EnvelopeId,
    'The 40-character id of the workflow, as the quick and envelope families use it',
  ),
  documents: described(Type.Array(Document), 'In the order of their positions'),
  recipients: described(Type.Array(Recipient), 'The people who act'),
  steps: described(Type.Array(Step), 'One after another'),
  metadata: described(
    Metadata,
    'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
  ),
});

/** One outcome of a bulk call; all four keys always. */
export const BulkItem = exact({
  identifier: described(Type.Union([Text, Id]), 'The id as the item of the request gave it'),
  result: described(Type.Boolean(), 'Whether it succeeded'),
  response: described(nullable(Type.Unknown()), 'The answer to this item; null where it failed'),
  error: described(
    nullable(
      exact({
        code: described(Text, 'One of the error codes of the interface'),
        message: described(Text, 'The error in words that may be shown to people'),
      }),
    ),
    'What failed; null on success',
  ),
});
