import type { Deps } from '../deps.ts';
import { serveFile } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { toSeconds } from '../platform/clock.ts';
import type { StoredFieldBlock } from './field-block-store.ts';
import { createFieldBlock, deleteFieldBlock, listFieldBlocks, updateFieldBlock } from './field-blocks.ts';
import type { StoredMessageTemplate } from './message-template-store.ts';
import {
  createMessageTemplate,
  deleteMessageTemplate,
  listMessageTemplates,
  updateMessageTemplate,
} from './message-templates.ts';
import {
  addUnfinishedFile,
  deleteUnfinishedDocument,
  readUnfinishedDocument,
  readUnfinishedFile,
  saveUnfinishedDocument,
} from './unfinished-document.ts';

export function sendingRoutes(deps: Deps) {
  return {
    readUnfinishedDocument: ({ caller }) => readUnfinishedDocument(deps, caller),
    saveUnfinishedDocument: ({ caller, body }) => saveUnfinishedDocument(deps, caller, body),
    deleteUnfinishedDocument: ({ caller, query }) => deleteUnfinishedDocument(deps, caller, query.version),
    addUnfinishedFile: ({ caller, body }) => addUnfinishedFile(deps, caller, body.files.document ?? null),
    readUnfinishedFile: async (call) => {
      const { unfinishedFileId } = call.params;
      return serveFile(deps, call, await readUnfinishedFile(deps, call.caller, unfinishedFileId));
    },
    listMessageTemplates: async ({ caller, params, query }) =>
      viewPage(await listMessageTemplates(deps, caller, { ...params, ...query }), viewMessage),
    createMessageTemplate: async ({ caller, params, body }) =>
      viewMessage(await createMessageTemplate(deps, caller, { ...params, ...body })),
    updateMessageTemplate: async ({ caller, params, body }) =>
      viewMessage(await updateMessageTemplate(deps, caller, { ...params, ...body })),
    deleteMessageTemplate: ({ caller, params }) => deleteMessageTemplate(deps, caller, params),
    listFieldBlocks: async ({ caller, params, query }) =>
      viewPage(await listFieldBlocks(deps, caller, { ...params, ...query }), viewBlock),
    createFieldBlock: async ({ caller, params, body }) =>
      viewBlock(await createFieldBlock(deps, caller, { ...params, ...body })),
    updateFieldBlock: async ({ caller, params, body }) =>
      viewBlock(await updateFieldBlock(deps, caller, { ...params, ...body })),
    deleteFieldBlock: ({ caller, params }) => deleteFieldBlock(deps, caller, params),
  } satisfies Partial<Handlers>;
}

function viewBlock({ id, name, fields, changed_at: changedAt }: StoredFieldBlock) {
  return { id, name, fields: [...fields], changeDate: toSeconds(changedAt) };
}

function viewMessage({ id, name, body, changed_at: changedAt }: StoredMessageTemplate) {
  return { id, name, text: body, changeDate: toSeconds(changedAt) };
}
