import { LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationQuery } from './organization-operations.ts';
import { EMAIL_LIMITS, NAME_LIMITS } from './request-values.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  PagesQuery,
  pageOf,
  Text,
  Timestamp,
  WorkspacePath,
} from './schemas.ts';

const Language = nullable(oneOf(SIGNING_LANGUAGES));

export const Contact = exact({
  id: described(Id, 'Id of the contact'),
  name: described(Text, 'The person’s name'),
  email: described(Text, 'The person’s email address; one contact has it in a workspace'),
  phone: described(nullable(Text), 'E.164; null where it is not known'),
  language: described(Language, 'Of mails to the person; null for the language of their browser'),
  source: described(
    oneOf(['learned', 'typed', 'imported']),
    '`learned` from a workflow that was started, until a user changes it',
  ),
  lastUsedDate: described(
    nullable(Timestamp),
    'When a workflow for the person was started last, to the hour; null before the first one',
  ),
});

const ContactPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  contactId: described(Id, 'Id of the contact'),
});
// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 1_000 });
const ContactForm = {
  name: described(limited(RawText, { ...NAME_LIMITS, minLength: 1 }), 'The person’s name'),
  email: described(limited(RawText, EMAIL_LIMITS), 'The person’s email address'),
  phone: described(
    Type.Optional(nullable(limited(RawText, { maxLength: 40 }))),
    'With the country code, as +41791234567 (E.164); null for none',
  ),
  language: described(Type.Optional(Language), 'Of mails to the person; null for their browser’s'),
};

const reading = { scope: 'workflows:read' } as const;
const writing = { scope: 'workflows:write' } as const;

/** The people whom the users of a workspace send to. */
export const contactOperations = {
  listContacts: operation({
    ...reading,
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts',
    summary: 'The contacts of a workspace, those used last first',
    params: WorkspacePath,
    query: Type.Object({
      ...PagesQuery.properties,
      search: described(
        Type.Optional(Type.String({ maxLength: 200 })),
        'Searches names and addresses for each of these words, in any order, without case or accents',
      ),
    }),
    answer: pageOf(Contact),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  createContact: operation({
    ...writing,
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts',
    summary: `Add a contact; a workspace has at most ${LIMITS.contactsMax}`,
    params: WorkspacePath,
    body: Type.Object(ContactForm),
    status: 201,
    answer: Contact,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  updateContact: operation({
    ...writing,
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Change a contact; absent properties stay',
    params: ContactPath,
    body: Type.Partial(Type.Object(ContactForm)),
    answer: Contact,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  deleteContact: operation({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Delete a contact; the next workflow for the person makes it anew where contacts are learned',
    params: ContactPath,
    status: 204,
    answer: null,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  importContacts: operation({
    ...writing,
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/import',
    summary:
      'Add a list of people; contacts with the same addresses are changed. All rows, or none and every problem',
    params: WorkspacePath,
    body: Type.Object({
      text: described(
        limited(Type.String({ maxLength: LIMITS.contactListCharactersMax }), { minLength: 1 }),
        'CSV, columns of a spreadsheet, or `Name <address>; …`. With headings (name, email, phone, language) or without. Problems are named by row, counted from 1 with the headings: `rows[3][email]`',
      ),
    }),
    answer: exact({
      created: described(Type.Integer(), 'How many contacts are new'),
      updated: described(Type.Integer(), 'How many there were before'),
    }),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  readContactSettings: operation({
    method: 'GET',
    path: '/api/v1/organization/contacts',
    summary: 'Whether the workspaces of the organization learn contacts from workflows that are started',
    scope: 'organization:write',
    query: OrganizationQuery,
    answer: exact({ learning: described(Type.Boolean(), 'True by default') }),
    refusals: ['NOT_FOUND'],
  }),
  updateContactSettings: operation({
    method: 'PUT',
    path: '/api/v1/organization/contacts',
    summary: 'Switch the learning of contacts on or off; contacts that there are stay',
    scope: 'organization:write',
    query: OrganizationQuery,
    body: Type.Object({ learning: described(Type.Boolean(), 'Whether contacts are learned from now on') }),
    answer: exact({ learning: described(Type.Boolean(), 'What is set now') }),
    refusals: ['NOT_FOUND'],
  }),
};
