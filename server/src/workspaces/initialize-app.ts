import { forbidden, includesScope, LIMITS } from '@paraph/domain';
import { type ProfileView, readProfile } from '../accounts/profiles.ts';
import type { Caller } from '../http/caller.ts';
import { readLevels, viewLevels } from './levels.ts';
import { listWorkspaces } from './manage-workspaces.ts';
import type { ShowingDeps } from './workspace-ports.ts';
import type { WorkspaceView } from './workspace-view.ts';

export type AppPart = 'profile' | 'workspaces' | 'levels' | 'limits' | 'currentSubscription';

export interface AppData {
  profile?: ProfileView;
  workspaces?: WorkspaceView[];
  levels?: ReturnType<typeof viewLevels>;
  /** Of deadlines. */
  limits?: { expirySecondsMin: number; expirySecondsMax: number };
  /** Paraph has no subscriptions. */
  currentSubscription?: null;
}

/** Data for the start of an app in one call: only the requested parts. */
export async function initializeApp(
  deps: ShowingDeps,
  caller: Caller,
  { parts, organizationId }: { parts: readonly AppPart[]; organizationId?: number | undefined },
): Promise<AppData> {
  const data: AppData = {};
  if (parts.includes('workspaces')) {
    if (caller.scopes !== 'all' && !includesScope(caller.scopes, 'workspaces:read')) {
      const words = 'Asking for the workspaces needs the scope workspaces:read; ask the user to allow it.';
      throw forbidden(words, { missingScope: 'workspaces:read' });
    }
    data.workspaces = await listWorkspaces(deps, caller);
  }
  if (parts.includes('levels')) data.levels = viewLevels(await readLevels(deps, caller, { organizationId }));
  if (parts.includes('profile')) data.profile = await readProfile(deps.database, deps, caller.userId);
  if (parts.includes('limits')) {
    const { expirySecondsMin } = deps.config;
    data.limits = { expirySecondsMin, expirySecondsMax: LIMITS.expirySecondsMax };
  }
  if (parts.includes('currentSubscription')) data.currentSubscription = null;
  return data;
}
