import { openDeps } from '../../server/src/app.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { startWorker } from '../../server/src/jobs/worker.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { finishSigning } from '../../server/src/signing/finish/finish-signing.ts';
import type { KilledWork } from './kill-worker.ts';

// A worker of its own, or a process that finishes one signing, and is killed at a step.

type Work = Extract<KilledWork, { does: 'finish' | 'seal' }> & { connectionString: string };

const work = JSON.parse(process.env.PARAPH_TEST_WORK ?? '') as Work;
const { connectionString } = work;
const { deps, close } = await openDeps(readConfig(), { connectionString }, { log: openLog('silent') });
const onStep = (step: string) => {
  if (step === work.step) process.kill(process.pid, 'SIGKILL');
};
if (work.does === 'seal') await startWorker(deps, buildJobs({ ...deps, onSealStep: onStep }));
else {
  const { link, previewId, intent } = work;
  const visitor = { ip: '127.0.0.1', userAgent: 'test' };
  await finishSigning({ ...deps, onFinishStep: onStep }, link, {
    previewId,
    intent: intent as never,
    visitor,
  });
  await close();
}
