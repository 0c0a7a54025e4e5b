import type { CodeDelivery, CodeMethod, Identification } from '@paraph/domain';
import type { Defaulted, Id, Json } from './columns.ts';

// How people show who they are. Rows of the rooms identification, identity-providers, passkeys and signing.

export interface ProofRow {
  id: Id;
  workflow_id: number;
  action_id: number;
  link_id: string;
  method: Identification;
  /** The previews with this content hash are those it counts for. */
  content_hash: Buffer;
  proven_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** What others can check later; no secrets. */
  detail: Json<Readonly<Record<string, unknown>>>;
}

export interface SigningCodeRow {
  id: Id;
  workflow_id: number;
  action_id: number;
  link_id: string;
  method: CodeMethod;
  /** The previews with this content hash are those it counts for. */
  content_hash: Buffer;
  /** A phone number or an address. */
  destination: string;
  language: string;
  code_hash: Buffer;
  salt: Buffer;
  /** Null once the message is sent. */
  encrypted_code: string | null;
  created_at: Date;
  expires_at: Date;
  tries: Defaulted<number>;
  /** Used, or replaced by a later one. */
  ended_at: Date | null;
  delivery: CodeDelivery;
  attempts: Defaulted<number>;
  problem: string | null;
}

export interface IdentityProviderRow {
  organization_id: number;
  issuer: string;
  client_id: string;
  sealed_secret: string;
  changed_at: Date;
}

export interface IdentityVisitRow {
  link_id: string;
  action_id: number;
  /** The previews with this content hash are those that the sign-in counts for. */
  content_hash: Buffer;
  issuer: string;
  client_id: string;
  state_hash: Buffer | null;
  sealed_secrets: string;
  problem: string | null;
  begun_at: Date;
  expires_at: Date;
}

export interface PasskeyRow {
  id: string;
  /** As `emailKey` writes it. */
  address: string;
  /** COSE. */
  public_key: Buffer;
  spki: Buffer;
  sign_count: number;
  transports: string[];
  created_at: Date;
  used_at: Date | null;
}

export interface PasskeyChallengeRow {
  link_id: string;
  /** Null where a passkey is set up. */
  content_hash: Buffer | null;
  nonce: Buffer;
  expires_at: Date;
}
