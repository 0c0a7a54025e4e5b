import type { QuickFieldRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type LinkCall, serveLinkedFile, signFileLink } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { documentForm } from '../http/multipart.ts';
import { asBulkItem, namedBy } from './bulk-item.ts';
import { tagWorkflow } from './drafts/update-workflow.ts';
import { createQuickEnvelope } from './envelopes/create-envelope.ts';
import { createFilledEnvelope } from './envelopes/create-planned-envelope.ts';
import { duplicateWorkflow } from './envelopes/duplicate-workflow.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { changeStatus, moveTime } from './lifecycle/change-status.ts';
import { listWorkflows, WHOLE } from './reading/list-workflows.ts';
import { readStoredDocument, type StoredFileKind } from './reading/read-stored-document.ts';
import { readTimeline } from './reading/read-timeline.ts';
import { authorizeWorkflow, readVisibleEnvelope } from './reading/read-workflow.ts';
import { getViewed, viewOneWorkflow } from './reading/view-workflows.ts';
import { viewListedWorkflow, viewQuickEnvelope, viewWorkflow } from './reading/workflow-view.ts';
import { SUMMARY } from './store/workflow-reading-store.ts';

export function workflowRoutes(deps: Deps & { checkCallbackUrl: CheckCallbackUrl }) {
  const linksOf = (session?: string) =>
    session === '1' ? { ...deps, linkOf: (path: string) => signFileLink(deps, path) } : deps;
  const viewWhole = async (workflowId: number, session?: string) => {
    const viewed = await getViewed(deps.database, workflowId);
    return { ...viewWorkflow(viewed, linksOf(session)), blockedCause: viewed.workflow.blocked_cause };
  };
  const serve =
    (fileKind: StoredFileKind) =>
    ({ params, ...call }: StorageCall) =>
      serveLinkedFile(deps, call, (proof) =>
        readStoredDocument(deps, { ...proof, ...params, version: call.query.version, fileKind }),
      );
  return {
    createQuickEnvelope: ({ caller, body, visitor }) => {
      const { fields, ...request } = body.values;
      const form = { ...documentForm(body), request, visitor };
      return fields === undefined || fields.length === 0
        ? createQuickEnvelope(deps, caller, form)
        : // Each is read whole: what it lacks is among the violations.
          createFilledEnvelope(deps, caller, { ...form, fields: fields as QuickFieldRequest[] });
    },
    readQuickEnvelope: async ({ caller, params, query }) => {
      const { envelopeId } = params;
      const envelope = await readVisibleEnvelope(deps, caller, { envelopeId, sections: SUMMARY });
      return viewQuickEnvelope(envelope, linksOf(query.session));
    },
    listWorkflows: async ({ caller, params, query }) => {
      const { workspaceId } = params;
      const { filters, ...page } = query;
      const { workflows, ...counts } =
        Object.keys(query).length === 0
          ? await listWorkflows(deps, caller, { workspaceId, range: WHOLE })
          : await listWorkflows(deps, caller, { ...page, ...filters, workspaceId });
      return { ...counts, items: workflows.map((each) => viewListedWorkflow(each, deps)) };
    },
    readWorkflow: async ({ caller, params, query }) => {
      await authorizeWorkflow(deps, { ...params, caller, operation: 'view' });
      return viewWhole(params.workflowId, query.session);
    },
    listTimeline: ({ caller, params }) => readTimeline(deps, caller, params),
    cancelWorkflow: async ({ caller, params, visitor, request }) => [
      await asBulkItem(namedBy(request, params), async () => {
        await changeStatus(deps, caller, { ...params, verb: 'cancel', visitor });
      }),
    ],
    moveTime: async ({ caller, params, body, visitor }) => {
      await moveTime(deps, caller, { ...params, ...body, visitor });
      return viewOneWorkflow(deps, params.workflowId);
    },
    retryWorkflow: async ({ caller, params, visitor }) => {
      await changeStatus(deps, caller, { ...params, verb: 'retry', visitor });
      return viewWhole(params.workflowId);
    },
    duplicateWorkflow: async ({ caller, params, visitor }) => {
      const { workflow } = await duplicateWorkflow(deps, caller, { ...params, visitor });
      return viewOneWorkflow(deps, workflow.id);
    },
    setWorkflowTags: ({ caller, params, body, visitor }) =>
      tagWorkflow(deps, caller, { ...params, ...body, visitor }),
    readTemporaryFile: serve('temp'),
    readArchivedFile: serve('archive'),
    readThumb: serve('thumb'),
  } satisfies Partial<Handlers>;
}

type StorageCall = LinkCall & {
  params: { workflowId: number; key: string };
  query: { version?: 'original' | undefined };
};
