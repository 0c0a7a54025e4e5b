import { expect, it } from 'vitest';
import { folderForThisTest } from '../support/instance-case.ts';
import { databaseForThisTest } from '../support/operator-case.ts';
import { runSlowOutside } from '../support/slow-outside.ts';
import { storageSettings } from '../support/storage-choice.ts';

// `npm run bench -- outside` does the same with 200 envelopes, a mail server of 3 s and a receiver of 12 s.
it('a slow mail server and a slow receiver get all once, and a healthy receiver hears at once', async () => {
  const outcome = await runSlowOutside({
    connectionString: (await databaseForThisTest()).connectionString,
    dataDir: await folderForThisTest(),
    settings: storageSettings(),
    servers: 1,
    workers: 1,
    envelopes: 20,
    mailMs: 1_000,
    // Long enough for processes to look for each other's death meanwhile, twice.
    receiverMs: 11_000,
    patienceMs: 100_000,
  });
  const { mails, notifications, healthyMs } = outcome;
  expect(mails).toEqual({ asked: 20, arrived: 20, different: 20 });
  expect(notifications).toEqual({ asked: 40, arrived: 40, different: 40 });
  expect(healthyMs).toHaveLength(20);
  // The tenth part of what the slow one takes: it waits for none of those, however busy the machine is.
  expect(healthyMs.at(-1)).toBeLessThan(8_000);
});
