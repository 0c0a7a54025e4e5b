import type { Deps } from '../deps.ts';
import { policyForUsers } from '../platform/outside/http-client.ts';
import { openBucket } from './bucket.ts';
import type { Destination } from './destination.ts';
import type { StoredDestination } from './destination-store.ts';
import { openWebdav } from './webdav.ts';

export type DestinationDeps = Pick<Deps, 'clock' | 'config' | 'ids' | 'vault'>;

/** The secret of a row is of no use in another. */
export function secretBoundTo(workspaceId: number): string {
  return `destination:${workspaceId}`;
}

/** What a row says, under the rules for addresses of users. @throws DestinationFault for one that may not be called */
export function openDestination(deps: DestinationDeps, row: StoredDestination): Destination {
  const { clock, config, ids, vault } = deps;
  const policy = policyForUsers(config);
  const secret = vault.decrypt(row.sealed_secret, secretBoundTo(row.workspace_id));
  const { url, user_name: user } = row;
  if (row.kind === 'webdav')
    return openWebdav({ url, user, secret, userAgent: `Paraph/${config.version}` }, policy);
  const region = row.region ?? REGION_DEFAULT;
  return openBucket({ url, region, accessKey: user, secret }, { clock, ids, policy });
}

export const REGION_DEFAULT = 'us-east-1';
