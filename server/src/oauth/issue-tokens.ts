import { LIMITS, type Scope } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { insertToken } from './token-store.ts';

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: readonly Scope[];
}

type Slice = Pick<Deps, 'clock' | 'ids'>;

/** A fresh access token for a grant. */
export async function issueAccessToken(
  tx: Tx,
  deps: Slice,
  { grantId, scopes }: { grantId: number; scopes: readonly Scope[] },
): Promise<{ accessToken: string; expiresIn: number }> {
  const accessToken = newToken(deps.ids);
  const now = deps.clock.now();
  await insertToken(tx, {
    token_hash: sha256(accessToken),
    grant_id: grantId,
    kind: 'access',
    scopes: [...scopes],
    issued_at: now,
    expires_at: addSeconds(now, LIMITS.accessTokenSeconds),
    rotated_at: null,
  });
  return { accessToken, expiresIn: LIMITS.accessTokenSeconds };
}

export interface NewRefreshToken {
  token: string;
  grantId: number;
  scopes: readonly Scope[];
  rotates: boolean;
  /** Null: valid until revoked. The successor of a rotated token expires when the first one would have. */
  expiresAt: Date | null;
}

export async function issueRefreshToken(tx: Tx, deps: Slice, refresh: NewRefreshToken): Promise<void> {
  await insertToken(tx, {
    token_hash: sha256(refresh.token),
    grant_id: refresh.grantId,
    kind: 'refresh',
    scopes: [...refresh.scopes],
    issued_at: deps.clock.now(),
    expires_at: refresh.expiresAt,
    rotates: refresh.rotates,
    rotated_at: null,
  });
}
