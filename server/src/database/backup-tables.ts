import type { Defaulted } from './columns.ts';

// The tables of the backup room.

export interface BackupRow {
  snapshot: string;
  place: string;
  started_at: Date;
  finished_at: Defaulted<Date | null>;
  files: Defaulted<number>;
  bytes: Defaulted<number>;
  /** Files that could not be copied, because they are missing or damaged. */
  unreadable: Defaulted<number>;
}

export interface RestoreRow {
  only_row: Defaulted<boolean>;
  snapshot: string;
  source: string;
  started_at: Date;
  is_loaded: Defaulted<boolean>;
  moved_to: Defaulted<string | null>;
}
