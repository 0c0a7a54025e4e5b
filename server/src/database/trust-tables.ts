import type { SignatureAlgorithm } from '@paraph/pades';
import type { Id, Json } from './columns.ts';

// Remote signing keys. Rows of the rooms trust-services and signing.

export interface TrustProviderRow {
  id: Id;
  organization_id: number;
  name: string;
  base_url: string;
  oauth_url: string | null;
  client_id: string;
  sealed_secret: string;
  anchors: string;
  enabled: boolean;
  created_at: Date;
}

export interface ProviderVisitRow {
  link_id: string;
  action_id: number;
  preview_id: string;
  provider_key: string;
  state_hash: Buffer | null;
  sealed_secrets: string;
  credential_id: string | null;
  chain: Buffer[] | null;
  algorithm: SignatureAlgorithm | null;
  response_id: string | null;
  signatures: Json<Readonly<Record<string, string>>> | null;
  problem: string | null;
  expires_at: Date;
}

export interface HandoverRow {
  link_id: string;
  token_hash: Buffer;
  expires_at: Date;
}
