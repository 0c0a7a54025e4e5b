import type { RetentionPolicy, RetentionRule } from '@paraph/domain';
import type { ColumnType } from 'kysely';
import type { Defaulted, Id } from './columns.ts';

// The tables of the rooms holds and retention.

/** Who placed or lifted a hold. */
export interface HoldActor {
  id: number;
  name: string;
}

export interface LegalHoldRow {
  id: Id;
  organization_id: number;
  workflow_id: number | null;
  workspace_id: number | null;
  email: string | null;
  email_key: string | null;
  reason: string;
  placed_at: Date;
  placed_by: ColumnType<HoldActor, string, string>;
  lifted_at: Defaulted<Date | null>;
  lifted_by: ColumnType<HoldActor | null, string | null | undefined, string>;
}

export interface RetentionPolicyRow {
  id: Id;
  organization_id: number;
  workspace_id: number | null;
  workflow_id: number | null;
  signed_years: number | null;
  draft_days: number | null;
  stopped_months: number | null;
  changed_at: Date;
}

export interface RetentionChangeRow {
  id: Id;
  organization_id: number;
  workspace_id: number | null;
  workflow_id: number | null;
  changed_at: Date;
  changed_by: number;
  by_key: string | null;
  before: ColumnType<RetentionPolicy, string, never>;
  after: ColumnType<RetentionPolicy, string, never>;
}

export type RetentionRunKind = 'nightly' | 'dry';

export interface RetentionRunRow {
  id: Id;
  organization_id: number;
  kind: RetentionRunKind;
  /** The time that decides what is due: a run that takes a while decides alike from its first row to its last. */
  as_of: Date;
  ended_at: Defaulted<Date | null>;
  examined: Defaulted<number>;
  total: number;
  workspace_id: Defaulted<number>;
  after_id: Defaulted<number>;
}

export type RetentionOutcome = 'due' | 'held' | 'failed';

export interface RetentionRunItemRow {
  run_id: number;
  workflow_id: number;
  envelope_id: string;
  workspace_id: number;
  rule: RetentionRule;
  due_at: Date;
  outcome: RetentionOutcome;
  hold_id: number | null;
}
