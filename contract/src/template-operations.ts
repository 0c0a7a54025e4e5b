import { LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { AnnexUploads } from './annex-schemas.ts';
import { Cloning } from './cloning-schemas.ts';
import { draftOperations } from './draft-operations.ts';
import { rolesOf, SuggestedField } from './draft-schemas.ts';
import { ClearedMessage, DocumentForm, TemplateName, UPLOAD_REFUSALS, Upload } from './form-parts.ts';
import { PdfForm } from './form-schemas.ts';
import { operation } from './operation.ts';
import { ExpiryDays, Message, Name, PlaceholderName, RECIPIENTS_LIMITS } from './request-values.ts';
import { RequestedType } from './requested-type.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  PageQuery,
  pageOf,
  Text,
  WorkspacePath,
  withMisfit,
} from './schemas.ts';
import { Template, TemplateRecipient, TemplateStep, WholeTemplate } from './template-schemas.ts';
import { FILTERS } from './workflow-filters.ts';
import { Field, Tag, Workflow } from './workflow-schemas.ts';

export const TemplatePath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  templateId: described(Id, 'Id of the template'),
});
const StoragePath = Type.Object({
  templateId: described(Id, 'Id of the template'),
  key: described(Type.String({ pattern: '^[0-9a-f]{32}$' }), 'A random key'),
});
const StorageQuery = Type.Object({
  expires: described(
    Type.Optional(Type.Integer()),
    'Until when the signature of the link is valid, in seconds since 1970',
  ),
  signature: described(Type.Optional(Type.String({ maxLength: 100 })), 'The signature of the link'),
});

/** Up to the year 9999. */
const FilterDate = Type.Integer({ minimum: 0, maximum: 253_402_300_799 });

const SOURCE_REFUSALS = ['WORKSPACE_NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'TEMPLATE_NOT_FOUND'] as const;

const TemplateChange = Type.Object({
  name: described(Type.Optional(Name), '2 to 250 characters'),
  type: Type.Optional(RequestedType),
  senderMessage: described(
    Type.Optional(nullable(Message)),
    'What the sender says in the invitations; `{document}` stands for the name of the workflow',
  ),
  expiryDays: described(Type.Optional(ExpiryDays), 'Days from creating a workflow to its deadline'),
  language: described(
    Type.Optional(nullable(oneOf(SIGNING_LANGUAGES))),
    'The language of people for whom none is said when a workflow is made of it; null removes it',
  ),
  newWorkspaceId: described(Type.Optional(Id), 'Id of the workspace to move it to'),
});

const SourceId = withMisfit(Type.Integer(), 'Must be an integer id.');
const TemplateForm = Type.Object({
  name: Type.Optional(TemplateName),
  document: Type.Optional(Upload),
  annex: AnnexUploads,
  fromWorkflowId: described(Type.Optional(SourceId), 'Make it out of a workflow, without a document'),
  placeholders: described(
    Type.Optional(
      withMisfit(
        limited(
          Type.Array(
            Type.Object({
              recipientId: described(Id, 'Id of a recipient of the workflow'),
              name: described(PlaceholderName, 'The name of the placeholder, such as Tenant'),
            }),
          ),
          RECIPIENTS_LIMITS,
        ),
        'Must be a list of recipientId and name.',
      ),
    ),
    'With `fromWorkflowId`: what the places of its recipients are called; others are called after the person',
  ),
  askFollowers: described(
    Type.Optional(withMisfit(Type.Boolean(), 'Must be true or false.')),
    'With `fromWorkflowId`: whether the addresses of its followers stay behind, and are asked when the template is used',
  ),
  fromTemplateId: described(Type.Optional(SourceId), 'Make it out of another template, without a document'),
  type: Type.Optional(RequestedType),
  senderMessage: Type.Optional(ClearedMessage),
  expiryDays: described(
    Type.Optional(withMisfit(ExpiryDays, 'Must be a number of whole days.')),
    'Days from when a workflow is made of it to its deadline; 90 by default',
  ),
});

const Placeholders = Type.Object({
  recipients: described(
    limited(
      Type.Array(
        Type.Object({
          id: described(Type.Optional(Id), 'Id of a placeholder of the template; absent for a new one'),
          name: described(PlaceholderName, 'The name of the placeholder, such as Buyer'),
          ...rolesOf('placeholder'),
        }),
      ),
      RECIPIENTS_LIMITS,
    ),
    'The placeholders that people take the place of',
  ),
});

const AnswersQuery = Type.Object({
  format: described(Type.Optional(oneOf(['csv', 'jsonl'])), 'Default: `csv`'),
  ids: described(
    Type.Optional(Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15})*$', maxLength: 8_000 })),
    'Only the workflows with these ids, comma-joined',
  ),
  endedFrom: described(
    Type.Optional(FilterDate),
    'Only those that ended then or later, in seconds since 1970',
  ),
  endedBefore: described(Type.Optional(FilterDate), 'Only those that ended before it, in seconds since 1970'),
  query: PageQuery.properties.query,
  ...FILTERS,
  filters: described(Type.Optional(Type.Object(FILTERS)), 'The filters of the list in brackets'),
});

const SourceQuery = Type.Object({
  ...StorageQuery.properties,
  version: described(
    Type.Optional(oneOf(['original', 'source'])),
    '`original`: the PDF, as without it. `source`: the picture or document that it was made of, as it was sent',
  ),
});
const storage = {
  method: 'GET',
  access: 'open',
  scope: 'templates:read',
  params: StoragePath,
  query: StorageQuery,
  answer: 'binary',
  refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
} as const;

/** Workflows to be, and the workflows made of them (interface.md §5.2). */
export const templateOperations = {
  cloneTemplate: operation({
    method: 'POST',
    path: '/api/v1/cloner/template/{templateId}/workflow',
    summary:
      'Make a workflow of a template, with exactly as many recipients as it expects, in its order; also needs ' +
      'the scope templates:read',
    scope: 'workflows:write',
    params: Type.Object({ templateId: described(Id, 'Id of the template') }),
    body: Cloning,
    answer: Workflow,
    refusals: [
      'TEMPLATE_NOT_FOUND',
      'WORKSPACE_NOT_FOUND',
      'WORKFLOW_STATUS_CONFLICT',
      'DOCUMENT_NOT_ACCEPTED',
      'STORAGE_QUOTA_REACHED',
    ],
  }),
  listTemplates: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates',
    summary: 'List the templates of a workspace, newest first; a query searches names and recipients',
    scope: 'templates:read',
    params: WorkspacePath,
    query: PageQuery,
    answer: pageOf(Template),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  createTemplate: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/templates',
    summary:
      'Make a template: of PDFs (a form with document, or documents[0] and on), or as JSON of a workflow ' +
      '(fromWorkflowId, which also needs the scope workflows:read) or of another template (fromTemplateId)',
    scope: 'templates:write',
    params: WorkspacePath,
    body: TemplateForm,
    bodyKind: 'either',
    status: 201,
    answer: WholeTemplate,
    refusals: [...UPLOAD_REFUSALS, ...SOURCE_REFUSALS],
  }),
  readTemplate: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}',
    summary: 'Read a whole template; with `session=1` its file links need no credential for fifteen minutes',
    scope: 'templates:read',
    params: TemplatePath,
    query: Type.Object({
      session: described(Type.Optional(Text), '`1`: links to files open without a credential for 15 minutes'),
    }),
    answer: WholeTemplate,
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readTemplateSchema: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/schema',
    summary:
      'What a call of the cloner may say of this template, as JSON Schema: placeholders, and values of fields by key',
    scope: 'templates:read',
    params: TemplatePath,
    answer: Type.Record(Text, Type.Unknown()),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  updateTemplate: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}',
    summary: 'Change a template; absent properties stay, and workflows created from it do not change',
    scope: 'templates:write',
    params: TemplatePath,
    body: TemplateChange,
    answer: WholeTemplate,
    refusals: ['TEMPLATE_NOT_FOUND', 'WORKSPACE_NOT_FOUND'],
  }),
  deleteTemplate: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}',
    summary: 'Delete a template with its files; workflows created from it stay',
    scope: 'templates:write',
    params: TemplatePath,
    status: 204,
    answer: null,
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  setTemplateRoles: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/roles',
    summary: 'Set the placeholders of a template and their roles; those not named are removed',
    scope: 'templates:write',
    params: TemplatePath,
    body: Placeholders,
    answer: Type.Array(TemplateRecipient),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  addTemplateSteps: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/steps',
    summary: 'Append steps; each role acts in one step. Answers all steps',
    scope: 'templates:write',
    params: TemplatePath,
    body: draftOperations.addSteps.body,
    answer: Type.Array(TemplateStep),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  setTemplateSteps: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/steps',
    summary: 'Set all steps; each role acts in one step',
    scope: 'templates:write',
    params: TemplatePath,
    body: draftOperations.addSteps.body,
    answer: Type.Array(TemplateStep),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  setTemplatePreferences: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/preferences',
    summary: 'Set what its workflows will prefer; answers all preferences, the generated secret included',
    scope: 'templates:write',
    params: TemplatePath,
    body: draftOperations.setPreferences.body,
    answer: draftOperations.setPreferences.answer,
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  listTemplateFields: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/fields',
    summary: 'The fields of a template, in order',
    scope: 'templates:read',
    params: TemplatePath,
    answer: Type.Array(Field),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  listTemplateSuggestions: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/suggested-fields',
    summary: 'The printed places and tags of a document where fields could go, and whose they are',
    scope: 'templates:read',
    params: Type.Object({ ...TemplatePath.properties, documentId: described(Id, 'Id of the document') }),
    answer: Type.Array(SuggestedField),
    refusals: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND', 'DOCUMENT_NOT_ACCEPTED'],
  }),
  setTemplateFields: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/fields',
    summary: 'Set the fields of a template; those not named are removed',
    scope: 'templates:write',
    params: TemplatePath,
    body: draftOperations.setFields.body,
    answer: Type.Array(Field),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  exportAnswers: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/answers',
    summary:
      'What was filled in in the workflows made of a template: a table (CSV) with a column for each ' +
      'field, or a JSON object a line; also needs the scope templates:read',
    scope: 'workflows:read',
    params: TemplatePath,
    query: AnswersQuery,
    answer: 'binary',
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  addTemplateDocument: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/documents',
    summary: 'Add a PDF to a template; its text anchors and signature form fields become fields',
    scope: 'templates:write',
    params: TemplatePath,
    body: DocumentForm,
    bodyKind: 'multipart',
    answer: WholeTemplate,
    refusals: [...UPLOAD_REFUSALS, 'TEMPLATE_NOT_FOUND'],
  }),
  listTemplateForms: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/forms',
    summary: 'The forms that the documents of a template bring along',
    access: 'session',
    internal: true,
    params: TemplatePath,
    answer: Type.Array(exact({ documentId: described(Id, 'Id of the document'), form: PdfForm })),
    refusals: [
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'RATE_LIMIT_REACHED',
      'API_KEY_RATE_LIMIT_REACHED',
      'TEMPLATE_NOT_FOUND',
    ],
  }),
  readTemplatePages: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/pages',
    summary: 'A document of a template, with its form as the start of a workflow will leave it',
    access: 'session',
    internal: true,
    params: Type.Object({ ...TemplatePath.properties, documentId: described(Id, 'Id of the document') }),
    answer: 'binary',
    refusals: [
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'RATE_LIMIT_REACHED',
      'API_KEY_RATE_LIMIT_REACHED',
      'TEMPLATE_NOT_FOUND',
      'NOT_FOUND',
    ],
  }),
  removeTemplateDocument: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}',
    summary: 'Remove a document from a template, with its fields; not the last one',
    scope: 'templates:write',
    params: Type.Object({ ...TemplatePath.properties, documentId: described(Id, 'Id of the document') }),
    status: 204,
    answer: null,
    refusals: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  setTemplateTags: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/tags',
    summary: 'Set the tags of a template; those not named are removed. Answers its tags',
    scope: 'templates:write',
    params: TemplatePath,
    body: Type.Object({
      tags: described(
        limited(Type.Array(Id, { maxItems: 1_000 }), { maxItems: LIMITS.tagsOfOneMax }),
        'Ids of all its tags',
      ),
    }),
    answer: Type.Array(Tag),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readTemplateFile: operation({
    ...storage,
    path: '/api/v1/storage/template/{templateId}/doc/{key}',
    query: SourceQuery,
    summary: 'Download a document of a template',
  }),
  readTemplateThumb: operation({
    ...storage,
    path: '/api/v1/storage/template/{templateId}/thumb/{key}',
    summary: "The picture of the first page of a template's document",
  }),
};
