import { invalid, readAllowedDomain, type Violations } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { toSeconds } from '../platform/clock.ts';
import { listTemplatesIn } from '../templates/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { dayOf, findAllowance, saveAllowance, usedOn } from './allowance-store.ts';

type AllowanceDeps = Pick<Deps, 'clock' | 'database'>;

/** What agents may send by themselves; nothing, where nobody has allowed it. */
export async function readAllowance(deps: AllowanceDeps, caller: Caller, choice: OrganizationChoice) {
  const { organizationId } = await requireAdministrator(deps.database, caller, choice.organizationId);
  return viewAllowance(deps, deps.database, organizationId);
}

async function viewAllowance({ clock }: Pick<Deps, 'clock'>, reads: Reads, organizationId: number) {
  const stored = await findAllowance(reads, organizationId);
  const setBy = stored?.set_by ?? null;
  const names = await readUserNames(reads, setBy === null ? [] : [setBy]);
  const versions = stored?.versions ?? new Map<number, number>();
  const templates = await listTemplatesIn(reads, { organizationId, ids: [...versions.keys()] });
  return {
    templates: templates.map(({ id, name, workspaceId, version }) => {
      return { id, name, workspaceId, isCurrent: versions.get(id) === version };
    }),
    domains: stored?.domains ?? [],
    dailyCap: stored?.daily_cap ?? 0,
    sentToday: stored ? usedOn(stored, dayOf(clock.now())) : 0,
    setBy: setBy === null ? null : (names.get(setBy)?.name ?? null),
    changeDate: stored ? toSeconds(stored.changed_at) : null,
  };
}

interface AllowanceRequest {
  templates: readonly number[];
  domains: readonly string[];
  dailyCap: number;
}

/** Lists the templates as they are now, and counts at once. */
export async function updateAllowance(
  deps: AllowanceDeps,
  caller: Caller,
  { organizationId: chosen, ...request }: OrganizationChoice & AllowanceRequest,
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  const violations: Violations = {};
  const domains = readDomains(request.domains, violations);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    const ids = [...new Set(request.templates)];
    const templates = await listTemplatesIn(tx, { organizationId, ids });
    const unknown = ids.find((id) => !templates.some((each) => each.id === id));
    if (unknown !== undefined) violations.templates = `There is no template ${unknown} in this organization.`;
    if (Object.keys(violations).length > 0) throw invalid(violations);
    const before = await findAllowance(tx, organizationId);
    const { dailyCap } = request;
    await saveAllowance(tx, { organizationId, templates, domains, dailyCap, setBy: caller.userId, now });
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, name: 'organization.allowance_changed', now },
      before:
        before && recordedOf({ ...before, dailyCap: before.daily_cap, ids: [...before.versions.keys()] }),
      after: recordedOf({ domains, dailyCap, ids: templates.map(({ id }) => id) }),
    });
    return viewAllowance(deps, tx, organizationId);
  });
}

function recordedOf(of: { domains: readonly string[]; dailyCap: number; ids: readonly number[] }) {
  return { templates: of.ids.join(' '), domains: of.domains.join(' '), dailyCap: of.dailyCap };
}

function readDomains(stated: readonly string[], violations: Violations): string[] {
  const domains = stated.map(readAllowedDomain);
  if (domains.includes(null))
    violations.domains =
      'Must be a domain such as example.com, without what is below it; other letters are written as xn--….';
  return [...new Set(domains.flatMap((domain) => domain ?? []))];
}
