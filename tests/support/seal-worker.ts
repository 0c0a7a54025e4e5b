// A worker process of its own that is killed: `killed-worker.js seal <connection string> <settings as JSON> <step>`.
import { openDeps } from '../../server/src/app.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { startWorker } from '../../server/src/jobs/worker.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';

const [connectionString = '', settings = '{}', killAt = ''] = process.argv.slice(3);
const config = readConfig(JSON.parse(settings));
const { deps } = await openDeps(config, { connectionString }, { log: openLog('silent') });
const onSealStep = (step: string) => {
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
};
await startWorker(deps, buildJobs({ ...deps, onSealStep }));
