import type { EventName } from './event.ts';
import type { WorkflowStatus } from './workflow.ts';

/** What becomes of a file that an organization has sealed without people (interface.md §5.7). */
export const SEAL_STATUSES = ['pending', 'completed', 'failed'] as const;
export type SealStatus = (typeof SEAL_STATUSES)[number];

/** A seal is a workflow without people, which begins where all of them would have acted. */
const STATUSES: Readonly<Record<SealStatus, readonly WorkflowStatus[]>> = {
  pending: ['approved', 'to_be_archived'],
  completed: ['signed'],
  failed: ['blocked'],
};

export function sealStatusOf(status: WorkflowStatus): SealStatus {
  return SEAL_STATUSES.find((each) => STATUSES[each].includes(status)) ?? 'pending';
}

export function workflowStatusesOf(status: SealStatus): readonly WorkflowStatus[] {
  return STATUSES[status];
}

/** Its end has a name of its own: who listens to workflows is not told of each payslip. */
const EVENTS: Readonly<Partial<Record<EventName, EventName>>> = {
  'workflow.signed': 'seal.completed',
  'workflow.blocked': 'seal.failed',
};

export function sealEventOf(name: EventName): EventName {
  return EVENTS[name] ?? name;
}
