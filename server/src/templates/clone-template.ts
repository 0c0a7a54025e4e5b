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
import { copyDocuments, prepareCopy } from '../workflows/envelopes/copy-workflow.ts';
import { authorizeNewWorkflow } from '../workflows/envelopes/create-envelope.ts';
import {
  createPlannedEnvelope,
  type PlannedEnvelope,
} from '../workflows/envelopes/create-planned-envelope.ts';
import { openPreferences, withSecret } from '../workflows/lifecycle/callback.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { requirePermission } from '../workspaces/workspace-access.ts';
import { lockTemplate } from './change-template.ts';
import { authorizeTemplate, unknownTemplate } from './read-template.ts';
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
  const record = await deps.database.transaction().execute((tx) => lockTemplate(tx, templateId));
  const { template } = record;
  const violations: Violations = {};
  const name = readName(command.name, violations);
  const { type, organization_id: organizationId } = template;
  const facts = await readLevelFactsFor(deps, deps.database, { type, organizationId });
  const people = fillTemplate(template.plan, command.recipients, violations);
  const problem = findLevelProblem(type, facts);
  if (problem !== null) violations.type = problem;
  const recipients = people.map((person) => ({
    ...person,
    at: `recipients[${command.recipients.findIndex(({ email }) => emailKey(email ?? '') === person.emailKey)}]`,
    actions: person.roles.map((role) => role.type),
  }));
  checkIdentifications(type, { recipients, facts }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const workspace = await authorizeNewWorkflow(deps, caller, command);
  if (workspace.organizationId !== organizationId) {
    throw invalid({ workspaceId: 'Must be a workspace of the same organization as the template.' });
  }
  const documents = await copyDocuments(deps, record.documents, unknownTemplate);
  const copied = { ...template, ...copiedFrom(deps, template), name, workspace, documents };
  const prepared = prepareCopy(deps, copied);
  const planned = plannedOf(record, people);
  return createPlannedEnvelope(deps, { prepared, planned, caller, visitor, sender });
}

function copiedFrom(deps: Pick<Deps, 'ids' | 'vault'>, template: TemplateRecord['template']) {
  const { id: templateId, version: templateVersion } = template;
  return {
    preferences: withSecret(deps, openPreferences(deps, { templateId }, template.preferences)),
    secondsToSign: template.expiry_days * DAY,
    origin: { templateId, templateVersion },
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
