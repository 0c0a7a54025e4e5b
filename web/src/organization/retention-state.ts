import { RETENTION_MAX, type RetentionPolicy, type RetentionRule } from '@paraph/domain';

export const PERIODS = ['signedYears', 'stoppedMonths', 'draftDays'] as const;
export type PeriodName = (typeof PERIODS)[number];
export type PeriodTexts = Record<PeriodName, string>;

/** What the fields show: empty inherits. In the organization's own policy 0 says the same as nothing. */
export function periodTexts(policy: RetentionPolicy): PeriodTexts {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    signedYears: text(policy.signedYears),
    stoppedMonths: text(policy.stoppedMonths),
    draftDays: text(policy.draftDays),
  };
}

/** Null where it is no whole number within its limit. */
export function readPeriod(name: PeriodName, text: string): { value: number | null } | null {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  if (!/^\d{1,5}$/.test(trimmed) || Number(trimmed) > RETENTION_MAX[name]) return null;
  return { value: Number(trimmed) };
}

/** All of them; null where one cannot be read. */
export function readPeriods(texts: PeriodTexts): RetentionPolicy | null {
  const [signed, stopped, drafts] = PERIODS.map((name) => readPeriod(name, texts[name]));
  if (!signed || !stopped || !drafts) return null;
  return { signedYears: signed.value, stoppedMonths: stopped.value, draftDays: drafts.value };
}

/** The periods in which two policies differ, in the order of the fields. */
export function changedPeriods(
  before: RetentionPolicy,
  after: RetentionPolicy,
): { name: PeriodName; before: number | null; after: number | null }[] {
  return PERIODS.filter((name) => before[name] !== after[name]).map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }));
}

/** The text key of a period; null inherits, which in the policy of the organization is for ever. */
export function periodKey(name: PeriodName, value: number | null, isOfOrganization: boolean): string {
  if (value === 0 || (value === null && isOfOrganization)) return 'forEver';
  return value === null ? 'inherited' : `length_${name}`;
}

/** The periods that can still concern a document: of one that has ended its own, else also those of its later ends. */
export function periodsOf(rule: RetentionRule | null): readonly PeriodName[] {
  if (rule === 'signed') return ['signedYears'];
  if (rule === 'stopped') return ['stoppedMonths'];
  return rule === 'drafts' ? PERIODS : ['signedYears', 'stoppedMonths'];
}

interface ErasureFacts {
  rule: RetentionRule | null;
  source: string | null;
  dueDate: number | null;
  hold: string | null;
}

/** The text key of when a document is erased. */
export function erasureKey({ rule, source, dueDate, hold }: ErasureFacts, now: number): string {
  if (rule === null) return 'keptUnderWay';
  if (dueDate === null) return source === null ? 'keptUnset' : `keptForEver_${source}`;
  if (dueDate > now) return `erasedOn_${source}`;
  return hold === null ? 'erasedNext' : 'erasedOnceLifted';
}
