import { afterEach, it } from 'vitest';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { mainFile } from '../../tools/runtime.mjs';
import { STORES } from '../../tools/store-tests.mjs';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { expectNothingLost, type Load, startLoad } from '../support/fleet-load.ts';
import { until } from '../support/processes.ts';
import { chooseStore } from '../support/storage-choice.ts';

// Two `serve` and two `work` of an earlier version go over to this one under load: each is killed, and begins again as this
// version, while those beside it still run. `npm run upgrade` says where the program of the earlier version is.
const BEFORE = process.env.PARAPH_TEST_BEFORE ?? '';
const CLIENTS = 4;

let load: Load | undefined;
let fleet: Fleet | undefined;
afterEach(async () => {
  if (load) load.isOver = true;
  await fleet?.end();
}, 300_000);

it('the version before and this one work beside one another, and nothing is lost or doubled', async () => {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  fleet = await startFleet({
    ...{ servers: 2, workers: 2, main: BEFORE },
    ...(chooseStore() ?? STORES['pg18-s3-encrypted']),
    isDurable: true,
    settings: { PARAPH_RATES: 'apiKey=1000000/30' },
  });
  const started = startLoad(fleet, CLIENTS);
  load = started.load;
  const { finished, refusedMs, created } = started.load;
  const goOn = async (envelopes: number) => {
    const goal = finished.size + envelopes;
    await Promise.race([until('the load to be on', () => finished.size >= goal, 120_000), started.ended]);
  };
  for (const member of [...fleet.servers, ...fleet.workers]) {
    await goOn(8);
    await member.kill();
    await member.start(mainFile);
  }
  await goOn(20);
  started.load.isOver = true;
  await started.ended;
  const { asked } = await expectNothingLost(started.load);
  const longest = Math.round(Math.max(0, ...refusedMs));
  console.info(
    `${created.size} envelopes, ${finished.size} signatures, ${asked} notifications: all there, once. ` +
      `${refusedMs.length} requests were repeated, the longest for ${longest} ms.`,
  );
}, 900_000);
