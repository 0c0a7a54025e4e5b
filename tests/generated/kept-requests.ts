import { lease } from '../support/quick-sender.ts';
import { ANNEX_SPECIALS } from './annex-requests.ts';
import type { Ids } from './organization.ts';
import type { Special } from './requests.ts';

const TABLE = Buffer.from('name,email\nAda,ada@example.com\n');
const ANN = { name: 'Ann', email: 'ann@example.com' };
const BOB = { name: 'Bob', email: 'bob@example.com' };
const PLACE = { type: 'text', posX: 0, posY: 0, style: { width: 100, height: 20 } };

const ofOrganization = ({ organizationId }: Ids) => ({ organizationId });

/** Of what a workspace and an organization keep for documents to come, and of files for information. */
export const KEPT_SPECIALS: Record<string, Special> = {
  ...ANNEX_SPECIALS,
  updateAgentAllowance: {
    query: ofOrganization,
    body: ({ templateId }) => ({ templates: [templateId], domains: ['example.com'], dailyCap: 1 }),
  },
  saveCollector: { body: () => ({ url: 'http://localhost:65000/collector' }) },
  createBulkJob: {
    body: () => ({ name: 'Lease of {{row}}' }),
    files: () => [{ name: 'file', value: TABLE, fileName: 'people.csv' }],
  },
  createExport: {
    body: ({ workflowId }) => ({ ids: [workflowId], contents: ['documents'] }),
    more: () => [{ filter: { filed: '0' } }],
  },
  createPublicLink: { body: ({ templateRecipientId: placeholderId }) => ({ name: 'Door', placeholderId }) },
  updatePublicLink: {
    body: () => ({ name: 'Another door' }),
    more: ({ placeholderId = 0 }) => [{ people: [{ placeholderId, ...ANN }] }],
  },
  readFormDocument: { kinds: { documentId: 'templateDocumentId' } },
  beginSubmission: {
    body: ({ placeholderId = 0 }) => ({ ...ANN, people: [{ placeholderId, ...BOB }] }),
  },
  proveMailbox: { body: () => ({ code: '123456' }) },
  // As it was read by nobody: the owner is told that it has changed.
  decideAgentRequest: { body: () => ({ decision: 'confirm', digest: 'a'.repeat(64) }) },
  updateBulkJob: { body: () => ({ mapping: { name: 'ignore' } }) },
  updateOrganizationDefaults: { query: ofOrganization, body: () => ({ expiryDays: 14 }) },
  updateWorkspaceDefaults: { body: () => ({ type: null, language: 'de' }) },
  setLinkHost: { query: ofOrganization, body: () => ({ host: 'sign.ada.example' }) },
  updateEmbedOrigins: { query: ofOrganization, body: () => ({ embedOrigins: ['https://app.example.com'] }) },
  createEmbeddedSession: {
    body: () => ({ origin: 'https://app.example.com', authenticatedBy: { method: 'password', at: 1 } }),
  },
  createEmbeddedDesign: {
    kinds: { workflowId: 'draftId' },
    body: () => ({ origin: 'https://app.example.com', fieldTypes: ['signature'] }),
  },
  addDesignDocument: { files: () => [{ name: 'document', value: lease, fileName: 'lease.pdf' }] },
  removeDesignDocument: { kinds: { documentId: 'draftDocumentId' } },
  setDesignPeople: { body: ({ draftRecipientId: id }) => ({ people: [{ id, ...ANN }] }) },
  createFieldBlock: { body: () => ({ name: 'Place', fields: [PLACE] }) },
  updateFieldBlock: { body: () => ({ fields: [PLACE] }) },
  createTemplate: {
    body: () => ({ name: 'Leases' }),
    files: () => [{ name: 'document', value: lease, fileName: 'lease.pdf' }],
    more: ({ workflowId: fromWorkflowId, templateId: fromTemplateId, recipientId }) => [
      { fromWorkflowId },
      { fromWorkflowId, placeholders: [{ recipientId, name: 'Tenant' }] },
      { fromTemplateId },
    ],
  },
};
