import { may, NEW_TEMPLATE, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type Caller, requireScope } from '../http/caller.ts';
import { copyDocuments, pairIds } from '../workflows/envelopes/copy-parts.ts';
import { withNewSecret } from '../workflows/lifecycle/callback.ts';
import { getWorkflowAddress, readVisibleWorkflow } from '../workflows/reading/read-workflow.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { type CopyCommand, readCopiedHead, requireSameOrganization } from './copy-template.ts';
import { insertTemplate } from './insert-template.ts';
import { planFromWorkflow } from './plan-from-workflow.ts';
import { notAllowed, type TemplateRecord } from './read-template.ts';

/**
 * Makes a template out of a workflow, whatever became of it: of what was sent, not of what was answered.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `VALIDATION_ERROR`
 */
export async function copyWorkflow(
  deps: Deps,
  caller: Caller,
  { access, sourceId, request }: CopyCommand,
): Promise<TemplateRecord> {
  requireScope(caller, 'workflows:read');
  const address = await getWorkflowAddress(deps, caller, sourceId);
  const record = await readVisibleWorkflow(deps, caller, address);
  const sourceAccess = await findWorkspaceAccess(deps.database, caller, address.workspaceId);
  if (!sourceAccess || !may(sourceAccess, 'create_template_out_of_workflow')) throw notAllowed();
  const { workflow } = record;
  requireSameOrganization(access, workflow.organization_id);
  const { name, type, sender_message: senderMessage } = workflow;
  const head = readCopiedHead(deps, { ...NEW_TEMPLATE, name, type, senderMessage }, request);
  const documents = await copyDocuments(deps, record.documents, noWorkflow);
  return deps.database.transaction().execute((tx) =>
    insertTemplate(tx, deps, {
      access,
      head,
      preferences: withNewSecret(deps, workflow.preferences),
      documents,
      planFor: (ids) => planFromWorkflow(record, pairIds(record.documents, ids)),
    }),
  );
}

function noWorkflow(): Refusal {
  return new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow in this workspace.');
}
