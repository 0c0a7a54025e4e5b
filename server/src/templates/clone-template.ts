import {
  checkIdentifications,
  emailKey,
  type FollowerForm,
  fillFields,
  fillFollowers,
  fillTemplate,
  findLevelProblem,
  invalid,
  type LevelFacts,
  moveAnchorTag,
  type PersonForm,
  type Preferences,
  readExpiry,
  readFieldValues,
  readMessage,
  readMetadata,
  readName,
  type SigningLanguage,
  type TemplatePlan,
  type Violations,
  writeMessage,
} from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { Deps } from '../deps.ts';
import { copyAnnexes, type StorableAnnex } from '../files/ingest-annexes.ts';
import { type Caller, requireScope, type Visitor } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { createMissingCharacterFinder } from '../platform/fonts.ts';
import { mergePreferenceChange, readPreferenceChange } from '../workflows/drafts/set-preferences.ts';
import { copyDocuments, prepareCopy } from '../workflows/envelopes/copy-workflow.ts';
import { authorizeNewWorkflow, type PreparedEnvelope } from '../workflows/envelopes/create-envelope.ts';
import { createPlannedEnvelope } from '../workflows/envelopes/create-planned-envelope.ts';
import type { StorableDocument } from '../workflows/envelopes/ingest-document.ts';
import type { PlannedEnvelope } from '../workflows/envelopes/plan-rows.ts';
import { type CheckCallbackUrl, openPreferences, withSecret } from '../workflows/lifecycle/callback.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { requirePermission, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
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
  /** What it is filled in with, by the keys of its fields; `lock` takes that from the signers' hands. */
  values?: unknown;
  lock?: boolean | undefined;
  metadata?: unknown;
  senderMessage?: string | null | undefined;
  expiryDate?: number | undefined;
  preferences?: readonly { name: string; value: unknown }[] | undefined;
  tags?: readonly number[] | undefined;
  followers?: readonly FollowerForm[] | undefined;
  visitor: Visitor;
}

/** What a workflow is made of: a template, or one as it was when a bulk job began. */
export interface CloneSource {
  template: Pick<
    TemplateRecord['template'],
    'expiry_days' | 'id' | 'plan' | 'preferences' | 'sender_message' | 'type' | 'version'
  > & { language?: SigningLanguage | null };
  documents: Parameters<typeof copyDocuments>[1];
  annexes: Parameters<typeof copyAnnexes>[1];
}

/**
 * Creates a workflow from a template: recipients fill its placeholders in order, and everything else is copied. On
 * request it is started as well, all or nothing.
 */
export async function cloneTemplate(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  command: CloneCommand & CloneOrigin,
): Promise<WorkflowRecord> {
  const { templateId, visitor, origin, alongside } = command;
  requireScope(caller, 'templates:read');
  const access = await authorizeTemplate(deps, { caller, operation: 'view', workspaceId: null, templateId });
  requirePermission(access, 'create_workflow_out_of_template');
  const sender = command.hasToBeStarted ? await requireSender(deps, caller) : null;
  // Under its lock, so that its plan and its documents belong together.
  const record = await deps.database.transaction().execute((tx) => lockTemplate(tx, templateId));
  const { template } = record;
  const violations: Violations = {};
  const { type, organization_id: organizationId } = template;
  const facts = await readLevelFactsFor(deps, deps.database, { type, organizationId });
  const checked = checkCloning(deps, { template, facts, command }, violations);
  const preferences = await preferencesOf(deps, caller, { template, command, violations });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const workspace = await authorizeNewWorkflow(deps, caller, command);
  if (workspace.organizationId !== organizationId) {
    throw invalid({ workspaceId: 'Must be a workspace of the same organization as the template.' });
  }
  const tagIds = command.tags ?? [];
  if (tagIds.length > 0) requirePermission(workspace, 'tag_workflow');
  const documents = await copyDocuments(deps, record.documents, unknownTemplate);
  const annexes = await copyAnnexes(deps, record.annexes, unknownTemplate);
  const files = { documents, annexes };
  const planned = planClone(deps, record, { checked, preferences, workspace, files, tagIds, origin });
  return createPlannedEnvelope(deps, { ...planned, caller, visitor, sender, alongside });
}

/** What a room that makes workflows of templates by itself says in their trails, and does in the same transaction. */
interface CloneOrigin {
  origin?: Readonly<Record<string, unknown>>;
  alongside?: Parameters<typeof createPlannedEnvelope>[1]['alongside'];
}

interface CheckedCloning extends ReturnType<typeof readStated> {
  name: string;
  people: ReturnType<typeof fillTemplate>;
  followers: ReturnType<typeof fillFollowers>;
}

/** Checks what a call says against its template. The result must not be used unless `violations` is empty. */
export function checkCloning(
  deps: Pick<Deps, 'clock' | 'config'>,
  { template, facts, command }: Cloning & { facts: LevelFacts },
  violations: Violations,
): CheckedCloning {
  const { type, plan } = template;
  const name = readName(command.name, violations);
  const asked = command.recipients.map((person) => ({
    ...person,
    language: person.language ?? template.language ?? null,
  }));
  const people = fillTemplate(plan, asked, violations);
  const problem = findLevelProblem(type, facts);
  if (problem !== null) violations.type = problem;
  const recipients = people.map((person) => ({
    ...person,
    at: `recipients[${command.recipients.findIndex(({ email }) => emailKey(email ?? '') === person.emailKey)}]`,
    actions: person.roles.map((role) => role.type),
  }));
  checkIdentifications(type, { recipients, facts }, violations);
  const followed = { given: command.followers ?? [], people: placesOf(plan, command.recipients) };
  const followers = fillFollowers(plan.followers ?? [], followed, violations);
  return { ...readStated(deps, { template, command }, violations), name, people, followers };
}

/** The draft of a checked clone, with its stored files. */
export function planClone(
  deps: Pick<Deps, 'clock'>,
  source: CloneSource,
  {
    checked: { name, people, followers, fields, ...stated },
    preferences,
    workspace,
    files,
    tagIds,
    origin = {},
  }: {
    checked: CheckedCloning;
    preferences: Preferences;
    workspace: WorkspaceAccess;
    files: { documents: readonly StorableDocument[]; annexes: readonly StorableAnnex[] };
    tagIds: readonly number[];
    /** For the trail, beside the template. */
    origin?: Readonly<Record<string, unknown>> | undefined;
  },
): { prepared: PreparedEnvelope; planned: PlannedEnvelope } {
  const { template } = source;
  const from = { templateId: template.id, templateVersion: template.version, ...origin };
  const copied = { ...template, ...stated, ...files, preferences, origin: from, name, workspace };
  const planned = { ...plannedOf(source, people), fields, tagIds, followers };
  return { prepared: prepareCopy(deps, copied), planned };
}

/** Whose place each placeholder is. */
function placesOf({ recipients }: TemplatePlan, people: readonly PersonForm[]) {
  return recipients.map(({ id }, index) => ({
    placeholderId: id,
    emailKey: emailKey(people[index]?.email ?? ''),
  }));
}

interface Cloning {
  template: CloneSource['template'];
  command: Pick<
    CloneCommand,
    | ('expiryDate' | 'followers' | 'lock' | 'metadata' | 'name' | 'preferences')
    | ('recipients' | 'senderMessage' | 'values')
  >;
}

/** What the call says of the workflow, and what it leaves to the template. */
function readStated(
  deps: Pick<Deps, 'clock' | 'config'>,
  { template, command }: Cloning,
  violations: Violations,
) {
  const values = readFieldValues(command.values, violations);
  const { lock: isLocked = false, senderMessage, expiryDate } = command;
  const findMissing = createMissingCharacterFinder(deps.config);
  const filling = { values, isLocked, owner: 'template' as const, findMissing };
  const nowSeconds = toSeconds(deps.clock.now());
  const rules = { nowSeconds, expirySecondsMin: deps.config.expirySecondsMin };
  const own = writeMessage({ message: template.sender_message ?? '', name: command.name });
  const message = readMessage(senderMessage === undefined ? own : (senderMessage ?? ''), violations);
  return {
    fields: fillFields(template.plan.fields, filling, violations),
    metadata: readMetadata(command.metadata, violations),
    sender_message: message,
    secondsToSign:
      expiryDate === undefined
        ? template.expiry_days * DAY
        : readExpiry(expiryDate, rules, violations) - nowSeconds,
  };
}

/** Those of the template, changed by those of the call. */
export async function preferencesOf(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { template, command, violations }: Cloning & { violations: Violations },
): Promise<Preferences> {
  const before = openPreferences(deps, { templateId: template.id }, template.preferences);
  if (!command.preferences?.length) return withSecret(deps, before);
  const change = await readPreferenceChange(deps, caller, command.preferences);
  const merged = mergePreferenceChange(before, change);
  Object.assign(violations, merged.violations);
  return withSecret(deps, merged.preferences);
}

function plannedOf(
  { template: { plan }, documents }: CloneSource,
  people: ReturnType<typeof fillTemplate>,
): Omit<PlannedEnvelope, 'fields'> {
  return {
    people: (documentIds) =>
      people.map((person) => ({ ...person, anchorTag: moveAnchorTag(person.anchorTag, documentIds) })),
    steps: plan.steps.map(({ type, actions }) => ({
      type,
      roleIds: actions.map(({ roleId }) => roleId),
      choices: actions.map(({ choice }) => choice),
      witnesses: actions.map(({ witnessOf }) => {
        return witnessOf === undefined ? null : actions.findIndex(({ roleId }) => roleId === witnessOf);
      }),
    })),
    documentIds: documents.map(({ id }) => id),
  };
}
