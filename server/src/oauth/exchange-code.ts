import { LIMITS } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { equalSecrets, newToken, sha256 } from '../platform/ids.ts';
import { type IssuedTokens, issueAccessToken, storeToken } from './access-tokens.ts';
import { revokeGrant, type StoredApp } from './app-store.ts';
import { requireResource, TokenProblem } from './token-form.ts';
import { lockCode, markCodeUsed, type StoredCode } from './token-store.ts';

export interface CodeExchange {
  app: StoredApp;
  code: string;
  redirectUri: string;
  codeVerifier: string | null;
  /** Whether the refresh token is exchanged at every use, and ends some day. */
  rotates: boolean;
  /** What the client says that the tokens are for; undefined: as it asked the user. */
  resource?: string | null | 'unknown' | undefined;
}

type Slice = Pick<Deps, 'database' | 'clock' | 'ids'>;

/** Exchanges an authorization code for tokens, once. A second use revokes its tokens (RFC 9700 §4.5). */
export async function exchangeCode(deps: Slice, exchange: CodeExchange): Promise<IssuedTokens> {
  const outcome = await deps.database.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const codeHash = sha256(exchange.code);
    const code = await lockCode(tx, codeHash);
    if (!code || code.app_id !== exchange.app.id) return 'This code is not one of this client.';
    if (code.used_at !== null) {
      // Committed before the refusal: the tokens of a leaked code are revoked.
      await revokeGrant(tx, code.grant_id, now);
      return 'This code was used before; the tokens it produced are ended. Ask the user again.';
    }
    const problem = checkCode(code, exchange, now);
    if (problem !== null) return problem;
    requireResource(code, exchange.resource);
    await markCodeUsed(tx, codeHash, now);
    return issueBoth(tx, deps, { code, rotates: exchange.rotates });
  });
  if (typeof outcome === 'string') throw new TokenProblem('invalid_grant', outcome);
  return outcome;
}

function checkCode(code: StoredCode, exchange: CodeExchange, now: Date): string | null {
  if (code.grant_revoked_at !== null) return 'The user has revoked the permission. Ask the user again.';
  if (now >= code.expires_at) return 'This code is too old. Ask the user again.';
  // RFC 6749 §4.1.3: identical to the one of the authorization request.
  if (code.redirect_uri !== exchange.redirectUri) {
    return 'The redirect_uri is not the one that the code was sent to.';
  }
  return checkVerifier(code.code_challenge, exchange.codeVerifier);
}

/** RFC 7636 §4.6; a verifier without a challenge is a downgrade (RFC 9700 §2.1.1). */
function checkVerifier(challenge: string | null, verifier: string | null): string | null {
  if (challenge === null) {
    return verifier === null
      ? null
      : 'The authorization request had no code_challenge; leave code_verifier out.';
  }
  if (verifier === null) return 'The authorization request had a code_challenge; send its code_verifier.';
  const isWellFormed = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier);
  const matches = equalSecrets(sha256(verifier).toString('base64url'), challenge);
  return isWellFormed && matches ? null : 'The code_verifier does not belong to the code_challenge.';
}

async function issueBoth(
  tx: Tx,
  deps: Slice,
  { code, rotates }: { code: StoredCode; rotates: boolean },
): Promise<IssuedTokens> {
  const { grant_id: grantId, scopes } = code;
  const refreshToken = newToken(deps.ids);
  const expiresAt = rotates ? addSeconds(deps.clock.now(), LIMITS.rotatingRefreshTokenSeconds) : null;
  const kind = 'refresh';
  await storeToken(tx, deps, { kind, token: refreshToken, grantId, scopes, rotates, expiresAt });
  return { ...(await issueAccessToken(tx, deps, { grantId, scopes })), refreshToken, scopes };
}
