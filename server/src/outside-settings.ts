import { readFileSync } from 'node:fs';
import { checkUrl, isLoopbackHost } from './platform/http-client-url.ts';

/** Why a service outside cannot have this address; null if it can. What leaves this machine goes over TLS only. */
export function checkOutsideUrl(url: string): string | null {
  const problem = checkUrl(url, { allowLoopback: true, ownHosts: [], isOperators: true });
  if (problem !== null) return problem;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopbackHost(hostname) ? null : 'It must begin with https://.';
}

/** The secret in the file that the setting `name` names; adds problems to `problems`. */
export function readSecretFile(path: string, name: string, problems: string[]): string {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret === '') problems.push(`${name}: ${path} is empty.`);
    return secret;
  } catch (error) {
    problems.push(`${name}: ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
    return '';
  }
}
