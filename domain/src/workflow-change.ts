import {
  type DraftRules,
  isRecord,
  readExpiry,
  readMessage,
  readMetadata,
  readName,
  readScheduledStart,
  readSenderName,
  readType,
} from './draft.ts';
import { invalid, Refusal, type Violations } from './refusal.ts';
import { isFinal, type WorkflowStatus, type WorkflowType } from './workflow.ts';

/** An unvalidated request to change a workflow; absent properties stay. */
export interface ChangeRequest {
  name?: string | undefined;
  type?: WorkflowType | undefined;
  expiryDate?: number | undefined;
  newWorkspaceId?: number | undefined;
  senderMessage?: string | null | undefined;
  senderName?: string | undefined;
  /** Null takes a date back. */
  scheduledStartDate?: number | null | undefined;
  metadata?: unknown;
}

/** The properties of a workflow that a request may change. */
export interface Changeable {
  name: string;
  type: WorkflowType;
  expiresAtSeconds: number;
  workspaceId: number;
  senderMessage: string | null;
  senderName: string | null;
  scheduledStartSeconds: number | null;
  metadata: Readonly<Record<string, string>>;
}

type ChangeableKey = keyof Changeable;

/** Parts that cannot change after the start, and parts that cannot change after the end (interface.md §5.3). */
const DRAFT_ONLY: readonly ChangeableKey[] = ['type', 'senderMessage', 'senderName', 'scheduledStartSeconds'];
const UNTIL_THE_END: readonly ChangeableKey[] = ['expiresAtSeconds'];

const PARAMETERS: Readonly<Record<ChangeableKey, string>> = {
  name: 'name',
  type: 'type',
  expiresAtSeconds: 'expiryDate',
  workspaceId: 'newWorkspaceId',
  senderMessage: 'senderMessage',
  senderName: 'senderName',
  scheduledStartSeconds: 'scheduledStartDate',
  metadata: 'metadata',
};

/**
 * Decides what a request changes: the complete next values, and the names of those that differ. Pure.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem; `WORKFLOW_STATUS_CONFLICT` for a part that the status fixes
 */
export function decideChange(
  current: Changeable & { status: WorkflowStatus },
  request: ChangeRequest,
  rules: DraftRules,
): { next: Changeable; changed: readonly string[] } {
  const violations: Violations = { ...rules.violations };
  const next = readChange(current, request, { rules, violations });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const differing = (Object.keys(PARAMETERS) as ChangeableKey[]).filter(
    (key) => JSON.stringify(next[key]) !== JSON.stringify(current[key]),
  );
  const isDraft = current.status === 'not_started';
  const fixed = differing.filter(
    (key) =>
      (DRAFT_ONLY.includes(key) && !isDraft) || (UNTIL_THE_END.includes(key) && isFinal(current.status)),
  );
  if (fixed.length > 0) {
    const names = fixed.map((key) => PARAMETERS[key]).join(', ');
    throw new Refusal(
      'WORKFLOW_STATUS_CONFLICT',
      `This workflow is ${current.status.replaceAll('_', ' ')}, so this can no longer be changed: ${names}. ` +
        'Leave it out.',
    );
  }
  return { next, changed: differing.map((key) => PARAMETERS[key]) };
}

function readChange(
  current: Changeable,
  request: ChangeRequest,
  { rules, violations }: { rules: DraftRules; violations: Violations },
): Changeable {
  const { name, type = current.type, expiryDate, newWorkspaceId, senderName, scheduledStartDate } = request;
  const expiresAtSeconds =
    expiryDate === undefined || expiryDate === current.expiresAtSeconds
      ? current.expiresAtSeconds
      : readExpiry(expiryDate, rules, violations);
  const times = { nowSeconds: rules.nowSeconds, expiresAtSeconds };
  const startsAt = scheduledStartDate === undefined ? current.scheduledStartSeconds : scheduledStartDate;
  // It would end before it starts, and nobody would ever be asked.
  if (expiresAtSeconds !== current.expiresAtSeconds && startsAt !== null && startsAt >= expiresAtSeconds)
    violations.expiryDate ??= `Must be after the scheduled start (${startsAt}); move that first, or with it.`;
  return {
    // A client may send back what it read, though it could no longer be set anew.
    name: name === undefined || name === current.name ? current.name : readName(name, violations),
    type: type === current.type ? type : readType(type, rules.levels, violations),
    expiresAtSeconds,
    workspaceId:
      newWorkspaceId === undefined ? current.workspaceId : readNewWorkspace(newWorkspaceId, violations),
    senderMessage:
      request.senderMessage === undefined
        ? current.senderMessage
        : readMessage(request.senderMessage ?? '', violations),
    senderName: senderName ? readSenderName(senderName, violations) : current.senderName,
    scheduledStartSeconds:
      scheduledStartDate === undefined || scheduledStartDate === current.scheduledStartSeconds
        ? current.scheduledStartSeconds
        : readScheduledStart(scheduledStartDate, times, violations),
    metadata: mergeMetadata(current.metadata, request.metadata, violations),
  };
}

function readNewWorkspace(id: number, violations: Violations): number {
  if (id < 1) violations.newWorkspaceId = 'Must be the integer id of one of your workspaces.';
  return id;
}

/** Sets the given keys; a null value removes its key, an empty list removes all. Checks the limits of the result. */
function mergeMetadata(
  current: Readonly<Record<string, string>>,
  value: unknown,
  violations: Violations,
): Readonly<Record<string, string>> {
  if (value === undefined || value === null || value === '') return current;
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isRecord(value)) return readMetadata(value, violations);
  const merged = Object.entries({ ...current, ...value }).filter(([, entry]) => entry !== null);
  return readMetadata(Object.fromEntries(merged), violations);
}
