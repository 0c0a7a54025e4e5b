import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, ask, type Body, reading } from './ask.ts';
import { type UploadOptions, upload } from './call.ts';
import type { NewFields, NewFollower, NewTemplateFollower, Recipient, Template } from './wire.ts';

export type TemplateIds = { workspaceId: number; id: number };
export type TemplateFilter = { page: number; query: string };
/** As paths name them. */
const named = ({ workspaceId, id }: TemplateIds) => ({ workspaceId, templateId: id });

const TEMPLATES_A_PAGE = 20;

export function templatesQuery(workspaceId: number, { page, query }: TemplateFilter) {
  const which = { page, limit: TEMPLATES_A_PAGE, query: query === '' ? undefined : query };
  return queryOptions({
    queryKey: ['templates', workspaceId, page, query],
    placeholderData: keepPreviousData,
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/templates', { workspaceId, ...which }),
  });
}

export function templateKey({ workspaceId, id }: TemplateIds) {
  return ['template', workspaceId, id] as const;
}

export function templateQuery(ids: TemplateIds) {
  return queryOptions({
    queryKey: templateKey(ids),
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/templates/{templateId}', named(ids)),
    // Forms and the editor are initialized with it: a refetch would replace input.
    refetchOnWindowFocus: false,
  });
}

/** The forms that the documents bring along. */
export function templateFormsQuery(ids: TemplateIds) {
  return queryOptions({
    queryKey: [...templateKey(ids), 'forms'],
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/forms', named(ids)),
    refetchOnWindowFocus: false,
  });
}

/** A document with its form as the start of a workflow will leave it. */
export function templatePagesUrl(ids: TemplateIds, documentId: number): string {
  return addressOf(
    'GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/pages',
    {
      ...named(ids),
      documentId,
    },
  );
}

export const answersAddress = (ids: TemplateIds, format: 'csv' | 'jsonl'): string =>
  addressOf('GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/answers', { ...named(ids), format });

export function uploadTemplate(workspaceId: number, options: UploadOptions): Promise<Template> {
  return upload(addressOf('POST /api/v1/workspaces/{workspaceId}/templates', { workspaceId }), options);
}

type TemplateForm = Body<'POST /api/v1/workspaces/{workspaceId}/templates'>;
export const copyWorkflow = (workspaceId: number, json: TemplateForm) =>
  ask('POST /api/v1/workspaces/{workspaceId}/templates', { workspaceId }, { json });

export type TemplateChange = Body<'PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}'>;
export const updateTemplate = (ids: TemplateIds, json: TemplateChange) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}', named(ids), { json });
export const deleteTemplate = (ids: TemplateIds) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/templates/{templateId}', named(ids));

export type NewPlaceholder = {
  id?: number;
  name: string;
  anchorTag?: string | null;
  roles: { id?: number; type: 'sign' | 'review' }[];
};
export const setPlaceholders = (ids: TemplateIds, recipients: readonly NewPlaceholder[]) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/roles', named(ids), {
    json: { recipients },
  });

export const setTemplateSteps = (
  ids: TemplateIds,
  steps: readonly { type: 'sign' | 'review'; roles: number[] }[],
) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/steps', named(ids), { json: { steps } });
export const setTemplateFields = (ids: TemplateIds, fields: NewFields) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/fields', named(ids), { json: { fields } });

/** The printed places and tags of a document, for its placeholders. */
export const suggestTemplateFields = (ids: TemplateIds, documentId: number) =>
  ask('GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/documents/{documentId}/suggested-fields', {
    ...named(ids),
    documentId,
  });

/** How a person is reached and identified. */
type Contact = Pick<Recipient, 'phone' | 'language' | 'identification'>;

export type TemplateUse = {
  name: string;
  recipients: ({ name: string; email: string } & Contact)[];
  followers: NewFollower[];
  hasToBeStarted: boolean;
  /** Absent, as the next two: as in the template. */
  senderMessage?: string | null;
  expiryDate?: number;
  preferences?: { name: string; value: string }[];
};

export function templateFollowersKey(ids: TemplateIds) {
  return ['template-followers', ids] as const;
}

export const saveTemplateFollowers = (ids: TemplateIds, followers: NewTemplateFollower[]) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers', named(ids), {
    json: { followers },
  });

/** Who gets copies of the workflows made of it; of those without an address it is asked who they are. */
export function templateFollowersQuery(ids: TemplateIds) {
  return queryOptions({
    queryKey: templateFollowersKey(ids),
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/templates/{templateId}/followers', named(ids)),
  });
}

export const applyTemplate = ({ workspaceId, id: templateId }: TemplateIds, use: TemplateUse) =>
  ask(
    'POST /api/v1/cloner/template/{templateId}/workflow',
    { templateId },
    { json: { workspaceId, ...use } },
  );
