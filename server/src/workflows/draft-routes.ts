import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { documentForm, type UploadedFile } from '../http/multipart.ts';
import { setSuccessorLink } from '../http/response-headers.ts';
import { asBulkItem, namedBy } from './bulk-item.ts';
import { addDocument, removeDocument } from './drafts/change-documents.ts';
import { setFields } from './drafts/set-fields.ts';
import { addSteps, setRoles, setSteps } from './drafts/set-people.ts';
import { setPreferences } from './drafts/set-preferences.ts';
import { updateWorkflow } from './drafts/update-workflow.ts';
import { createWorkflow } from './envelopes/create-envelope.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { startWorkflow } from './lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside } from './lifecycle/delete-workflow.ts';
import { remindRecipients } from './lifecycle/remind-recipients.ts';
import { getWorkflowAddress, readVisibleWorkflow, type WorkflowRecord } from './reading/read-workflow.ts';
import { viewOneWorkflow } from './reading/view-workflows.ts';
import { viewPlacedFields, viewSteps } from './reading/workflow-view.ts';

export function draftRoutes(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl; releaseBeside: ReleaseBeside },
) {
  const view = ({ workflow }: WorkflowRecord) => viewOneWorkflow(deps, workflow.id);
  const viewPeople = async (record: WorkflowRecord) => (await view(record)).recipients;
  const viewChanged = async (record: WorkflowRecord) => {
    const { id, status, documents } = await view(record);
    return { id, status, documents };
  };
  return {
    createWorkflow: async ({ caller, params, body, visitor }) =>
      view(await createWorkflow(deps, caller, { ...params, ...documentForm(body), visitor })),
    updateWorkflow: async ({ caller, params, body, visitor }) =>
      viewChanged(await updateWorkflow(deps, caller, { ...params, request: body, document: null, visitor })),
    editWorkflow: async ({ caller, params, body, visitor, reply }) => {
      const { values: request, violations } = body;
      const command = { ...params, request, violations, document: documentOf(body), visitor };
      const record = await updateWorkflow(deps, caller, command);
      setSuccessorLink(reply, workflowPath(record));
      return viewChanged(record);
    },
    setRoles: async ({ caller, params, body, visitor }) =>
      viewPeople(await setRoles(deps, caller, { ...params, recipients: body.recipients, visitor })),
    setRolesDirectly: async ({ caller, params, body, visitor, reply }) => {
      const address = await getWorkflowAddress(deps, caller, params.workflowId);
      const record = await setRoles(deps, caller, { ...address, recipients: body.recipients, visitor });
      setSuccessorLink(reply, `${workflowPath(record)}/roles`);
      return viewPeople(record);
    },
    addSteps: async ({ caller, params, body, visitor }) =>
      viewSteps(await addSteps(deps, caller, { ...params, steps: body.steps, visitor })),
    setSteps: async ({ caller, params, body, visitor }) =>
      view(await setSteps(deps, caller, { ...params, steps: body.steps, visitor })),
    setPreferences: ({ caller, params, body, visitor }) =>
      setPreferences(deps, caller, { ...params, preferences: body.preferences, visitor }),
    listFields: async ({ caller, params }) =>
      viewPlacedFields(await readVisibleWorkflow(deps, caller, params)),
    setFields: async ({ caller, params, body, visitor }) =>
      viewPlacedFields(await setFields(deps, caller, { ...params, fields: body.fields, visitor })),
    addDocument: async ({ caller, params, body, visitor }) =>
      view(await addDocument(deps, caller, { ...params, document: documentOf(body), visitor })),
    removeDocument: ({ caller, params, visitor }) => removeDocument(deps, caller, { ...params, visitor }),
    startWorkflow: async ({ caller, params, visitor, request }) => [
      await asBulkItem(namedBy(request, params), async () => {
        await startWorkflow(deps, caller, { ...params, visitor });
      }),
    ],
    remindRecipients: async ({ caller, params, body, visitor }) => {
      const command = { ...params, recipients: body.recipients ?? null, visitor };
      return { link: 'kept' as const, reminders: await remindRecipients(deps, caller, command) };
    },
    deleteWorkflows: async ({ caller, params, body, visitor }) => {
      const items = [];
      for (const { id, workspaceId = params.workspaceId } of body.workflows) {
        const address = { workspaceId, workflowId: id, visitor };
        items.push(await asBulkItem(id, () => deleteWorkflow(deps, caller, address)));
      }
      return items;
    },
  } satisfies Partial<Handlers>;
}

function documentOf({ files }: { files: Record<string, UploadedFile> }): UploadedFile | null {
  return files.document ?? null;
}

function workflowPath({ workflow }: WorkflowRecord): string {
  return `/api/v1/workspaces/${workflow.workspace_id}/workflows/${workflow.id}`;
}
