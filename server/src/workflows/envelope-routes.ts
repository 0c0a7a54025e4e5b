import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { signFileLink } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { documentForm } from '../http/multipart.ts';
import { asBulkItem } from './bulk-item.ts';
import { addDocument } from './drafts/change-documents.ts';
import { createEnvelope } from './envelopes/create-envelope.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { changeStatus, startWorkflow } from './lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside } from './lifecycle/delete-workflow.ts';
import { listSignedEnvelopes, listWorkflows } from './reading/list-workflows.ts';
import {
  getEnvelopeAddress,
  readVisibleEnvelope,
  unknownEnvelope,
  type WorkflowCall,
  type WorkflowRecord,
} from './reading/read-workflow.ts';
import { getViewed } from './reading/view-workflows.ts';
import { viewEnvelope } from './reading/workflow-view.ts';
import { VIEW } from './store/workflow-reading-store.ts';

export function envelopeRoutes(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl; releaseBeside: ReleaseBeside },
) {
  const view = async ({ workflow }: WorkflowRecord) =>
    viewEnvelope(await getViewed(deps.database, workflow.id), deps);
  const read = (caller: Caller, envelopeId: string) =>
    readVisibleEnvelope(deps, caller, { envelopeId, sections: VIEW });
  /** A workflow deleted concurrently is reported by the id of the request. */
  const act = async <T>(
    { caller, params, visitor }: { caller: Caller; params: { envelopeId: string }; visitor: Visitor },
    change: (command: WorkflowCall) => Promise<T>,
  ): Promise<T> => {
    const address = await getEnvelopeAddress(deps, caller, params.envelopeId);
    try {
      return await change({ ...address, visitor });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND') throw unknownEnvelope();
      throw error;
    }
  };
  return {
    createEnvelope: async ({ caller, body, visitor }) =>
      view(await createEnvelope(deps, caller, { ...documentForm(body), visitor })),
    listEnvelopes: async ({ caller, query }) => {
      const { ids, filters, ...page } = query;
      if (ids !== undefined) {
        const items = [];
        for (const id of readIds(ids)) {
          items.push(await asBulkItem(id, async () => viewEnvelope(await read(caller, id), deps)));
        }
        return items;
      }
      const filter = { ...page, ...filters, workspaceId: null };
      const { workflows, ...counts } = await listWorkflows(deps, caller, filter);
      return { ...counts, items: workflows.map((each) => viewEnvelope(each, deps)) };
    },
    readEnvelope: async ({ caller, params, query }) =>
      viewEnvelope(
        await read(caller, params.envelopeId),
        query.session === '1' ? { ...deps, linkOf: (path) => signFileLink(deps, path) } : deps,
      ),
    addEnvelopeDocument: async ({ body, ...call }) => {
      const document = body.files.document ?? null;
      return view(await act(call, (command) => addDocument(deps, call.caller, { ...command, document })));
    },
    startEnvelope: async (call) =>
      view(await act(call, (command) => startWorkflow(deps, call.caller, command))),
    cancelEnvelope: async (call) =>
      view(await act(call, (command) => changeStatus(deps, call.caller, { ...command, verb: 'cancel' }))),
    listSignedEnvelopes: ({ caller, query }) =>
      listSignedEnvelopes(deps, caller, { page: query.page, limit: query.limit ?? query.limits }),
    deleteEnvelope: (call) => act(call, (command) => deleteWorkflow(deps, call.caller, command)),
  } satisfies Partial<Handlers>;
}

/** One item is answered for each id, so none may be passed over. */
function readIds(ids: string | readonly string[]): readonly string[] {
  const wanted = typeof ids === 'string' ? ids.split(',') : ids;
  if (wanted.length <= LIMITS.pageLimitMax) return wanted;
  throw invalid({ ids: `At most ${LIMITS.pageLimitMax} at once; ask for the rest in another call.` });
}
