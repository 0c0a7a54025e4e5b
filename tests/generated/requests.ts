import { multipart, type Part } from '../support/instance.ts';
import { lease } from '../support/quick-sender.ts';
import { drawnSignature } from '../support/signer.ts';
import * as providers from '../support/trust-providers.ts';
import { type Described, OF_ORGANIZATION, type Schema } from './described.ts';
import { KEPT_SPECIALS } from './kept-requests.ts';
import type { Ids } from './organization.ts';
import { SIGNER_SPECIALS } from './signer-requests.ts';

/** What a request of an operation is made of, before it is written down as bytes. */
export interface Request {
  path: Record<string, string | number>;
  query: Record<string, unknown>;
  /** JSON, or the values of a form. */
  body: unknown;
  /** Files of a multipart form. */
  files: readonly Part[];
}

export interface Special {
  /** Path parameters that are of another kind than their name says: `{ key: 'archiveKey' }`. */
  kinds?: Record<string, string>;
  query?: (ids: Ids) => Record<string, unknown>;
  body?: (ids: Ids) => unknown;
  files?: (ids: Ids) => readonly Part[];
  /** Other bodies, which name further things. */
  more?: (ids: Ids) => readonly unknown[];
}

const pdf: Part = { name: 'document', value: lease, fileName: 'lease.pdf' };
const png = drawnSignature({ width: 32, height: 32 });
const picture: Part = {
  ...{ name: 'picture', fileName: 'me.png', type: 'image/png' },
  value: Buffer.from(png, 'base64'),
};
const form = (ids: Ids) => ({
  ...{ name: 'Lease', workspaceId: ids.workspaceId, metadata: { deal: '7' } },
  steps: [{ type: 'sign', recipients: [{ name: 'Ann', email: 'ann@example.com' }] }],
  preferences: [{ name: 'WorkflowMailAttachDocumentPreference', value: '0' }],
});
const draft = { workflowId: 'draftId', documentId: 'draftDocumentId', recipientId: 'draftRecipientId' };
const draftEnvelope = { envelopeId: 'draftEnvelopeId' };
const roles = { recipients: [{ name: 'Ann', email: 'ann@example.com', roles: [{ type: 'sign' }] }] };
const field = { type: 'text', page: 1, posX: 10, posY: 10, style: { width: 20, height: 4 } };
const fieldsOf = (ids: Ids) => ({
  fields: [{ ...field, documentId: ids.draftDocumentId, role: ids.draftRoleId }],
});
const sameFields = (ids: Ids) => ({ fields: [{ ...fieldsOf(ids).fields[0], id: ids.draftFieldId }] });
const templateFieldsOf = (ids: Ids) => ({
  fields: [{ ...field, documentId: ids.templateDocumentId, role: ids.templateRoleId }],
});
/** The first field is one that is there, and the second is shown with it. */
const withCondition = (fields: { fields: object[] }, id: unknown) => {
  const text = { ...fields.fields[0], type: 'text' };
  return {
    fields: [
      { ...text, id },
      { ...text, showIf: { fieldId: id, isFilled: true } },
    ],
  };
};
const sameRoles = (ids: Ids) => ({
  recipients: [
    {
      id: ids.draftRecipientId,
      name: 'Ann',
      email: 'ann@example.com',
      roles: [{ id: ids.draftRoleId, type: 'sign' }],
    },
  ],
});
const years: Special = { body: () => ({ signedYears: 10, stoppedMonths: null }) };
const ofOrganization = ({ organizationId }: Ids) => ({ organizationId });
const ofTheirs: Special = { query: ofOrganization, files: () => [picture] };
const client = (ids: Ids) => ({ client_id: ids.clientId, client_secret: ids.clientSecret });

const quickFields = withCondition({ fields: [{ ...field, recipientEmail: 'ann@example.com' }] }, 7);
/** What the schemas alone do not say: which thing a parameter means, forms, values with a rule. */
const SPECIALS: Record<string, Special> = {
  setUpInstance: {
    body: () => ({
      token: 'none',
      organizationName: 'X',
      name: 'Xa',
      email: 'x@example.com',
      password: 'correct horse battery',
    }),
  },
  signUp: {
    body: () => ({
      organizationName: 'New',
      name: 'New One',
      email: 'new@example.com',
      password: 'correct horse battery',
    }),
  },
  signIn: { body: () => ({ email: 'owner@ada.example', password: 'correct horse battery staple' }) },
  requestPasswordReset: { body: () => ({ email: 'owner@ada.example' }) },
  updateProfile: { body: () => ({ name: 'Ada Owner', country: 'GB' }) },
  ...Object.fromEntries(OF_ORGANIZATION.map((name) => [name, { query: ofOrganization }])),
  updatePicture: { files: () => [picture] },
  ...{ updateOrganizationPicture: ofTheirs, updateBrandLogo: ofTheirs },
  updateOrganizationReminders: { query: ofOrganization, body: () => ({ reminders: null }) },
  updateContactSettings: { query: ofOrganization, body: () => ({ learning: true }) },
  importContacts: { body: () => ({ text: 'Imported,imported@example.com' }) },
  updateWorkspaceReminders: { body: () => ({ reminders: 'off' }) },
  updateTemplateReminders: { body: () => ({ reminders: 'off' }) },
  updateLevels: {
    query: ofOrganization,
    body: () => ({ defaultIdentification: null }),
    more: ({ roleId }) => [{ roles: [{ roleId, levels: ['simple'] }] }],
  },
  placeHold: {
    body: ({ workflowId }) => ({ workflowId, reason: 'Lawsuit' }),
    more: ({ workspaceId }) => [{ workspaceId, reason: 'Lawsuit' }],
  },
  updateRetention: { query: ofOrganization, body: () => ({ draftDays: 90 }) },
  ...{ updateWorkspaceRetention: years, updateTemplateRetention: years, updateWorkflowRetention: years },
  previewRetention: { body: ({ workspaceId }) => ({ workspaceId, signedYears: 1 }) },
  readPicture: { kinds: { key: 'pictureKey' } },
  changePassword: {
    body: ({ password }) => ({ currentPassword: password, password: `${password}`, endOtherSessions: false }),
  },
  createApiKey: { body: (ids) => ({ name: 'Key', memberId: ids.memberId, scopes: ['profile:read'] }) },
  createApp: {
    body: () => ({ name: 'App', redirectUris: ['https://app.example.com/back'], scopes: ['profile:read'] }),
  },
  updateApp: { body: () => ({ name: 'Loom 2' }) },
  readAuthorizationRequest: { query: authorization },
  decideAuthorization: { query: authorization, body: () => ({ decision: 'allow' }) },
  exchangeCode: {
    body: (ids) => ({ ...client(ids), code: 'none', redirect_uri: 'https://app.example.com/callback' }),
  },
  refreshAccess: { body: (ids) => ({ ...client(ids), refresh_token: 'none' }) },
  issueToken: { body: (ids) => ({ ...client(ids), grant_type: 'refresh_token', refresh_token: 'none' }) },
  revokeToken: { body: (ids) => ({ ...client(ids), token: 'none' }) },
  createWorkspace: { body: (ids) => ({ name: 'Mill', organizationId: ids.organizationId }) },
  updateWorkspaceUsers: { body: users, more: sameUsers },
  updateWorkspaceUsersAlias: { body: users, more: sameUsers },
  inviteMembers: { body: () => ({ members: [{ email: 'late@example.com' }] }) },
  inviteMemberAgain: { kinds: { memberId: 'invitedMemberId' } },
  removeMember: { kinds: { memberId: 'invitedMemberId' } },
  createRole: { body: () => ({ name: 'Porter', permissions: ['create_workflow'] }) },
  updateRole: { body: () => ({ name: 'Clerk 2' }) },
  createQuickEnvelope: { body: (ids) => ({ ...form(ids), ...quickFields }), files: () => [pdf] },
  createEnvelope: { body: form, files: () => [pdf] },
  createWorkflow: { body: () => ({ name: 'Lease', type: 'simple' }), files: () => [pdf] },
  updateWorkflow: { kinds: draft, body: (ids) => ({ name: 'Lease 2', newWorkspaceId: ids.workspaceId }) },
  editWorkflow: { kinds: draft, body: () => ({ name: 'Lease 3' }), files: () => [pdf] },
  setRoles: { kinds: draft, body: () => roles, more: (ids) => [sameRoles(ids)] },
  setRolesDirectly: { kinds: draft, body: () => roles, more: (ids) => [sameRoles(ids)] },
  addSteps: { kinds: draft, body: (ids) => ({ steps: [{ type: 'sign', roles: [ids.draftRoleId] }] }) },
  setSteps: {
    kinds: draft,
    body: () => ({ steps: [{ type: 'sign', recipients: [{ name: 'Ann', email: 'ann@example.com' }] }] }),
    more: ({ draftRecipientId: id }) => [
      { steps: [{ type: 'sign', recipients: [{ id, name: 'Ann', email: 'ann@example.com' }] }] },
    ],
  },
  setPreferences: {
    kinds: draft,
    body: () => ({ preferences: [{ name: 'WorkflowMailAttachDocumentPreference', value: '1' }] }),
  },
  listFields: { kinds: draft },
  listSuggestedFields: { kinds: draft },
  setFields: {
    kinds: draft,
    body: fieldsOf,
    more: (ids) => [sameFields(ids), withCondition(fieldsOf(ids), ids.draftFieldId)],
  },
  addDocument: { kinds: draft, files: () => [pdf] },
  removeDocument: { kinds: draft },
  addEnvelopeDocument: { kinds: draftEnvelope, files: () => [pdf] },
  startWorkflow: { kinds: draft },
  startEnvelope: { kinds: draftEnvelope },
  deleteEnvelope: { kinds: draftEnvelope },
  deleteWorkflows: { body: (ids) => ({ workflows: [{ id: ids.draftId, workspaceId: ids.workspaceId }] }) },
  listEnvelopes: { query: (ids) => ({ ids: [ids.envelopeId] }) },
  initializeApp: { query: (ids) => ({ data: ['workspaces', 'levels', 'limits'], ...ofOrganization(ids) }) },
  remindRecipients: { body: (ids) => ({ recipients: [ids.recipientId] }) },
  reassignRecipient: { body: () => ({ name: 'Ann the Second' }) },
  saveAttachment: { kinds: { fieldId: 'attachmentFieldId' }, files: () => [{ ...pdf, name: 'file' }] },
  readSigningAttachment: { kinds: { fieldId: 'attachmentFieldId' } },
  removeAttachment: { kinds: { fieldId: 'attachmentFieldId' } },
  listAttachments: { kinds: { workflowId: 'archivedWorkflowId' } },
  readCompletionCertificate: { kinds: { workflowId: 'archivedWorkflowId' } },
  readArchive: { kinds: { workflowId: 'archivedWorkflowId' } },
  readArchives: { query: (ids) => ({ ids: String(ids.archivedWorkflowId) }) },
  actOnWorkflows: { body: (ids) => ({ act: 'remind', ids: [ids.workflowId] }) },
  readCourtBundle: { kinds: { workflowId: 'archivedWorkflowId' } },
  readAttachment: { kinds: { workflowId: 'archivedWorkflowId', fieldId: 'archivedFieldId' } },
  readTemporaryFile: { kinds: { key: 'documentKey' } },
  readThumb: { kinds: { key: 'thumbKey' } },
  readArchivedFile: { kinds: { workflowId: 'archivedWorkflowId', key: 'archiveKey' } },
  replayWebhookDelivery: { kinds: { deliveryId: 'endpointDeliveryId' } },
  createWebhook: { body: () => ({ url: 'http://localhost:65000/hook' }) },
  createTrustProvider: { body: providers.newTrustProvider },
  saveIdentityProvider: { body: providers.newIdentityProvider },
  ...providers.CONNECTION_SPECIALS,
  saveDestination: { body: providers.newDestination },
  updateTrustProvider: { body: () => ({ enabled: false }) },
  listSealCredentials: { query: ({ providerId }) => ({ providerId }) },
  saveSealCredential: { body: ({ providerId }) => ({ providerId, credentialId: 'none', pin: '1' }) },
  updateWebhook: { body: () => ({ enabled: false }) },
  readDesignDocument: { kinds: draft },
  listDesignSuggestions: { kinds: draft },
  tryAsSigner: { kinds: { roleId: 'draftRoleId' } },
  readTriedDocument: { kinds: { ...draft, roleId: 'draftRoleId' } },
  previewAsSigner: {
    kinds: { ...draft, roleId: 'draftRoleId' },
    body: (ids) => ({
      answers: [{ fieldId: ids.draftFieldId, value: 'drawn' }],
      signature: png,
      timeZone: 'UTC',
    }),
  },
  saveDesign: {
    body: fieldsOf,
    more: (ids) => [sameFields(ids), withCondition(fieldsOf(ids), ids.draftFieldId)],
  },
  cloneTemplate: {
    body: (ids) => ({
      workspaceId: ids.workspaceId,
      name: 'Lease of the mill',
      recipients: [
        { name: 'Ann', email: 'ann@example.com' },
        { name: 'Bob', email: 'bob@example.com' },
      ],
    }),
  },
  ...KEPT_SPECIALS,
  updateTemplate: { body: () => ({ name: 'Leases of mills' }) },
  setTemplateRoles: {
    body: () => ({ recipients: [{ name: 'Tenant', roles: [{ type: 'sign' }] }] }),
    more: (ids) => [
      {
        recipients: [
          { id: ids.templateRecipientId, name: 'Tenant', roles: [{ id: ids.templateRoleId, type: 'sign' }] },
        ],
      },
    ],
  },
  addTemplateSteps: { body: (ids) => ({ steps: [{ type: 'sign', roles: [ids.templateRoleId] }] }) },
  setTemplateSteps: { body: (ids) => ({ steps: [{ type: 'sign', roles: [ids.templateRoleId] }] }) },
  setTemplatePreferences: {
    body: () => ({ preferences: [{ name: 'WorkflowMailAttachDocumentPreference', value: '1' }] }),
  },
  listTemplateSuggestions: { kinds: { documentId: 'templateDocumentId' } },
  setTemplateFields: {
    body: templateFieldsOf,
    more: (ids) => [
      { fields: [{ ...templateFieldsOf(ids).fields[0], id: ids.templateFieldId }] },
      withCondition(templateFieldsOf(ids), ids.templateFieldId),
    ],
  },
  removeTemplateDocument: { kinds: { documentId: 'templateDocumentId' } },
  readTemplateFile: { kinds: { key: 'templateKey' } },
  readTemplatePages: { kinds: { documentId: 'templateDocumentId' } },
  readTemplateThumb: { kinds: { key: 'templateThumbKey' } },
  ...SIGNER_SPECIALS,
};

function authorization({ clientId }: Ids) {
  return {
    client_id: clientId,
    scope: 'profile:read',
    redirect_uri: 'https://app.example.com/callback',
    response_type: 'code',
  };
}

function users(ids: Ids) {
  return { users: [{ memberId: ids.memberId, roleId: ids.roleId }] };
}

function sameUsers(ids: Ids) {
  return [{ users: [{ id: ids.workspaceUserId, roleId: ids.roleId }] }];
}

/** Further requests of an operation, which name things that the plain one does not. */
export function furtherRequestsOf(operation: Described, ids: Ids): Request[] {
  const bodies = SPECIALS[operation.name]?.more?.(ids) ?? [];
  return bodies.map((body) => ({ ...requestOf(operation, ids), body, files: [] }));
}

/** A request that is as it should be, about the things that `ids` name. */
export function requestOf(operation: Described, ids: Ids): Request {
  const special = SPECIALS[operation.name] ?? {};
  const path = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => [name, schema.enum?.[0] ?? idOf(operation, { name, special, ids })]);
  const isForm = operation.media.includes('multipart/form-data');
  const plain = isForm ? { name: 'Something' } : plainValue(operation.body ?? {}, { name: '', ids });
  return {
    path: Object.fromEntries(path),
    query: special.query?.(ids) ?? requiredOf(operation, ids),
    body: special.body ? special.body(ids) : plain,
    files: special.files ? special.files(ids) : isForm ? [pdf] : [],
  };
}

function requiredOf({ parameters }: Described, ids: Ids): Record<string, unknown> {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(needed.map(({ name, schema }) => [name, plainValue(schema, { name, ids })]));
}

function idOf(
  operation: Described,
  { name, special, ids }: { name: string; special: Special; ids: Ids },
): string | number {
  const kind = special.kinds?.[name] ?? name;
  const id = ids[kind];
  if (id === undefined) {
    throw new Error(
      `${operation.name} has {${name}} in its path, and nothing here is of that kind: make one in ` +
        'tests/generated/organization.ts and keep its id there under that name, or name the kind in SPECIALS.',
    );
  }
  return id;
}

/** The plainest value that a schema takes; where a name is a kind of id, an id of that kind. */
export function plainValue(schema: Schema, { name, ids }: { name: string; ids: Ids }): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const id = ids[name] ?? (schema.type === 'integer' ? ids[`${name.replace(/s$/, '')}Id`] : undefined);
  if (id !== undefined) return id;
  if (schema.anyOf) return plainValue(schema.anyOf[0] ?? {}, { name, ids });
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [
          key,
          plainValue(schema.properties?.[key] ?? {}, { name: key, ids }),
        ]),
      );
    case 'array':
      return [plainValue(schema.items ?? {}, { name, ids })];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return name === 'email' ? 'somebody@example.com' : 'Something';
  }
}

/** Bytes and headers, as a program would send them. */
export interface Wire {
  method: Described['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

export function writeRequest(operation: Described, request: Request): Wire {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(wellFormed(request.path[name])),
  );
  const pairs = brackets(request.query);
  const query = pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&');
  const wire: Wire = { method: operation.method, url: query ? `${path}?${query}` : path, headers: {} };
  if (operation.media.length === 0) return wire;
  if (
    operation.media.includes('multipart/form-data') &&
    (request.files.length > 0 || operation.media.length === 1)
  ) {
    const parts = brackets(request.body).map(([name, value]) => ({ name, value }));
    return { ...wire, ...multipart([...parts, ...request.files]) };
  }
  if (operation.media.includes('application/x-www-form-urlencoded')) {
    const payload = brackets(request.body)
      .map(([name, value]) => `${percent(name)}=${percent(value)}`)
      .join('&');
    return { ...wire, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload };
  }
  return { ...wire, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(request.body) };
}

/** `{ a: { b: [1] } }` → `a[b][0]=1`. */
function brackets(value: unknown, name = ''): [string, string][] {
  if (value === null || typeof value !== 'object') return [[name, textOf(value ?? '')]];
  return Object.entries(value).flatMap(([key, inner]) =>
    brackets(inner, name === '' ? key : `${name}[${key}]`),
  );
}

function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function wellFormed(value: unknown): string {
  return textOf(value ?? '').toWellFormed();
}

/** Any value as text, those included that have no text of their own. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
