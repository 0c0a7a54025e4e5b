import type { Id, Json } from './column-types.ts';

// The tables of the identification room.

export type ProofMethod = 'code-sms' | 'code-mail' | 'passkey' | 'identity-provider';

export interface ProofRow {
  id: Id;
  workflow_id: number;
  action_id: number;
  link_id: string;
  method: ProofMethod;
  /** The previews with this content hash are those it counts for. */
  content_hash: Buffer;
  proven_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** What others can check later; no secrets. */
  detail: Json<Readonly<Record<string, unknown>>>;
}
