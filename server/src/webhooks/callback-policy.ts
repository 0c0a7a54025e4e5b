import { isLoopback } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import type { UrlPolicy } from '../platform/outside/http-client.ts';

/** Loopback receivers are allowed only for an instance that is itself on loopback (interface.md §9). */
export function callbackPolicy({ baseUrl }: Pick<Config, 'baseUrl'>): UrlPolicy {
  return { allowLoopback: isLoopback(baseUrl), ownHosts: [new URL(baseUrl).host] };
}
