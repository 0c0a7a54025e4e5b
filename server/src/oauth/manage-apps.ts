import { invalid, Refusal, type Violations } from '@paraph/domain';
import { readName, readScopes } from '../accounts/account-rules.ts';
import { readEmbedOrigins } from '../accounts/embed-origins.ts';
import { requireSender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { readRedirectUris } from './app-rules.ts';
import { insertApp, listAppsOf, type StoredApp, updateAppOf } from './app-store.ts';
import { type AppView, viewApp } from './oauth-view.ts';

export interface NewApp {
  name: string;
  redirectUris: readonly string[];
  scopes: readonly string[];
  embedOrigins: readonly string[];
}

/** Registers an app of a user; its secret is only in this response. */
export async function createApp(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  caller: Pick<Caller, 'userId' | 'user'>,
  input: Omit<NewApp, 'embedOrigins'> & { embedOrigins?: readonly string[] | undefined },
): Promise<AppView & { clientSecret: string }> {
  await requireSender(deps, caller);
  const violations: Violations = {};
  const name = readName(input.name, 'name', violations);
  const redirectUris = readRedirectUris(input.redirectUris, violations);
  const scopes = readScopes(input.scopes, violations);
  const embedOrigins = readEmbedOrigins(input.embedOrigins ?? [], violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const clientSecret = newToken(deps.ids);
  const app = await deps.database.transaction().execute(async (tx) => {
    const made = await insertApp(tx, {
      client_id: newKey(deps.ids),
      secret_hash: sha256(clientSecret),
      name,
      owner_id: caller.userId,
      redirect_uris: redirectUris,
      embed_origins: embedOrigins,
      scopes,
      created_at: deps.clock.now(),
    });
    await record(tx, deps, { userId: caller.userId, name: 'app.made', app: made });
    return made;
  });
  return { ...viewApp(app), clientSecret };
}

/** Changes an app of the caller; absent properties stay. Tokens lose the scopes that the app loses. */
export async function updateApp(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { appId, change }: { appId: number; change: Partial<NewApp> },
): Promise<AppView> {
  const violations: Violations = {};
  const { name, redirectUris, scopes, embedOrigins } = change;
  const set = {
    ...(name === undefined ? {} : { name: readName(name, 'name', violations) }),
    ...(redirectUris === undefined ? {} : { redirect_uris: readRedirectUris(redirectUris, violations) }),
    ...(scopes === undefined ? {} : { scopes: readScopes(scopes, violations) }),
    ...(embedOrigins === undefined ? {} : { embed_origins: readEmbedOrigins(embedOrigins, violations) }),
  };
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return viewApp(await changeOwn(deps, { caller, appId, name: 'app.changed' }, set));
}

/** Rotates the secret of an app; the old one ends immediately, the tokens remain. */
export async function rotateAppSecret(
  deps: Pick<Deps, 'clock' | 'database' | 'ids'>,
  caller: Caller,
  appId: number,
): Promise<AppView & { clientSecret: string }> {
  const clientSecret = newToken(deps.ids);
  const which = { caller, appId, name: 'app.secret_renewed' as const };
  const app = await changeOwn(deps, which, { secret_hash: sha256(clientSecret) });
  return { ...viewApp(app), clientSecret };
}

/** Deletes an app; its codes and tokens end with it. */
export async function deleteApp(deps: Pick<Deps, 'database' | 'clock'>, caller: Caller, appId: number) {
  await changeOwn(deps, { caller, appId, name: 'app.removed' }, { deleted_at: deps.clock.now() });
}

async function changeOwn(
  deps: Pick<Deps, 'clock' | 'database'>,
  { caller, appId, name }: { caller: Caller; appId: number; name: AppAct['name'] },
  change: Parameters<typeof updateAppOf>[2],
): Promise<StoredApp> {
  const app = await deps.database.transaction().execute(async (tx) => {
    const changed = await updateAppOf(tx, { ownerId: caller.userId, appId }, change);
    if (changed) await record(tx, deps, { userId: caller.userId, name, app: changed });
    return changed;
  });
  if (!app) throw new Refusal('NOT_FOUND', 'There is no such app among yours.');
  return app;
}

interface AppAct {
  userId: number;
  name: 'app.changed' | 'app.made' | 'app.removed' | 'app.secret_renewed';
  app: StoredApp;
}

/** An app is its owner's: every organization of theirs is told what it may do since. */
async function record(tx: Tx, { clock }: Pick<Deps, 'clock'>, { userId, name, app }: AppAct) {
  const redirectHosts = app.redirect_uris.map((uri) => new URL(uri).host).join(' ');
  const embedOrigins = app.embed_origins.join(' ');
  const detail = { appId: app.id, app: app.name, scopes: app.scopes.join(' '), redirectHosts, embedOrigins };
  await recordForOrganizations(tx, { userId, name, detail, now: clock.now() });
}

export async function listApps(deps: Pick<Deps, 'database'>, caller: Pick<Caller, 'userId'>) {
  return (await listAppsOf(deps.database, caller.userId)).map(viewApp);
}
