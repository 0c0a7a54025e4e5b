import type { Defaulted, Id } from './columns.ts';

// The tables of the room transparency-log.

export type LeafKind = 'seal' | 'events';

export interface TransparencyPendingRow {
  id: Id;
  kind: LeafKind;
  hash: Buffer;
}

export interface TransparencyLeafRow {
  /** From 0, without gaps. */
  position: number;
  kind: LeafKind;
  hash: Buffer;
  added_at: Date;
}

export interface TransparencyTileRow {
  level: number;
  index: number;
  hashes: Buffer;
}

export interface TransparencyStateRow {
  is_only: Defaulted<boolean>;
  size: number;
  last_added_at: Date | null;
  /** The newest one, signed; null before the first leaf. */
  checkpoint: string | null;
}

export interface TransparencyCheckpointRow {
  size: number;
  checkpoint: string;
  made_at: Date;
  /** DER TimeStampToken over the checkpoint. */
  timestamp: Buffer;
}
