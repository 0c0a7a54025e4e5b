import { type Config, isLoopback } from '../config.ts';
import type { UrlPolicy } from '../platform/http-client.ts';

/** Receivers on this machine are for instances that are on this machine only (interface.md §9). */
export function callbackPolicy({ baseUrl }: Pick<Config, 'baseUrl'>): UrlPolicy {
  return { allowLoopback: isLoopback(baseUrl), ownHosts: [new URL(baseUrl).host] };
}
