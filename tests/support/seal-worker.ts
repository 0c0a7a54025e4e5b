// A worker process of its own, to be killed: `seal-worker.ts <connection string> <settings as JSON> <step or "none">`.
import { buildJobs, openDeps } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { startWorker } from '../../server/src/jobs/worker.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';

const [connectionString = '', settings = '{}', killAt = 'none'] = process.argv.slice(2);
const config = readConfig(JSON.parse(settings));
const { deps, close } = await openDeps(config, { connectionString }, { log: openLog('silent') });
const onSealStep = (step: string) => {
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
};
const worker = await startWorker(deps, buildJobs({ ...deps, onSealStep }));
process.on('SIGTERM', async () => {
  await worker.stop();
  await close();
  process.exit(0);
});
process.stdout.write('working\n');
