import { FIELD_TYPES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { RoleChoices } from './choice-schemas.ts';
import { NewField, SuggestedField } from './draft-schemas.ts';
import { FrameToken } from './embedding-operations.ts';
import { DocumentForm, UPLOAD_REFUSALS } from './form-parts.ts';
import { PdfForm } from './form-schemas.ts';
import { operation } from './operation.ts';
import { Email, PersonName, RECIPIENTS_LIMITS } from './request-values.ts';
import {
  described,
  EnvelopeRef,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  Text,
  Timestamp,
  WorkflowId,
} from './schemas.ts';
import { Field, Recipient, Step, WorkflowStatus, WorkflowType } from './workflow-schemas.ts';

const WorkflowPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  workflowId: WorkflowId,
});
const SessionPath = Type.Object({
  session: described(
    Type.String({ maxLength: 100 }),
    '`1`: links to files open without a credential for 15 minutes',
  ),
});

/** Where a program sends its user's browser: to prepare a draft, and to look at the workflow. */
const PageSession = exact({
  session: Type.String({ description: 'The secret in `designerUrl`' }),
  designerUrl: Type.String({ description: 'Opens the designer; add `callback` and `auto_start=1` as query' }),
  envelopeView: Type.String({ description: 'Shows the workflow in any status' }),
});

const FieldKind = oneOf(FIELD_TYPES);

/** All that the designer and the view page show, and nothing else of the workspace. */
const DesignView = exact({
  kind: described(oneOf(['design', 'view']), 'What kind it is'),
  mayEdit: Type.Boolean(),
  workflow: exact({
    id: described(Id, 'Its id'),
    envelopeId: described(Text, 'Its 40-character id'),
    workspaceId: described(Id, 'Id of the workspace'),
    name: described(Text, 'Its name'),
    type: described(WorkflowType, 'Its kind'),
    status: described(WorkflowStatus, 'The status in its life cycle'),
    createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
    expiryDate: described(Timestamp, 'The deadline, in seconds since 1970; after it nothing can be signed'),
    startDate: described(nullable(Timestamp), 'When it started, in seconds since 1970; null until then'),
    senderName: described(nullable(Text), 'The name that the invitations carry as the sender’s'),
    senderMessage: described(nullable(Text), 'What the sender says in the invitations'),
    organizationName: Text,
  }),
  documents: described(
    Type.Array(
      exact({
        id: described(Id, 'Its id'),
        name: described(Text, 'Its name'),
        size: described(Type.Integer(), 'Bytes'),
        url: described(Text, 'An absolute address'),
        form: described(nullable(PdfForm), 'The form that the uploaded PDF brings along; null for none'),
      }),
    ),
    'In the order of their positions',
  ),
  recipients: described(Type.Array(Recipient), 'The people who act'),
  steps: described(Type.Array(Step), 'One after another'),
  choices: RoleChoices,
  fields: described(Type.Array(Field), 'What is filled in, and where it is placed'),
  callback: nullable(Text),
  autoStart: Type.Boolean(),
  embedded: described(
    nullable(
      exact({
        app: described(Text, 'Who shows the frame'),
        fieldTypes: described(nullable(Type.Array(FieldKind)), 'What may be placed; null for all types'),
        lockRecipients: Type.Boolean(),
        lockDocuments: Type.Boolean(),
        showStart: Type.Boolean(),
      }),
    ),
    'What the program allows in whose frame this is; null for a designer that opened by its address',
  ),
});

const REFUSALS = ['NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'RATE_LIMIT_REACHED'] as const;
const WRITE_REFUSALS = [...REFUSALS, 'WORKFLOW_STATUS_CONFLICT'] as const;

const Flag = Type.Optional(Type.Boolean());

/** What a program asks for that shows the designer in its own page. */
const EmbeddedDesign = Type.Object({
  origin: described(
    Type.String({ maxLength: 10_000 }),
    'The origin of the page that shows the frame; one that the app, or of a key the organization, has listed',
  ),
  fieldTypes: described(
    Type.Optional(nullable(Type.Array(FieldKind, { minItems: 1, maxItems: FIELD_TYPES.length }))),
    'The types of fields that may be placed there; others stay where the draft has them. Null or absent: all types',
  ),
  lockRecipients: described(Flag, 'Whether the people of the draft stay as they are; false by default'),
  lockDocuments: described(Flag, 'Whether its files stay as they are; false by default'),
  showStart: described(
    Flag,
    'Whether the draft can be started there; by default it is only prepared, and your server starts it',
  ),
  language: described(
    Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    'Of the page, such as `de`; null: as the browser says',
  ),
  lifetimeSeconds: described(
    Type.Optional(Type.Integer({ minimum: 60, maximum: LIMITS.designSessionSeconds })),
    'How long the frame lasts once it is opened; 3600 by default',
  ),
});

/** Sessions for the designer and the view page (interface.md §5.3, §5.4), and what those pages call. */
export const designOperations = {
  openWorkflowSession: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session',
    summary: 'Addresses of the designer and the view page, for a browser that is not signed in',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: PageSession,
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  openEnvelopeSession: operation({
    method: 'GET',
    path: '/api/v1/envelopes/{envelopeId}/session',
    summary: 'Addresses of the designer and the view page, for a browser that is not signed in',
    scope: 'workflows:read',
    params: Type.Object({ envelopeId: EnvelopeRef }),
    answer: PageSession,
    refusals: ['ENVELOPE_NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  }),
  createEmbeddedDesign: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session',
    summary: 'Have a draft prepared in a frame of your own page: an address that opens once',
    scope: 'workflows:write',
    callerRate: 'embeddedSessions',
    params: WorkflowPath,
    body: EmbeddedDesign,
    answer: exact({
      url: described(Text, 'For `src` of the frame; opens once'),
      expiresDate: described(Timestamp, 'Until when it is opened: 5 minutes'),
    }),
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  openEmbeddedDesign: operation({
    method: 'POST',
    path: '/api/v1/design/embedded',
    summary: 'Exchange the token of an embedded designer, once, for what its frame shows in each call',
    access: 'open',
    internal: true,
    body: FrameToken,
    answer: exact({
      bearer: described(Text, 'For `Authorization`; in memory alone'),
      origin: described(Text, 'Of the page that shows the frame, and of nobody else that is told anything'),
      language: nullable(Text),
      expiresDate: described(Timestamp, 'When the frame ends'),
    }),
    refusals: ['SESSION_ENDED', 'NOT_FOUND'],
  }),
  readDesign: operation({
    method: 'GET',
    path: '/api/v1/design/{session}',
    summary: 'What the designer and the view page show',
    access: 'signer',
    internal: true,
    params: SessionPath,
    answer: DesignView,
    refusals: REFUSALS,
  }),
  readDesignDocument: operation({
    method: 'GET',
    path: '/api/v1/design/{session}/documents/{documentId}',
    summary: 'The bytes of a document: sealed where it is, else the original',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...SessionPath.properties, documentId: described(Id, 'Id of the document') }),
    query: Type.Object({ download: Type.Optional(Text) }),
    answer: 'binary',
    refusals: REFUSALS,
  }),
  listDesignSuggestions: operation({
    method: 'GET',
    path: '/api/v1/design/{session}/documents/{documentId}/suggested-fields',
    summary: 'The printed places of a document where fields could go, and whose they are',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...SessionPath.properties, documentId: described(Id, 'Id of the document') }),
    answer: Type.Array(SuggestedField),
    refusals: [
      ...REFUSALS,
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'WORKFLOW_STATUS_CONFLICT',
      'DOCUMENT_NOT_ACCEPTED',
    ],
  }),
  saveDesign: operation({
    method: 'PUT',
    path: '/api/v1/design/{session}/fields',
    summary: 'Set the fields of the draft; those not named are removed',
    access: 'signer',
    internal: true,
    params: SessionPath,
    body: Type.Object({
      fields: described(
        limited(Type.Array(NewField, { maxItems: LIMITS.workflowFieldsMax + 1 }), {
          maxItems: LIMITS.workflowFieldsMax,
        }),
        'What is filled in, and where it is placed',
      ),
    }),
    answer: Type.Array(Field),
    refusals: WRITE_REFUSALS,
  }),
  setDesignPeople: operation({
    method: 'PUT',
    path: '/api/v1/design/{session}/people',
    summary: 'Set the people of the draft, in a frame that does not lock them; those not named are removed',
    access: 'signer',
    internal: true,
    params: SessionPath,
    body: Type.Object({
      people: described(
        limited(
          Type.Array(
            Type.Object({
              id: described(Type.Optional(Id), 'Id of a recipient of the draft; absent for who signs last'),
              name: described(PersonName, 'The recipient’s name'),
              email: described(Email, 'The recipient’s email address'),
            }),
          ),
          RECIPIENTS_LIMITS,
        ),
        'Those who are named keep their steps',
      ),
    }),
    answer: DesignView,
    refusals: WRITE_REFUSALS,
  }),
  addDesignDocument: operation({
    method: 'POST',
    path: '/api/v1/design/{session}/documents',
    summary: 'Add a PDF to the draft, in a frame that does not lock its files',
    access: 'signer',
    internal: true,
    countedAs: 'attachmentsFromAddress',
    params: SessionPath,
    body: DocumentForm,
    bodyKind: 'multipart',
    answer: DesignView,
    refusals: [...WRITE_REFUSALS, ...UPLOAD_REFUSALS],
  }),
  removeDesignDocument: operation({
    method: 'DELETE',
    path: '/api/v1/design/{session}/documents/{documentId}',
    summary: 'Remove a document from the draft, with its fields, in a frame that does not lock its files',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...SessionPath.properties, documentId: described(Id, 'Id of the document') }),
    answer: DesignView,
    refusals: WRITE_REFUSALS,
  }),
  startDesign: operation({
    method: 'POST',
    path: '/api/v1/design/{session}/start',
    summary: 'Start the draft',
    access: 'signer',
    internal: true,
    params: SessionPath,
    answer: DesignView,
    refusals: [...WRITE_REFUSALS, 'DOCUMENT_NOT_ACCEPTED', 'STORAGE_QUOTA_REACHED'],
  }),
};
