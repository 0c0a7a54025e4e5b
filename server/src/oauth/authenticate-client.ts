import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { equalSecrets, sha256 } from '../platform/ids.ts';
import { findAppByClientId, type StoredApp } from './app-store.ts';
import { TokenProblem } from './token-problem.ts';

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  ip: string;
}

/**
 * The app whose id and secret these are. Failures are counted, not successes: a busy app is no attack.
 *
 * @throws TokenProblem `invalid_client`; Refusal `RATE_LIMIT_REACHED`
 */
export async function authenticateClient(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  { clientId, clientSecret, ip }: ClientCredentials,
): Promise<StoredApp> {
  const app = /^[0-9a-f]{32}$/.test(clientId) ? await findAppByClientId(deps.database, clientId) : null;
  const isTheirs = equalSecrets(sha256(clientSecret), app?.secret_hash ?? sha256(''));
  if (app && isTheirs) return app;
  await countHit(deps, 'clientAuthentication', addressKey(ip));
  throw new TokenProblem('invalid_client', 'The client id or the client secret is not right.');
}
