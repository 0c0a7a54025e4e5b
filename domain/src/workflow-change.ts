import {
  type DraftRules,
  isRecord,
  readExpiry,
  readInteger,
  readMessage,
  readMetadata,
  readName,
  readScheduledStart,
  readSenderName,
  readType,
} from './draft.ts';
import { invalid, Refusal, type Violations } from './refusal.ts';
import { isFinal, type WorkflowStatus, type WorkflowType } from './workflow.ts';

/** A request to change a workflow, as it arrives; what is absent stays. */
export interface ChangeRequest {
  name?: unknown;
  type?: unknown;
  expiryDate?: unknown;
  newWorkspaceId?: unknown;
  senderMessage?: unknown;
  senderName?: unknown;
  scheduledStartDate?: unknown;
  metadata?: unknown;
}

/** What of a workflow a request may change. */
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
 * Decides what a request changes: the whole next values, and the names of those that differ. Pure.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem; `WORKFLOW_STATUS_CONFLICT` for a part that the status fixes
 */
export function decideChange(
  current: Changeable & { status: WorkflowStatus },
  request: ChangeRequest,
  rules: DraftRules,
): { next: Changeable; changed: readonly string[] } {
  const violations: Violations = {};
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
  const has = (value: unknown) => value !== undefined && value !== null && value !== '';
  const expiresAtSeconds = has(request.expiryDate)
    ? keepSame(current.expiresAtSeconds, request.expiryDate, () =>
        readExpiry(request.expiryDate, rules, violations),
      )
    : current.expiresAtSeconds;
  const times = { nowSeconds: rules.nowSeconds, expiresAtSeconds };
  const schedule = request.scheduledStartDate;
  return {
    name:
      (has(request.name) || request.name === '') && request.name !== current.name
        ? readName(request.name, violations)
        : current.name,
    // A client may send back the level that it read, though it can no longer be chosen.
    type:
      has(request.type) && request.type !== current.type ? readType(request.type, violations) : current.type,
    expiresAtSeconds,
    workspaceId: has(request.newWorkspaceId)
      ? readNewWorkspace(request.newWorkspaceId, violations)
      : current.workspaceId,
    senderMessage:
      request.senderMessage === undefined
        ? current.senderMessage
        : readMessage(request.senderMessage, violations),
    senderName: has(request.senderName) ? readSenderName(request.senderName, violations) : current.senderName,
    // Null takes a date back; absent leaves it.
    scheduledStartSeconds:
      schedule === undefined
        ? current.scheduledStartSeconds
        : keepSame(current.scheduledStartSeconds, schedule, () =>
            readScheduledStart(schedule, times, violations),
          ),
    metadata: mergeMetadata(current.metadata, request.metadata, violations),
  };
}

/** A client may send back what it read, though it could no longer be set anew. */
function keepSame<T>(current: T, given: unknown, read: () => T): T {
  return current !== null && readInteger(given) === current ? current : read();
}

function readNewWorkspace(value: unknown, violations: Violations): number {
  const id = readInteger(value);
  if (id === null || id < 1) violations.newWorkspaceId = 'Must be the integer id of one of your workspaces.';
  return id ?? 0;
}

/** Given keys are set, a null value unsets its key, an empty list unsets all; the result obeys the limits. */
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
