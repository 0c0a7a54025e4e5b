import { buildJobs } from '@paraph/server/build-jobs.ts';
import { readConfig } from '@paraph/server/config/config.ts';
import { isJobKind, JOB_KINDS, type JobKind } from '@paraph/server/jobs/enqueue.ts';
import { startWorker } from '@paraph/server/jobs/worker.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { examining } from '../doctor/examining.ts';
import { openInstance, waitForSignal } from '../instance.ts';

export const workCommand = defineCommand({
  name: 'work',
  about: 'Do the jobs only (sealing, mail, notifications), beside a server, until stopped.',
  options: {
    jobs: {
      type: 'string',
      about: `Of these kinds only, such as seal,mail (${JOB_KINDS.join(', ')}); another process does the others.`,
      placeholder: 'KINDS',
    },
  },
  run: async (values, terminal) => {
    const kinds = readKinds(values.jobs);
    const stopped = waitForSignal();
    const instance = await openInstance(readConfig());
    try {
      const { deps } = instance;
      const worker = await startWorker(deps, buildJobs(deps, examining(deps)), kinds);
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

function readKinds(text: string | undefined): readonly JobKind[] {
  if (text === undefined) return JOB_KINDS;
  return text.split(',').map((each) => {
    const kind = each.trim();
    if (!isJobKind(kind)) throw new UsageError(`--jobs holds "${kind}"; there are ${JOB_KINDS.join(', ')}.`);
    return kind;
  });
}
