import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type UploadOptions, upload } from './call.ts';
import type {
  DesignedFields,
  NewFields,
  NewFollower,
  NewTemplateFollower,
  Recipient,
  SuggestedFields,
  Template,
  TemplateFollower,
  TemplateForms,
  TemplatePage,
  TemplateRecipients,
  TemplateSteps,
  Workflow,
} from './wire.ts';

export type TemplateIds = { workspaceId: number; id: number };
export type TemplateFilter = { page: number; query: string };

const TEMPLATES_A_PAGE = 20;

export function templatesQuery(workspaceId: number, { page, query }: TemplateFilter) {
  const parameters = new URLSearchParams({ page: String(page), limit: String(TEMPLATES_A_PAGE) });
  if (query !== '') parameters.set('query', query);
  return queryOptions({
    queryKey: ['templates', workspaceId, page, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call<TemplatePage>(`${listPath(workspaceId)}?${parameters}`, { signal }),
  });
}

export function templateKey({ workspaceId, id }: TemplateIds) {
  return ['template', workspaceId, id] as const;
}

export function templateQuery(ids: TemplateIds) {
  return queryOptions({
    queryKey: templateKey(ids),
    queryFn: ({ signal }) => call<Template>(pathOf(ids), { signal }),
    // Forms and the editor are initialized with it: a refetch would replace input.
    refetchOnWindowFocus: false,
  });
}

/** The forms that the documents bring along. */
export function templateFormsQuery(ids: TemplateIds) {
  return queryOptions({
    queryKey: [...templateKey(ids), 'forms'],
    queryFn: ({ signal }) => call<TemplateForms>(`${pathOf(ids)}/forms`, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** A document with its form as the start of a workflow will leave it. */
export function templatePagesUrl(ids: TemplateIds, documentId: number): string {
  return `${pathOf(ids)}/documents/${documentId}/pages`;
}

export function uploadTemplate(workspaceId: number, options: UploadOptions): Promise<Template> {
  return upload(listPath(workspaceId), options);
}

export function copyWorkflow(
  workspaceId: number,
  json: {
    fromWorkflowId: number;
    name: string;
    placeholders: { recipientId: number; name: string }[];
    askFollowers: boolean;
  },
): Promise<Template> {
  return call(listPath(workspaceId), { method: 'POST', json });
}

export type TemplateChange = {
  name?: string;
  type?: Template['type'];
  senderMessage?: string | null;
  expiryDays?: number;
};

export function updateTemplate(ids: TemplateIds, json: TemplateChange): Promise<Template> {
  return call(pathOf(ids), { method: 'PUT', json });
}

export function deleteTemplate(ids: TemplateIds): Promise<void> {
  return call(pathOf(ids), { method: 'DELETE' });
}

export type NewPlaceholder = {
  id?: number;
  name: string;
  anchorTag?: string | null;
  roles: { id?: number; type: 'sign' | 'review' }[];
};

export function setPlaceholders(
  ids: TemplateIds,
  recipients: readonly NewPlaceholder[],
): Promise<TemplateRecipients> {
  return call(`${pathOf(ids)}/roles`, { method: 'PUT', json: { recipients } });
}

export function setTemplateSteps(
  ids: TemplateIds,
  steps: readonly { type: 'sign' | 'review'; roles: number[] }[],
): Promise<TemplateSteps> {
  return call(`${pathOf(ids)}/steps`, { method: 'PUT', json: { steps } });
}

export function setTemplateFields(ids: TemplateIds, fields: NewFields): Promise<DesignedFields> {
  return call(`${pathOf(ids)}/fields`, { method: 'PUT', json: { fields } });
}

/** The printed places and tags of a document, for its placeholders. */
export function suggestTemplateFields(ids: TemplateIds, documentId: number): Promise<SuggestedFields> {
  return call(`${pathOf(ids)}/documents/${documentId}/suggested-fields`);
}

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

export function saveTemplateFollowers(
  ids: TemplateIds,
  followers: NewTemplateFollower[],
): Promise<TemplateFollower[]> {
  return call(`${pathOf(ids)}/followers`, { method: 'PUT', json: { followers } });
}

/** Who gets copies of the workflows made of it; of those without an address it is asked who they are. */
export function templateFollowersQuery(ids: TemplateIds) {
  return queryOptions({
    queryKey: templateFollowersKey(ids),
    queryFn: ({ signal }) => call<TemplateFollower[]>(`${pathOf(ids)}/followers`, { signal }),
  });
}

export function applyTemplate({ workspaceId, id }: TemplateIds, use: TemplateUse): Promise<Workflow> {
  return call(`/api/v1/cloner/template/${id}/workflow`, { method: 'POST', json: { workspaceId, ...use } });
}

function listPath(workspaceId: number): string {
  return `/api/v1/workspaces/${workspaceId}/templates`;
}

function pathOf({ workspaceId, id }: TemplateIds): string {
  return `${listPath(workspaceId)}/${id}`;
}
