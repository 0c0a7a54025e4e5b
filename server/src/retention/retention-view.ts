import type { RetentionRunItemRow } from '../database/rows.generated.ts';
import { toSeconds } from '../platform/clock.ts';
import type { NamedHold } from './legal-holds.ts';
import type { listPolicyChanges, RetentionEffect } from './policies.ts';
import type { listRunItems, readRunReport } from './read-runs.ts';
import type { OutcomeCount } from './run-store.ts';
import type { readWorkflowRetention } from './workflow-policy.ts';

type Answer<UseCase extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<UseCase>>;

export function viewWorkflowRetention({
  policy,
  retention,
  hold,
  mayChange,
}: Answer<typeof readWorkflowRetention>) {
  const { rule, source, dueAt } = retention;
  return { policy, dueDate: dueAt && toSeconds(dueAt), rule, source, hold, mayChange };
}

export function viewEffect({ workflows, held, oldest, isComplete, dueAt }: RetentionEffect) {
  const [oldestDate, dueDate] = [oldest && toSeconds(oldest), dueAt && toSeconds(dueAt)];
  return { workflows, held, oldestDate, isComplete, dueDate };
}

type RecordedChange = Answer<typeof listPolicyChanges>['records'][number];

export function viewChange({ change, userName, workflowName, templateName }: RecordedChange) {
  return {
    id: change.id,
    workspaceId: change.workspace_id,
    templateId: change.template_id,
    templateName,
    workflowId: change.workflow_id,
    workflowName,
    changedBy: { id: change.changed_by, name: userName, byKey: change.by_key },
    changedDate: toSeconds(change.changed_at),
    before: change.before,
    after: change.after,
  };
}

export function viewRun({ run, outcomes }: Answer<typeof readRunReport>) {
  const byWorkspace = Map.groupBy(outcomes, ({ workspaceId }) => workspaceId);
  return {
    id: run.id,
    kind: run.kind,
    startDate: toSeconds(run.as_of),
    endDate: run.ended_at && toSeconds(run.ended_at),
    examined: run.examined,
    total: run.total,
    ...countsOf(outcomes),
    workspaces: [...byWorkspace].map(([workspaceId, counts]) => ({ workspaceId, ...countsOf(counts) })),
  };
}

function countsOf(counts: readonly OutcomeCount[]) {
  const sum = (outcome: RetentionRunItemRow['outcome']) =>
    counts.filter((each) => each.outcome === outcome).reduce((total, each) => total + each.total, 0);
  return { due: sum('due'), held: sum('held'), failed: sum('failed') };
}

export function viewItem({ item, name }: Answer<typeof listRunItems>['records'][number]) {
  return {
    workflowId: item.workflow_id,
    envelopeId: item.envelope_id,
    name,
    workspaceId: item.workspace_id,
    rule: item.rule,
    dueDate: toSeconds(item.due_at),
    outcome: item.outcome,
    holdId: item.hold_id,
  };
}

export function viewHold({ hold, workflowName }: NamedHold) {
  return {
    id: hold.id,
    workflowId: hold.workflow_id,
    workflowName,
    workspaceId: hold.workspace_id,
    email: hold.email,
    reason: hold.reason,
    placedBy: hold.placed_by,
    placedDate: toSeconds(hold.placed_at),
    liftedBy: hold.lifted_by,
    liftedDate: hold.lifted_at && toSeconds(hold.lifted_at),
  };
}
