import { createHash } from 'node:crypto';
import { Fault } from '@paraph/domain';
import { outageOf } from '../platform/outage.ts';
import { callGuarded, type GuardedCall, type UrlPolicy } from '../platform/outside/http-client.ts';
import { type Destination, DestinationFault, sendFrom, statusFault, timeoutMsFor } from './destination.ts';

export interface WebdavSettings {
  url: string;
  user: string;
  secret: string;
  userAgent: string;
}

/** For a file of others too, which may be larger than ours. */
const READ_TIMEOUT_MS = 300_000;

type Call = Pick<GuardedCall, 'body' | 'method' | 'onBytes' | 'timeoutMs'> & {
  headers?: Record<string, string>;
};

/** A folder of a WebDAV server (RFC 4918). */
export function openWebdav({ url, user, secret, userAgent }: WebdavSettings, policy: UrlPolicy): Destination {
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const call = async (path: readonly string[], { headers, ...more }: Call): Promise<number> => {
    const target = [url.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/');
    const sent = { authorization, 'user-agent': userAgent, ...headers };
    return (await reach({ ...policy, ...more, url: target, headers: sent })).status;
  };
  return {
    host: new URL(url).host,
    makeFolders: async (names) => {
      for (const depth of names.keys()) {
        const status = await call(names.slice(0, depth + 1), { method: 'MKCOL', body: null });
        // RFC 4918 §9.3.1: 405 where there is one.
        if (status !== 201 && status !== 405) throw statusFault(status);
      }
    },
    put: async (path, source) => {
      // Not all servers know conditions: a file that is there is seen before, as far as they tell.
      const seen = await call(path, { method: 'HEAD', body: null });
      if (seen === 200) return 'taken';
      if (seen === 401 || seen === 403) throw statusFault(seen);
      const headers = { 'content-type': 'application/octet-stream', 'if-none-match': '*' };
      const timeoutMs = timeoutMsFor(source.size);
      const status = await sendFrom(source, (body) =>
        call(path, { method: 'PUT', body, headers, timeoutMs }),
      );
      if (status === 412) return 'taken';
      if (![200, 201, 204].includes(status)) throw statusFault(status);
      return 'stored';
    },
    hash: async (path) => {
      const hash = createHash('sha256');
      const onBytes = (chunk: Buffer) => void hash.update(chunk);
      const status = await call(path, { body: null, onBytes, timeoutMs: READ_TIMEOUT_MS });
      if (status === 404) return null;
      if (status !== 200) throw statusFault(status);
      return hash.digest();
    },
    remove: async (path) => {
      const status = await call(path, { method: 'DELETE', body: null });
      if (![200, 204, 404].includes(status)) throw statusFault(status);
    },
  };
}

/** @throws DestinationFault */
async function reach(asked: GuardedCall) {
  const answer = await callGuarded(asked).catch((error: unknown) => {
    if (!(error instanceof Fault) || outageOf(error) !== null) throw error;
    throw new DestinationFault(error.message, null, error);
  });
  // A file that breaks off has another hash than the whole, and is not what is there.
  if (asked.onBytes && answer.status === 200 && !answer.isWhole)
    throw new DestinationFault('The answer broke off.', null);
  return answer;
}
