import type { Scope } from '@paraph/domain';
import type { Defaulted, Id } from './columns.ts';

// Rows of the room oauth.

export interface IntegrationAppRow {
  id: Id;
  client_id: string;
  /** Null for a public client, which uses PKCE only. */
  secret_hash: Buffer | null;
  name: string;
  /** Null for the built-in client. */
  owner_id: number | null;
  redirect_uris: string[];
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
  deleted_at: Date | null;
}

export interface AppGrantRow {
  id: Id;
  app_id: number;
  user_id: number;
  scopes: Scope[];
  approved_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export interface AuthorizationCodeRow {
  code_hash: Buffer;
  grant_id: number;
  redirect_uri: string;
  code_challenge: string | null;
  issued_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface TokenRow {
  token_hash: Buffer;
  grant_id: number;
  kind: 'access' | 'refresh';
  scopes: Scope[];
  issued_at: Date;
  expires_at: Date | null;
  rotates: Defaulted<boolean>;
  rotated_at: Date | null;
}
