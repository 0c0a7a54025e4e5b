import type { SigningLanguage } from '@paraph/domain';
import type { Defaulted, Id } from './columns.ts';

// The tables of the room accounts.

export interface UserRow {
  id: Id;
  email: string;
  /** Of a claimed address something that no address is like, until it is proved. */
  email_key: string;
  email_proven_at: Date | null;
  /** The key of an address that is not proved yet; several accounts may claim one. */
  claimed_key: string | null;
  /** Until then the limits of new accounts count; null: they do not. */
  limited_until: Defaulted<Date | null>;
  name: string;
  first_name: string | null;
  last_name: string | null;
  country: string | null;
  /** Null: English; of accounts from before languages, and of those whose browser named none that there is. */
  language: SigningLanguage | null;
  password_hash: string;
  picture_file_id: number | null;
  instance_owner: Defaulted<boolean>;
  created_at: Date;
  /** The row of an erased account holds nothing of the person. */
  erased_at: Defaulted<Date | null>;
}

export interface SessionRow {
  token_hash: Buffer;
  user_id: number;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: string | null;
  user_agent: string | null;
}

export interface AccountLinkRow {
  token_hash: Buffer;
  kind: 'set_up' | 'password_reset' | 'access_review' | 'address_proof';
  user_id: number | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface KnownDeviceRow {
  token_hash: Buffer;
  user_id: number;
  created_at: Date;
  expires_at: Date;
}

/** Of the room personal-data: an erased account of which mails are still being deleted. */
export interface AccountErasureRow {
  user_id: number;
  /** Where those mails were sent. */
  email: string;
  started_at: Date;
  /** Workflows that the account sent. */
  total: number;
  done: Defaulted<number>;
  after_id: Defaulted<number>;
}
