import type { EventName, Scope } from '@paraph/domain';
import type { Id } from './columns.ts';

// What an organization makes for itself. Rows of the rooms workspaces, tags and developers.

export interface CustomRoleRow {
  id: Id;
  organization_id: number;
  key: string;
  name: string;
  /** May contain permissions that no longer exist; they are ignored on read. */
  permissions: string[];
  created_at: Date;
}

export interface InvitationRow {
  token_hash: Buffer;
  member_id: number;
  inviter_id: number;
  created_at: Date;
  expires_at: Date;
}

export interface TagRow {
  id: Id;
  workspace_id: number;
  name: string;
  name_key: string;
  color: string;
  created_at: Date;
}

export interface ApiKeyRow {
  id: Id;
  organization_id: number;
  member_id: number;
  creator_id: number;
  name: string;
  secret_hash: Buffer;
  hint: string;
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
}

export interface WebhookEndpointRow {
  id: Id;
  organization_id: number;
  url: string;
  events: EventName[];
  enabled: boolean;
  verifies_certificate: boolean;
  secret_key: string;
  previous_secret_key: string | null;
  previous_secret_ends_at: Date | null;
  listens_since: Date;
  created_at: Date;
  deleted_at: Date | null;
}
