import { assertPresent, emailKey, invalid, isEmail, LIMITS, Refusal } from '@paraph/domain';
import type { EventActor } from '../database/column-types.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import {
  findHoldRow,
  insertHold,
  liftHoldRow,
  listActiveHolds,
  listHoldRows,
  lockHolds,
  type StoredHold,
} from '../holds/api.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { PageRequest } from '../http/pages.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { findEnding, lockWorkflowRow, readWorkflowNames } from '../workflows/api.ts';
import { actorOf, recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { requireWorkspace } from './policies.ts';
import { requireWorkflowOf } from './workflow-policy.ts';

export interface NewHold {
  reason: string;
  workflowId?: number | null | undefined;
  workspaceId?: number | null | undefined;
  email?: string | null | undefined;
}

type HoldDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

/** The holds of an organization, those in force first. */
export async function listHolds(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: OrganizationChoice & PageRequest,
) {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const page = await listHoldRows(database, organizationId, query);
  return { ...page, records: await withNames(database, page.records) };
}

export interface NamedHold {
  hold: StoredHold;
  /** Null where it keeps more than one workflow, or the workflow is erased. */
  workflowName: string | null;
}

async function nameOne(reads: Reads, hold: StoredHold): Promise<NamedHold> {
  return assertPresent((await withNames(reads, [hold]))[0], 'the hold');
}

async function withNames(reads: Reads, holds: readonly StoredHold[]): Promise<NamedHold[]> {
  const ids = holds.flatMap((hold) => hold.workflow_id ?? []);
  const names = await readWorkflowNames(reads, ids);
  return holds.map((hold) => ({ hold, workflowName: names.get(hold.workflow_id ?? 0) ?? null }));
}

/** Keeps a workflow, a whole workspace, or all that a person sent or received in the organization. */
export async function placeHold(
  deps: HoldDeps,
  caller: Caller,
  { hold, visitor, ...choice }: OrganizationChoice & { hold: NewHold; visitor: Visitor },
): Promise<NamedHold> {
  const { organizationId } = await requireAdministrator(deps.database, caller, choice.organizationId);
  const target = checkTarget(hold);
  return deps.database.transaction().execute(async (tx) => {
    // Before the holds: those who erase lock in this order.
    if (target.workflow_id !== null) await lockWorkflowRow(tx, target.workflow_id);
    await lockHolds(tx, organizationId);
    if (target.workflow_id !== null) await requireWorkflowOf(tx, organizationId, target.workflow_id);
    await requireWorkspace(tx, organizationId, target.workspace_id);
    if ((await listActiveHolds(tx, organizationId)).length >= LIMITS.holdsMax)
      throw invalid({ reason: `There are ${LIMITS.holdsMax} holds in force; lift one that is over first.` });
    const actor = await actorOf(tx, caller, visitor);
    const stored = await insertHold(tx, {
      organization_id: organizationId,
      ...target,
      reason: hold.reason.trim(),
      placed_at: deps.clock.now(),
      placed_by: JSON.stringify(nameOf(actor)),
    });
    await record(tx, deps, { name: 'hold.placed', hold: stored, actor });
    return nameOne(tx, stored);
  });
}

/** Ends a hold, which stays on record. From the next run on, what is due is erased. */
export async function liftHold(
  deps: HoldDeps,
  caller: Caller,
  { holdId, visitor, ...choice }: OrganizationChoice & { holdId: number; visitor: Visitor },
): Promise<NamedHold> {
  const { organizationId } = await requireAdministrator(deps.database, caller, choice.organizationId);
  return deps.database.transaction().execute(async (tx) => {
    const before = await findHoldRow(tx, { organizationId, holdId });
    if (!before) throw new Refusal('NOT_FOUND', 'There is no such hold in this organization.');
    if (before.workflow_id !== null) await lockWorkflowRow(tx, before.workflow_id);
    await lockHolds(tx, organizationId);
    const actor = await actorOf(tx, caller, visitor);
    const now = deps.clock.now();
    const lifted = await liftHoldRow(tx, { organizationId, holdId }, { now, actor: nameOf(actor) });
    // Lifted already: the answer is the same.
    if (!lifted)
      return nameOne(tx, assertPresent(await findHoldRow(tx, { organizationId, holdId }), 'the hold'));
    await record(tx, deps, { name: 'hold.lifted', hold: lifted, actor });
    return nameOne(tx, lifted);
  });
}

type Target = Pick<StoredHold, 'workflow_id' | 'workspace_id' | 'email' | 'email_key'>;

function checkTarget({ reason, workflowId, workspaceId, email }: NewHold): Target {
  const named = [workflowId, workspaceId, email].filter((each) => each !== undefined && each !== null);
  const address = email?.trim() ?? null;
  const violations = {
    ...(reason.trim() === '' ? { reason: 'Must say why, so that others can decide when it is over.' } : {}),
    ...(named.length === 1 ? {} : { email: 'Name one of workflowId, workspaceId and email, and only one.' }),
    ...(address === null || isEmail(address) ? {} : { email: 'Must be an email address.' }),
  };
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return {
    workflow_id: workflowId ?? null,
    workspace_id: workspaceId ?? null,
    email: address,
    email_key: address === null ? null : emailKey(address),
  };
}

function nameOf({ id, name }: EventActor): { id: number; name: string } {
  return { id: assertPresent(id, 'the id of a user'), name: name ?? '' };
}

/** In the record of the organization, and in the history of a workflow where it keeps one. */
async function record(
  tx: Tx,
  deps: HoldDeps,
  { name, hold, actor }: { name: 'hold.placed' | 'hold.lifted'; hold: StoredHold; actor: EventActor },
): Promise<void> {
  const { workflow_id: workflowId, workspace_id: workspaceId, id, reason } = hold;
  await recordOrganizationEvent(tx, {
    ...{ organizationId: hold.organization_id, actorId: actor.id, now: deps.clock.now() },
    name: name === 'hold.placed' ? 'retention.hold_placed' : 'retention.hold_lifted',
    detail: {
      holdId: id,
      ...(workflowId === null ? {} : { workflowId }),
      ...(workspaceId === null ? {} : { workspaceId }),
    },
  });
  if (workflowId === null || !(await findEnding(tx, workflowId))) return;
  await recordWorkflowEvents(tx, deps, {
    workflowId,
    events: [{ name, actor, detail: { hold: id, cause: reason } }],
  });
}
