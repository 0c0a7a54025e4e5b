import { ShownFault } from '@paraph/domain';
import { type BucketAnswer, openBucket as openStore } from '@paraph/storage';
import type { Deps } from '../deps.ts';
import { outageOf } from '../platform/outage.ts';
import { checkUrl, guardedLookup, type UrlPolicy } from '../platform/outside/http-client.ts';
import { type Destination, DestinationFault, sendFrom, statusFault } from './destination.ts';

export interface BucketSettings {
  url: string;
  region: string;
  accessKey: string;
  secret: string;
}

/** A bucket of a store that speaks the interface of Amazon S3; names with slashes are its folders. */
export function openBucket(
  { url, ...access }: BucketSettings,
  { clock, ids, policy }: Pick<Deps, 'clock' | 'ids'> & { policy: UrlPolicy },
): Destination {
  const settings = { ...access, url: url.replace(/\/+$/, ''), prefix: '' };
  const { host } = new URL(url);
  const store = openStore({ settings, clock, ids, lookup: guardedLookup(url, policy) });
  const reach = async <Answer extends BucketAnswer>(call: Promise<Answer>): Promise<Answer> =>
    call.catch((error: unknown) => {
      // What reading the file throws: an outage of this instance, or its damage.
      if (outageOf(error) !== null || error instanceof ShownFault) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new DestinationFault(`The server could not be reached: ${why}.`, null, error);
    });
  const require = ({ status, words }: BucketAnswer, allowed: readonly number[]) => {
    if (!allowed.includes(status)) throw statusFault(status, words);
  };
  const problem = checkUrl(url, policy);
  if (problem !== null) throw new DestinationFault(problem, null);
  return {
    host,
    makeFolders: async () => {},
    put: async (path, source) => {
      const answer = await reach(sendFrom(source, (read) => store.put(path.join('/'), read)));
      if (answer.status === 412) return 'taken';
      require(answer, [200]);
      return 'stored';
    },
    hash: async (path) => {
      const answer = await reach(store.hash(path.join('/')));
      require(answer, [200, 404]);
      return answer.sha256;
    },
    remove: async (path) => {
      require(await reach(store.remove(path.join('/'))), [200, 204, 404]);
    },
  };
}
