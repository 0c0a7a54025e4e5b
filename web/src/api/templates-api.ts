import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type UploadOptions, upload } from './call.ts';
import type {
  DesignedFields,
  NewFields,
  Template,
  TemplatePage,
  TemplateRecipients,
  TemplateSteps,
  Workflow,
} from './wire.ts';

export type TemplatePlace = { workspaceId: number; id: number };
export type TemplateFilter = { page: number; query: string };

export const TEMPLATES_A_PAGE = 20;

export function templatesQuery(workspaceId: number, { page, query }: TemplateFilter) {
  const parameters = new URLSearchParams({ page: String(page), limit: String(TEMPLATES_A_PAGE) });
  if (query !== '') parameters.set('query', query);
  return queryOptions({
    queryKey: ['templates', workspaceId, page, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call<TemplatePage>(`${listPath(workspaceId)}?${parameters}`, { signal }),
  });
}

export function templateKey({ workspaceId, id }: TemplatePlace) {
  return ['template', workspaceId, id] as const;
}

export function templateQuery(place: TemplatePlace) {
  return queryOptions({
    queryKey: templateKey(place),
    queryFn: ({ signal }) => call<Template>(pathOf(place), { signal }),
    // Forms and the editor are initialized with it: a refetch would replace input.
    refetchOnWindowFocus: false,
  });
}

export function uploadTemplate(workspaceId: number, options: UploadOptions): Promise<Template> {
  return upload(listPath(workspaceId), options);
}

export function copyWorkflow(
  workspaceId: number,
  json: { fromWorkflowId: number; name: string },
): Promise<Template> {
  return call(listPath(workspaceId), { method: 'POST', json });
}

export type TemplateChange = { name?: string; senderMessage?: string | null; expiryDays?: number };

export function updateTemplate(place: TemplatePlace, json: TemplateChange): Promise<Template> {
  return call(pathOf(place), { method: 'PUT', json });
}

export function deleteTemplate(place: TemplatePlace): Promise<void> {
  return call(pathOf(place), { method: 'DELETE' });
}

export type NewPlaceholder = {
  id?: number;
  name: string;
  anchorTag?: string | null;
  roles: { id?: number; type: 'sign' | 'review' }[];
};

export function setPlaceholders(
  place: TemplatePlace,
  recipients: readonly NewPlaceholder[],
): Promise<TemplateRecipients> {
  return call(`${pathOf(place)}/roles`, { method: 'PUT', json: { recipients } });
}

export function setTemplateSteps(
  place: TemplatePlace,
  steps: readonly { type: 'sign' | 'review'; roles: number[] }[],
): Promise<TemplateSteps> {
  return call(`${pathOf(place)}/steps`, { method: 'PUT', json: { steps } });
}

export function setTemplateFields(place: TemplatePlace, fields: NewFields): Promise<DesignedFields> {
  return call(`${pathOf(place)}/fields`, { method: 'PUT', json: { fields } });
}

export type TemplateUse = {
  name: string;
  recipients: { name: string; email: string }[];
  hasToBeStarted: boolean;
};

export function applyTemplate({ workspaceId, id }: TemplatePlace, use: TemplateUse): Promise<Workflow> {
  return call(`/api/v1/cloner/template/${id}/workflow`, { method: 'POST', json: { workspaceId, ...use } });
}

function listPath(workspaceId: number): string {
  return `/api/v1/workspaces/${workspaceId}/templates`;
}

function pathOf({ workspaceId, id }: TemplatePlace): string {
  return `${listPath(workspaceId)}/${id}`;
}
