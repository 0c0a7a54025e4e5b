import { forbidden, includesScope, LIMITS } from '@paraph/domain';
import { readProfile } from '../accounts/profiles.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readLevels, viewLevels } from './levels.ts';
import { listWorkspaces } from './manage-workspaces.ts';
import type { OrganizationChoice } from './organization-access.ts';
import type { ShowingDeps } from './workspace-ports.ts';

type Section = 'profile' | 'workspaces' | 'levels' | 'limits' | 'currentSubscription';

/** Data for the start of an app in one call: only the requested sections. */
export async function initializeApp(
  deps: ShowingDeps & Pick<Deps, 'converter'>,
  caller: Caller,
  { sections, organizationId }: OrganizationChoice & { sections: readonly Section[] },
) {
  const asks = (section: Section) => sections.includes(section);
  if (asks('workspaces') && caller.scopes !== 'all' && !includesScope(caller.scopes, 'workspaces:read')) {
    const words = 'Asking for the workspaces needs the scope workspaces:read; ask the user to allow it.';
    throw forbidden(words, { missingScope: 'workspaces:read' });
  }
  const { expirySecondsMin } = deps.config;
  const convertedFormats = [...(deps.converter?.formats ?? [])];
  const { expirySecondsMax } = LIMITS;
  return {
    ...(asks('workspaces') ? { workspaces: await listWorkspaces(deps, caller) } : {}),
    ...(asks('levels') ? { levels: viewLevels(await readLevels(deps, caller, { organizationId })) } : {}),
    ...(asks('profile') ? { profile: await readProfile(deps.database, deps, caller.userId) } : {}),
    // Of deadlines and documents.
    ...(asks('limits') ? { limits: { expirySecondsMin, expirySecondsMax, convertedFormats } } : {}),
    // Paraph has no subscriptions.
    ...(asks('currentSubscription') ? { currentSubscription: null } : {}),
  };
}
