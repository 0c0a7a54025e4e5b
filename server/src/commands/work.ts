import { buildJobs } from '../app.ts';
import { readConfig } from '../config.ts';
import { startWorker } from '../jobs/worker.ts';
import { defineCommand } from './command-line.ts';
import { openInstance, waitForSignal } from './instance.ts';

export const workCommand = defineCommand({
  name: 'work',
  about: 'Do the jobs only (sealing, mail, notifications), beside a server, until stopped.',
  options: {},
  run: async (_values, terminal) => {
    const stopped = waitForSignal();
    const instance = await openInstance(readConfig());
    try {
      const { deps } = instance;
      const worker = await startWorker(deps, buildJobs(deps));
      try {
        terminal.print('Paraph is doing its jobs. Stop with Ctrl-C.');
        await stopped;
      } finally {
        await worker.stop();
      }
    } finally {
      await instance.close();
    }
    return undefined;
  },
});
