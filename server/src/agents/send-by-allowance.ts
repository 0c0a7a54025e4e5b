import { type AgentDraft, findAllowanceProblem, Refusal, writeMessage } from '@paraph/domain';
import { listNamesakesAmong, readUserNames } from '../accounts/api.ts';
import { listEvents } from '../audit/api.ts';
import { listNamesakes } from '../contacts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { listTemplatesIn } from '../templates/api.ts';
import { startWorkflow } from '../workflows/lifecycle/change-status.ts';
import {
  readVisibleWorkflow,
  type WorkflowAddress,
  type WorkflowRecord,
} from '../workflows/reading/read-workflow.ts';
import { listJoinedUsers } from '../workspaces/api.ts';
import { requireMembership } from '../workspaces/organization-access.ts';
import { countUse, dayOf, findAllowance, type StoredAllowance } from './allowance-store.ts';
import type { ToolCall } from './tool.ts';

/** Why a person decides, although there is an allowance. */
class Uncovered extends Error {}

interface Sending {
  address: WorkflowAddress;
  organizationId: number;
}

/**
 * Sends a draft at once where the organization lets agents do it by themselves; else says why a person decides. All
 * that covers it is looked at again under the lock of the draft and of the allowance, with the count of the day: a
 * draft, a template or a setting that changes meanwhile, and a call beside this one, find it closed.
 *
 * @returns null once it is sent
 * @throws Refusal as `startWorkflow` does
 */
export async function sendByAllowance(
  call: ToolCall,
  { address, organizationId }: Sending,
): Promise<string | null> {
  const { deps, caller, visitor } = call;
  const { database, clock } = deps;
  const allowance = await findAllowance(database, organizationId);
  if (!allowance || allowance.daily_cap === 0)
    return 'This organization lets agents send nothing by themselves.';
  const record = await readVisibleWorkflow(deps, caller, address);
  const problem = await findProblem(database, { call, organizationId, allowance, record });
  if (problem !== null) return problem;
  const facts = await nameAllowance(database, { call, organizationId, allowance });
  const agent = { ...(caller.agent ?? { name: '', clientId: null }), allowance: facts };
  const inspect = async (tx: Tx, locked: WorkflowRecord) => {
    if (!(await countUse(tx, { organizationId, day: dayOf(clock.now()) })))
      throw new Uncovered('As many as the organization allows were sent today; a person can send more.');
    const now = await findAllowance(tx, organizationId);
    const late = now && (await findProblem(tx, { call, organizationId, allowance: now, record: locked }));
    if (late !== null) throw new Uncovered(late);
    if (now?.set_by !== allowance.set_by)
      throw new Uncovered('What agents may send was changed in this moment.');
  };
  try {
    await startWorkflow(deps, { ...caller, agent }, { ...address, visitor, inspect });
    return null;
  } catch (error) {
    if (error instanceof Uncovered) return error.message;
    throw error;
  }
}

interface Asked {
  call: ToolCall;
  organizationId: number;
  allowance: StoredAllowance;
  record: WorkflowRecord;
}

async function findProblem(
  reads: Reads,
  { call, organizationId, allowance, record }: Asked,
): Promise<string | null> {
  const { versions, domains } = allowance;
  const isVouchedFor = await isAdministrator(reads, { userId: allowance.set_by, organizationId });
  const draft = await describeDraft(reads, { call, organizationId, record });
  return findAllowanceProblem({ versions, domains, isVouchedFor }, draft);
}

async function isAdministrator(
  reads: Reads,
  { userId, organizationId }: { userId: number | null; organizationId: number },
): Promise<boolean> {
  if (userId === null) return false;
  const member = await requireMembership(reads, { userId, organizationId: null }, organizationId).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    },
  );
  return member?.administrator === true;
}

async function describeDraft(
  reads: Reads,
  { call, organizationId, record }: Omit<Asked, 'allowance'>,
): Promise<AgentDraft> {
  const { workflow, recipients, followers } = record;
  const [created, ...later] = await listEvents(reads, workflow.id);
  const { templateId, templateVersion } = created?.detail ?? {};
  const [template] = await listTemplatesIn(reads, { organizationId, ids: [Number(templateId ?? 0)] });
  const actor = created?.actor;
  const isOwn = actor?.agent !== undefined && actor.id === call.caller.userId;
  const people = recipients.map(({ name, email }) => ({ name, email }));
  return {
    name: workflow.name,
    message: workflow.sender_message,
    isUntouched: isOwn && created?.name === 'workflow.created' && later.length === 0,
    template: template
      ? {
          ...template,
          usedVersion: Number(templateVersion),
          message: writeMessage({ message: template.message ?? '', name: template.name }) || null,
        }
      : null,
    people,
    followers: followers.map(({ name, email }) => ({ name, email })),
    known: [
      ...(await listNamesakes(reads, { workspaceId: workflow.workspace_id, people })),
      ...(await listNamesakesAmong(reads, { userIds: await listMembers(reads, organizationId), people })),
    ],
  };
}

const MEMBERS_MAX = 100_000;

function listMembers(reads: Reads, organizationId: number): Promise<number[]> {
  return listJoinedUsers(reads, { organizationId, after: 0, limit: MEMBERS_MAX });
}

/** As the trail keeps it. */
async function nameAllowance(
  reads: Reads,
  { call, organizationId, allowance: { set_by: setBy } }: Omit<Asked, 'record'>,
) {
  const { organizationName } = await requireMembership(reads, call.caller, organizationId);
  const names = await readUserNames(reads, setBy === null ? [] : [setBy]);
  return { organization: organizationName, setBy: (setBy === null ? null : names.get(setBy)?.name) ?? '' };
}
