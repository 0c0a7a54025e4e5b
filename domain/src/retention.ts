import { nearestValue } from './sending-defaults.ts';
import type { WorkflowStatus } from './workflow.ts';

/** Kept for ever: what a period says that must not end. Erasing is never the default. */
const FOREVER = 0;

/** The kinds of workflows that have a period of their own. */
export const RETENTION_RULES = ['signed', 'drafts', 'stopped'] as const;
export type RetentionRule = (typeof RETENTION_RULES)[number];

/** How long workflows are kept after their end, drafts after their last change; null inherits, 0 is for ever. */
export interface RetentionPolicy {
  /** Signed workflows. */
  signedYears: number | null;
  draftDays: number | null;
  /** Declined, canceled and expired ones. */
  stoppedMonths: number | null;
}

export const NO_POLICY: RetentionPolicy = { signedYears: null, draftDays: null, stoppedMonths: null };

/** The longest periods; the shortest is 1. */
export const RETENTION_MAX = { signedYears: 100, draftDays: 3_650, stoppedMonths: 1_200 } as const;

const PERIOD_OF: Record<RetentionRule, keyof RetentionPolicy> = {
  signed: 'signedYears',
  drafts: 'draftDays',
  stopped: 'stoppedMonths',
};

const RULE_OF: Partial<Record<WorkflowStatus, RetentionRule>> = {
  signed: 'signed',
  not_started: 'drafts',
  declined: 'stopped',
  canceled: 'stopped',
  expired: 'stopped',
};

/** Whose policy sets a period, the nearest one first. */
export const POLICY_SOURCES = ['workflow', 'template', 'workspace', 'organization'] as const;
export type PolicySource = (typeof POLICY_SOURCES)[number];
export type RetentionPolicies = Readonly<Record<PolicySource, RetentionPolicy | null>>;

export interface RetentionFacts {
  status: WorkflowStatus;
  /** The last change of a draft. */
  changedAt: Date;
  endedAt: Date | null;
  scheduledStartAt: Date | null;
}

export interface Retention {
  /** Null while people are waited for, or a seal is made. */
  rule: RetentionRule | null;
  /** Which policy set the period; null where none did. */
  source: PolicySource | null;
  /** Null: kept for ever. */
  dueAt: Date | null;
}

/** When a workflow is erased, and by which rule. The nearest policy that sets a period counts. */
export function evaluateRetention(policies: RetentionPolicies, facts: RetentionFacts): Retention {
  const rule = RULE_OF[facts.status] ?? null;
  if (rule === null) return { rule, source: null, dueAt: null };
  const { source, period } = periodOf(policies, rule);
  const from = rule === 'drafts' ? facts.changedAt : facts.endedAt;
  const isWaiting = rule === 'drafts' && facts.scheduledStartAt !== null;
  if (period === FOREVER || from === null || isWaiting) return { rule, source, dueAt: null };
  return { rule, source, dueAt: addPeriod(from, rule, period) };
}

/** The period of a rule and where it is set. */
function periodOf(
  policies: RetentionPolicies,
  rule: RetentionRule,
): { source: PolicySource | null; period: number } {
  const { value, source } = nearestValue(
    POLICY_SOURCES.map((each) => [each, policies[each]?.[PERIOD_OF[rule]]] as const),
  );
  return { source, period: value ?? FOREVER };
}

function addPeriod(from: Date, rule: RetentionRule, period: number): Date {
  if (rule === 'drafts') return new Date(from.getTime() + period * 86_400_000);
  return addMonths(from, rule === 'signed' ? 12 * period : period);
}

/** In UTC; the last day of a month that is shorter. */
function addMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const due = new Date(from);
  due.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return due;
}

/** Whether any of these policies can make a workflow due. */
export function canErase(policies: readonly RetentionPolicy[]): boolean {
  return policies.some((policy) =>
    Object.values(PERIOD_OF).some((name) => (policy[name] ?? FOREVER) !== FOREVER),
  );
}

/** Why a hold keeps what it names: exactly one of workflow, workspace and address. */
export interface LegalHold {
  id: number;
  reason: string;
  workflowId: number | null;
  workspaceId: number | null;
  /** As `emailKey` writes it: everything that this person sent or received. */
  emailKey: string | null;
}

export interface HoldSubject {
  workflowId: number;
  workspaceId: number;
  /** Of its sender and its recipients. */
  emailKeys: readonly string[];
}

/** The first hold that keeps a workflow; null where none does. */
export function findHold<H extends LegalHold>(holds: readonly H[], subject: HoldSubject): H | null {
  const keeps = ({ workflowId, workspaceId, emailKey }: LegalHold) =>
    workflowId === subject.workflowId ||
    workspaceId === subject.workspaceId ||
    (emailKey !== null && subject.emailKeys.includes(emailKey));
  return holds.find(keeps) ?? null;
}

export type RetentionVerdict =
  | { outcome: 'kept' }
  | { outcome: 'due'; rule: RetentionRule; dueAt: Date }
  | { outcome: 'held'; rule: RetentionRule; dueAt: Date; holdId: number };

/** What a run does with a workflow: what is due is erased unless a hold keeps it. */
export function decideRetention(
  about: { policies: RetentionPolicies; facts: RetentionFacts; subject: HoldSubject },
  holds: readonly LegalHold[],
  now: Date,
): RetentionVerdict {
  const { rule, dueAt } = evaluateRetention(about.policies, about.facts);
  if (rule === null || dueAt === null || dueAt > now) return { outcome: 'kept' };
  const hold = findHold(holds, about.subject);
  return hold ? { outcome: 'held', rule, dueAt, holdId: hold.id } : { outcome: 'due', rule, dueAt };
}
