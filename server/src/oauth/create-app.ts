import { invalid, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import { readAppName, readRedirectUris, readScopes } from './app-rules.ts';
import { insertApp } from './app-store.ts';
import { type AppView, viewApp } from './app-view.ts';

export interface NewApp {
  name: string;
  redirectUris: readonly string[];
  scopes: readonly string[];
}

/**
 * Registers an app for a user; its secret is in this answer and nowhere else.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export async function createApp(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  ownerId: number,
  given: NewApp,
): Promise<AppView & { clientSecret: string }> {
  const violations: Violations = {};
  const name = readAppName(given.name, violations);
  const redirectUris = readRedirectUris(given.redirectUris, violations);
  const scopes = readScopes(given.scopes, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const clientSecret = newToken(deps.ids);
  const app = await deps.database.transaction().execute((tx) =>
    insertApp(tx, {
      client_id: newKey(deps.ids),
      secret_hash: sha256(clientSecret),
      name,
      owner_id: ownerId,
      redirect_uris: redirectUris,
      scopes,
      created_at: deps.clock.now(),
      last_used_at: null,
      deleted_at: null,
    }),
  );
  return { ...viewApp(app), clientSecret };
}
