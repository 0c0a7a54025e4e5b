import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { toSeconds } from '../platform/clock.ts';
import { endScimToken, makeScimToken, readProvisioning } from './manage-tokens.ts';
import type { StoredScimToken } from './provisioning-store.ts';
import { scimUrl } from './scim-client.ts';

export function provisioningRoutes(deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>) {
  const view = ({ tokens, counts }: Awaited<ReturnType<typeof readProvisioning>>) => ({
    baseUrl: scimUrl(deps.config),
    tokens: tokens.map(viewToken),
    ...counts,
    lastContactDate: latest(tokens.flatMap(({ last_used_at: at }) => at ?? [])),
    lastError: lastErrorOf(tokens),
  });
  return {
    readProvisioning: async ({ caller, params, query }) =>
      view(await readProvisioning(deps, caller, { ...query, ...params })),
    makeProvisioningToken: async ({ caller, params, query }) => {
      const { token, row } = await makeScimToken(deps, caller, { ...query, ...params });
      return { ...viewToken(row), token };
    },
    endProvisioningToken: ({ caller, params, query }) => endScimToken(deps, caller, { ...query, ...params }),
  } satisfies Partial<Handlers>;
}

function viewToken({ id, hint, created_at, ends_at, last_used_at }: StoredScimToken) {
  return {
    ...{ id, hint, createDate: toSeconds(created_at) },
    ...{ endDate: ends_at && toSeconds(ends_at), lastUseDate: last_used_at && toSeconds(last_used_at) },
  };
}

function latest(dates: readonly Date[]): number | null {
  return dates.length === 0 ? null : Math.max(...dates.map(toSeconds));
}

function lastErrorOf(tokens: readonly StoredScimToken[]) {
  const errors = tokens.flatMap(({ last_error: message, last_error_at: at }) =>
    message !== null && at !== null ? [{ message, date: toSeconds(at) }] : [],
  );
  return errors.toSorted((a, b) => b.date - a.date)[0] ?? null;
}
