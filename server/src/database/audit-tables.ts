import type { EventName } from '@paraph/domain';
import type { Defaulted, Id, Json } from './columns.ts';

// The tables of the audit room.

/** Of the keys that the first process of this instance had. */
export interface InstanceKeyRow {
  name: string;
  fingerprint: Buffer;
}

export interface EventRow {
  id: Id;
  workflow_id: number;
  sequence: number;
  name: EventName;
  occurred_at: Date;
  actor: Json<EventActor> | null;
  detail: Json<Record<string, unknown>>;
  previous_hash: Buffer | null;
  hash: Buffer;
  snapshot: string | null;
  /** 1: the hash does not cover the snapshot; 2: it does. */
  version: Defaulted<number>;
  snapshot_sha256: Buffer | null;
  /** The keyed link of the chain; null until an older chain is keyed. */
  mac: Buffer | null;
}

/** The actor, as known at the time of the event. */
export interface EventActor {
  kind: 'user' | 'recipient' | 'service';
  id: number | null;
  name: string | null;
  email: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Whether a trusted proxy named the address. */
  isProxied?: boolean;
  /** Whether the address is that of a proxy which the operator has not named. */
  isUnnamedProxy?: boolean;
  /** Which kind of credential a user showed. */
  through?: 'session' | 'token' | 'key';
  /** The API key that another member made to act as this user: its name, and the name of who made it. */
  byKey?: { name: string; maker: string };
}

/** The number of a workflow's events and its last one; kept after the workflow is deleted. */
export interface LedgerRow {
  workflow_id: number;
  envelope_id: string;
  leaf: Buffer | null;
  events: number;
  head: Buffer | null;
  head_mac: Buffer | null;
  mac: Buffer | null;
  fault: Defaulted<string | null>;
  checkpoint: Defaulted<number | null>;
}

export interface LedgerCheckpointRow {
  number: number;
  workflow_ids: Json<number[]>;
  /** How many rows all checkpoints up to this one cover. */
  total: number;
  created_at: Date;
  mac: Buffer;
}

export interface AccountTombstoneRow {
  user_id: number;
  erased_at: Date;
  detail: Json<Record<string, unknown>>;
  mac: Buffer;
}

export interface TombstoneRow {
  workflow_id: number;
  envelope_id: string;
  deleted_at: Date;
  detail: Json<Record<string, unknown>>;
  mac: Buffer;
}
