import {
  checkIdentifications,
  emailKey,
  fillTemplate,
  findLevelProblem,
  invalid,
  moveAnchorTag,
  type PersonForm,
  readName,
  type Violations,
} from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { Deps } from '../deps.ts';
import { type Caller, requireScope, type Visitor } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { copyDocuments } from '../workflows/envelopes/copy-parts.ts';
import { authorizeNewWorkflow, type PreparedEnvelope } from '../workflows/envelopes/create-envelope.ts';
import {
  insertPlannedEnvelope,
  type PlannedEnvelope,
} from '../workflows/envelopes/insert-planned-envelope.ts';
import { openPreferences, withSecret } from '../workflows/lifecycle/callback.ts';
import { discardDraft } from '../workflows/lifecycle/delete-workflow.ts';
import { startDraft } from '../workflows/lifecycle/start-draft.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { requirePermission } from '../workspaces/workspace-access.ts';
import { lockTemplate } from './change-template.ts';
import { authorizeTemplate, notFound } from './read-template.ts';
import type { TemplateRecord } from './template-store.ts';

const DAY = 86_400;

export interface CloneCommand {
  templateId: number;
  workspaceId: number;
  name: string;
  recipients: readonly PersonForm[];
  hasToBeStarted?: boolean | undefined;
  visitor: Visitor;
}

/**
 * Creates a workflow from a template: recipients fill its placeholders in order, and everything else is copied. On
 * request it is started as well, all or nothing.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`, `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `VALIDATION_ERROR` naming every problem, and those of `startDraft`
 */
export async function cloneTemplate(
  deps: Deps,
  caller: Caller,
  command: CloneCommand,
): Promise<WorkflowRecord> {
  const { templateId, visitor } = command;
  requireScope(caller, 'templates:read');
  const access = await authorizeTemplate(deps, { caller, operation: 'view', workspaceId: null, templateId });
  requirePermission(access, 'create_workflow_out_of_template');
  const sender = command.hasToBeStarted ? await requireSender(deps, caller) : null;
  // Under its lock, so that its plan and its documents belong together.
  const template = await deps.database.transaction().execute((tx) => lockTemplate(tx, templateId));
  const violations: Violations = {};
  const name = readName(command.name, violations);
  const { type, organization_id: organizationId } = template.template;
  const facts = await readLevelFactsFor(deps, deps.database, { type, organizationId });
  const people = fillTemplate(template.template.plan, command.recipients, violations);
  const problem = findLevelProblem(type, facts);
  if (problem !== null) violations.type = problem;
  const recipients = people.map((person) => ({
    ...person,
    at: `recipients[${command.recipients.findIndex(({ email }) => emailKey(email ?? '') === person.emailKey)}]`,
    actions: person.roles.map((role) => role.type),
  }));
  checkIdentifications(type, { recipients, facts }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const workspace = await authorizeNewWorkflow(deps, caller, command.workspaceId);
  if (workspace.organizationId !== template.template.organization_id) {
    throw invalid({ workspaceId: 'Must be a workspace of the same organization as the template.' });
  }
  const documents = await copyDocuments(deps, template.documents, notFound);
  const prepared = prepareClone(deps, template, { name, workspace, documents });
  const planned = plannedOf(template, people);
  const { record, actor } = await deps.database
    .transaction()
    .execute((tx) => insertPlannedEnvelope(tx, deps, { prepared, planned, caller, visitor }));
  if (sender === null) return record;
  const workflowId = record.workflow.id;
  return startDraft(deps, workflowId, { sender, actorIn: async () => actor }).catch(
    async (error: unknown) => {
      await discardDraft(deps, workflowId);
      throw error;
    },
  );
}

function prepareClone(
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  { template }: TemplateRecord,
  about: Pick<PreparedEnvelope, 'workspace'> & {
    name: string;
    documents: readonly PreparedEnvelope['documents'][number]['ingested'][];
  },
): PreparedEnvelope {
  return {
    draft: {
      name: about.name,
      type: template.type,
      expiresAtSeconds: toSeconds(deps.clock.now()) + template.expiry_days * DAY,
      steps: [],
      preferences: withSecret(deps, openPreferences(deps, { templateId: template.id }, template.preferences)),
      metadata: {},
      workspaceId: about.workspace.workspaceId,
      senderName: null,
      senderMessage: template.sender_message,
    },
    scheduledStartAt: null,
    workspace: about.workspace,
    documents: about.documents.map((ingested) => ({ ingested, fields: [] })),
    origin: { templateId: template.id, templateVersion: template.version },
  };
}

function plannedOf(
  { template: { plan }, documents }: TemplateRecord,
  people: ReturnType<typeof fillTemplate>,
): PlannedEnvelope {
  return {
    people: (documentIds) =>
      people.map((person) => ({ ...person, anchorTag: moveAnchorTag(person.anchorTag, documentIds) })),
    steps: plan.steps.map(({ type, actions }) => ({ type, roleIds: actions.map(({ roleId }) => roleId) })),
    fields: plan.fields,
    documentIds: documents.map(({ id }) => id),
  };
}
