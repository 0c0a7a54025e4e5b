import http from 'node:http';
import https from 'node:https';

/** Less than servers usually keep an idle connection open. */
const IDLE_MS = 2_500;
const IDLE_MAX = 2;
const REMEMBERED_MAX = 500;

/** By target, the least recently used first. Idle connections end by themselves. */
const agents = new Map<string, http.Agent>();

/** Where a connection leads, by all that was checked before it was opened. */
export interface ConnectionTarget {
  /** With its port. */
  host: string;
  isSecure: boolean;
  verifyCertificate: boolean;
  addresses: readonly { address: string }[];
}

/**
 * Connections stay open for the next calls to the same target. A name that leads to other addresses by then is another
 * target: nothing is sent to one that was not checked for this call.
 */
export function agentFor(target: ConnectionTarget): http.Agent {
  const { host, isSecure, verifyCertificate, addresses } = target;
  const key = JSON.stringify([isSecure, host, verifyCertificate, addresses.map(({ address }) => address)]);
  const options = { keepAlive: true, maxFreeSockets: IDLE_MAX, timeout: IDLE_MS };
  const agent = agents.get(key) ?? (isSecure ? new https.Agent(options) : new http.Agent(options));
  agents.delete(key);
  agents.set(key, agent);
  const [oldest] = agents.keys();
  // Its idle connections end by themselves.
  if (agents.size > REMEMBERED_MAX && oldest !== undefined) agents.delete(oldest);
  return agent;
}

export function freshAgent({ isSecure }: Pick<ConnectionTarget, 'isSecure'>): http.Agent {
  return isSecure ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false });
}

/** Whether the other side had closed a connection when it was used again: nothing was wrong with the call. */
export function wasClosed(request: Pick<http.ClientRequest, 'reusedSocket'>, error: Error): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(code);
}
