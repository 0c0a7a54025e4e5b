import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { mainFile, projectDir } from '../../tools/runtime.mjs';
import { STORES } from '../../tools/store-tests.mjs';
import { copyCheckout } from '../support/copy-checkout.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { expectNothingLost, type Load, startLoad } from '../support/fleet-load.ts';
import { until } from '../support/processes.ts';
import { queryOnce } from '../support/query-once.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { chooseStore } from '../support/storage-choice.ts';

// Two `serve` and two `work` of one version go over to another one under load: each is killed, and begins again as that
// version, while those beside it still run. `npm run upgrade` says where the program of the earlier version is.
const BEFORE = process.env.PARAPH_TEST_BEFORE ?? '';
const CLIENTS = 4;

let load: Load | undefined;
let fleet: Fleet | undefined;
afterEach(async () => {
  if (load) load.isOver = true;
  await fleet?.end();
  [load, fleet] = [undefined, undefined];
}, 300_000);

async function begin(main: string) {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const opened = await startFleet({
    ...{ servers: 2, workers: 2, main },
    ...(chooseStore() ?? STORES['pg18-s3-encrypted']),
    isDurable: true,
    settings: { PARAPH_RATES: 'apiKey=1000000/30' },
  });
  fleet = opened;
  const started = startLoad(opened, CLIENTS);
  load = started.load;
  const { finished, refusedMs, created } = started.load;
  const goOn = async (envelopes: number) => {
    const goal = finished.size + envelopes;
    await Promise.race([until('the load to be on', () => finished.size >= goal, 120_000), started.ended]);
  };
  return {
    database: opened.database,
    /** One process after another; answers what was refused meanwhile. */
    goOver: async (to: string) => {
      const before = refusedMs.length;
      for (const member of [...opened.servers, ...opened.workers]) {
        await goOn(8);
        await member.kill();
        await member.start(to);
      }
      await goOn(20);
      const refused = refusedMs.slice(before);
      return `${refused.length} requests were repeated, the longest for ${Math.round(Math.max(0, ...refused))} ms`;
    },
    end: async () => {
      started.load.isOver = true;
      await started.ended;
    },
    /** Everything is there once; a sentence with the counts. */
    expectAll: async () => {
      const { asked } = await expectNothingLost(started.load);
      return `${created.size} envelopes, ${finished.size} signatures, ${asked} notifications: all there, once.`;
    },
  };
}

it('the version before and this one work beside one another, and nothing is lost or doubled', async () => {
  const going = await begin(BEFORE);
  const refused = await going.goOver(mainFile);
  await going.end();
  console.info(`${await going.expectAll()} ${refused}.`);
}, 900_000);

it('the next version takes over and goes back to this one, and nothing is lost or doubled', async () => {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const next = await makeNextVersion();
  const going = await begin(mainFile);
  const there = await going.goOver(next);
  const query = (text: string) => queryOnce(going.database().connectionString, text);
  expect(await query(`select from kysely_migration where name = '${NEXT}'`)).toHaveLength(1);
  await query(`select graphile_worker.add_job('of-the-next-version', '{"id": 1}')`);
  const back = await going.goOver(mainFile);
  await going.end();
  // What this version does not know waits for one that does.
  const ended = await query(
    `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
     where tasks.id = task_id and identifier = 'of-the-next-version' returning attempts, locked_by`,
  );
  expect(ended).toEqual([{ attempts: 0, locked_by: null }]);
  console.info(`${await going.expectAll()} There: ${there}. Back: ${back}.`);
}, 900_000);

const NEXT = '9000-workflows-next';

/** This tree with a higher version and one more migration, which adds what a later one may add. */
async function makeNextVersion(): Promise<string> {
  const folder = await folderForThisTest();
  await copyCheckout(folder);
  for (const built of ['server/dist', 'web/dist', 'verifier/dist'])
    await cp(join(projectDir, built), join(folder, built), { recursive: true });
  const path = join(folder, 'server', 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...manifest, version: '9.0.0' }));
  await writeFile(
    join(folder, 'server', 'migrations', `${NEXT}.sql`),
    `-- Room: workflows. What the next version adds.
     alter table workflows add column remark text not null default '';
     alter table workflows add constraint workflows_remark_check check (length(remark) < 100) not valid;
     alter table workflows validate constraint workflows_remark_check;
     create table remarks (workflow_id bigint not null,
       constraint remarks_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade);
     create index concurrently workflows_remarked on workflows (id) where remark <> '';
     alter table mails add column remark text;`,
  );
  return join(folder, 'server', 'dist', 'main.js');
}
