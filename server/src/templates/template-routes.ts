import { Readable } from 'node:stream';
import { describeCloning, type StepRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import {
  type LinkCall,
  serveLinkedFile,
  serveMade,
  serveStoredFile,
  signFileLink,
} from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { documentForm } from '../http/multipart.ts';
import { viewPage } from '../http/pages.ts';
import type { CheckCallbackUrl } from '../workflows/lifecycle/callback.ts';
import { viewFields, viewOneWorkflow } from '../workflows/reading/view-workflows.ts';
import {
  addTemplateDocument,
  changeTemplateSteps,
  deleteTemplate,
  removeTemplateDocument,
  setTemplateFields,
  setTemplateFollowers,
  setTemplateRoles,
} from './change-template.ts';
import { cloneTemplate } from './clone-template.ts';
import { createTemplate } from './create-template.ts';
import { exportAnswers } from './export-answers.ts';
import {
  listTemplateForms,
  listTemplateSuggestions,
  listTemplates,
  readTemplateFile,
  readTemplatePages,
  readVisibleTemplate,
} from './read-template.ts';
import { templateAnnexRoutes } from './template-annexes.ts';
import { readTemplateReminders, updateTemplateReminders } from './template-reminders.ts';
import type { TemplateRecord } from './template-store.ts';
import {
  loadTemplateViewData,
  viewPlaceholders,
  viewTemplate,
  viewTemplateFollowers,
  viewTemplateSteps,
  viewWholeTemplate,
} from './template-view.ts';
import { setTemplatePreferences, tagTemplate, updateTemplate } from './update-template.ts';

export function templateRoutes(deps: Deps & { checkCallbackUrl: CheckCallbackUrl }) {
  const view = (record: TemplateRecord) => viewWholeTemplate(deps, record);
  const serve =
    (fileKind: 'doc' | 'thumb') =>
    ({ params, ...call }: StorageCall) => {
      const version = call.query.version;
      return serveLinkedFile(deps, call, (proof) =>
        readTemplateFile(deps, { ...proof, ...params, fileKind, version }),
      );
    };
  const changeSteps = (how: 'add' | 'set') => async (call: StepsCall) => {
    const { template } = await changeTemplateSteps(deps, call.caller, { ...call.params, ...call.body, how });
    return viewTemplateSteps(template.plan);
  };
  return {
    cloneTemplate: async ({ caller, params, body, visitor }) => {
      const { workflow } = await cloneTemplate(deps, caller, { ...params, ...body, visitor });
      return viewOneWorkflow(deps, workflow.id);
    },
    listTemplates: async ({ caller, params, query }) => {
      const page = await listTemplates(deps, caller, { ...query, ...params });
      const related = await loadTemplateViewData(deps.database, deps, page.records);
      return viewPage(page, (template) => viewTemplate(template, related));
    },
    createTemplate: async ({ caller, params, body }) =>
      view(await createTemplate(deps, caller, { ...params, ...documentForm(body) })),
    readTemplate: async ({ caller, params, query }) => {
      const record = await readVisibleTemplate(deps, caller, params);
      return query.session === '1'
        ? viewWholeTemplate(deps, record, (path) => signFileLink(deps, path))
        : view(record);
    },
    readTemplateSchema: async ({ caller, params }) =>
      describeCloning((await readVisibleTemplate(deps, caller, params)).template),
    updateTemplate: async ({ caller, params, body }) =>
      view(await updateTemplate(deps, caller, { ...params, request: body })),
    deleteTemplate: ({ caller, params }) => deleteTemplate(deps, caller, params),
    setTemplateRoles: async ({ caller, params, body }) =>
      viewPlaceholders((await setTemplateRoles(deps, caller, { ...params, ...body })).template.plan),
    addTemplateSteps: changeSteps('add'),
    setTemplateSteps: changeSteps('set'),
    setTemplatePreferences: ({ caller, params, body }) =>
      setTemplatePreferences(deps, caller, { ...params, ...body }),
    listTemplateFields: async ({ caller, params }) =>
      viewFields((await readVisibleTemplate(deps, caller, params)).template.plan.fields),
    listTemplateFollowers: async ({ caller, params }) =>
      viewTemplateFollowers((await readVisibleTemplate(deps, caller, params)).template.plan),
    setTemplateFollowers: async ({ caller, params, body }) =>
      viewTemplateFollowers((await setTemplateFollowers(deps, caller, { ...params, ...body })).template.plan),
    readTemplateReminders: ({ caller, params }) => readTemplateReminders(deps, caller, params),
    updateTemplateReminders: ({ caller, params, body }) =>
      updateTemplateReminders(deps, caller, { ...params, ...body }),
    setTemplateFields: async ({ caller, params, body }) =>
      viewFields((await setTemplateFields(deps, caller, { ...params, ...body })).template.plan.fields),
    listTemplateSuggestions: ({ caller, params }) => listTemplateSuggestions(deps, caller, params),
    listTemplateForms: ({ caller, params }) => listTemplateForms(deps, caller, params),
    readTemplatePages: async ({ request, caller, params }) => {
      const { name, ...file } = await readTemplatePages(deps, caller, params);
      return serveStoredFile(deps, request, { ...file, fileName: name, disposition: 'inline' });
    },
    addTemplateDocument: async ({ caller, params, body }) =>
      view(await addTemplateDocument(deps, caller, { ...params, document: body.files.document ?? null })),
    removeTemplateDocument: ({ caller, params }) => removeTemplateDocument(deps, caller, params),
    setTemplateTags: ({ caller, params, body }) => tagTemplate(deps, caller, { ...params, ...body }),
    ...templateAnnexRoutes(deps),
    ...answerRoutes(deps),
    readTemplateFile: serve('doc'),
    readTemplateThumb: serve('thumb'),
  } satisfies Partial<Handlers>;
}

function answerRoutes(deps: Deps) {
  return {
    exportAnswers: async ({ caller, params, query: { filters, format = 'csv', ...query } }) => {
      const command = { ...query, ...filters, ...params, format };
      const { type, fileName, lines } = await exportAnswers(deps, caller, command);
      return serveMade(type, { fileName, content: Readable.from(lines, { objectMode: false }) });
    },
  } satisfies Partial<Handlers>;
}

interface StepsCall {
  params: { workspaceId: number; templateId: number };
  body: { steps: readonly StepRequest[] };
  caller: Caller;
}

type StorageCall = LinkCall & {
  params: { templateId: number; key: string };
  query: { version?: 'original' | 'source' | undefined };
};
