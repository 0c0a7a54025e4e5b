import { kill, pid } from 'node:process';
import pg from 'pg';
import { readConfig } from '../../server/src/config/config.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { openFileEncryption } from '../../server/src/files/encrypt-files.ts';
import { rewrapKeys } from '../../server/src/files/wrapping-keys.ts';
import { openBlobs, openWrapper } from '../../server/src/open-blobs.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { compactSeals } from '../../server/src/sealing/compact-seals.ts';
import type { KilledWork } from './kill-worker.ts';

// A process that encrypts stored files, wraps their keys anew or compacts seals, and is killed at one statement: before
// it is sent, or once it has been answered.

type Work = Extract<KilledWork, { when: string }> & { connectionString: string; now: number };

const { does, connectionString, now, statement, count, when } = JSON.parse(
  process.env.PARAPH_TEST_WORK ?? '',
) as Work;
let seen = 0;
const end = () => kill(pid, 'SIGKILL');
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
  if (text?.startsWith(statement)) seen += 1;
  const isReached = text?.startsWith(statement) && seen === count;
  if (isReached && when === 'before') end();
  if (!isReached) return Reflect.apply(query, this, given);
  // Answered to a callback, or by a promise.
  const [, values, callback] = given;
  if (typeof callback === 'function') return Reflect.apply(query, this, [first, values, end]);
  const result = Reflect.apply(query, this, given) as Promise<unknown>;
  void result.then(end);
  return result;
} as typeof query;

const config = readConfig();
const clock = { now: () => new Date(now) };
const { database } = openDatabase({ connectionString }, { connectionsMax: 2 });
const blobs = await openBlobs(config, { ids: systemIds, clock, database });
const deps = { blobs, clock, config, database, log: openLog('silent') };
if (does === 'encrypt') await openFileEncryption(deps)();
else if (does === 'compact') await compactSeals(deps);
else {
  const wrapper = await openWrapper(config);
  if (wrapper) await rewrapKeys(database, { wrapper, setting: 'PARAPH_ENCRYPTION_KEYS' });
}
// Nothing ended it: the test waits for a signal and sees that none came.
process.exit(0);
