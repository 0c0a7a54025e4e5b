import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { equalSecrets, sha256 } from '../platform/ids.ts';
import { findAppByClientId, type StoredApp } from './app-store.ts';
import { TokenProblem } from './token-form.ts';

export interface ClientCredentials {
  clientId: string;
  /** Null where none was sent, as a public client does. */
  clientSecret: string | null;
  ip: string;
}

/**
 * Authenticates an app by id and secret; a public client has no secret and must send none (RFC 6749 §2.1). Only
 * failures count for the rate limit.
 *
 * @throws TokenProblem `invalid_client`; Refusal `RATE_LIMIT_REACHED`
 */
export async function authenticateClient(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  { clientId, clientSecret, ip }: ClientCredentials,
): Promise<StoredApp> {
  const app = await findAppByClientId(deps.database, clientId);
  const isTheirs =
    app?.secret_hash === null
      ? clientSecret === null
      : equalSecrets(sha256(clientSecret ?? ''), app?.secret_hash ?? sha256(''));
  if (app && isTheirs) return app;
  await countHit(deps, 'clientAuthentication', addressKey(ip));
  throw new TokenProblem('invalid_client', 'The client id or the client secret is not right.');
}
