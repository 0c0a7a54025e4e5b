import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { listAppsOf } from './app-store.ts';
import { type AppView, viewApp } from './app-view.ts';

/** The apps that the caller registered. */
export async function listApps(deps: Pick<Deps, 'database'>, caller: Caller): Promise<AppView[]> {
  return (await listAppsOf(deps.database, caller.userId)).map(viewApp);
}
