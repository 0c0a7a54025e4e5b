import type { Scope } from '@paraph/domain';
import type { Config } from '../config/config.ts';

/** Where agents call; their tokens are of no use elsewhere, and no others are here. */
export function agentResource({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return `${baseUrl}/mcp`;
}

/**
 * Which resource of this instance a parameter `resource` names (RFC 8707 §2): null for the API, which is meant where
 * the parameter is absent or empty, as existing clients leave it.
 */
export function readResource(config: Pick<Config, 'baseUrl'>, stated = ''): string | null | 'unknown' {
  const named = stated.replace(/\/$/, '');
  if (named === agentResource(config)) return named;
  const isApi = ['', config.baseUrl, `${config.baseUrl}/api`, `${config.baseUrl}/api/v1`].includes(named);
  return isApi ? null : 'unknown';
}

/** What agents can use; each token has what its user allowed. */
export const AGENT_SCOPES: readonly Scope[] = [
  'workflows:read',
  'workflows:write',
  'templates:read',
  'agents:send',
];
