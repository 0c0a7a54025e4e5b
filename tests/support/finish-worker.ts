// A process that finishes one signing, to be killed:
// `killed-worker.js finish <connection string> <settings as JSON> <step> <link> <preview> <intent as JSON>`.
import { openDeps } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { finishSigning } from '../../server/src/signing/finish/finish-signing.ts';

const [connectionString = '', settings = '{}', killAt = '', linkId = '', previewId = '', intent = '{}'] =
  process.argv.slice(3);
const config = readConfig(JSON.parse(settings));
const { deps, close } = await openDeps(config, { connectionString }, { log: openLog('silent') });
const onFinishStep = (step: string) => {
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
};
const visitor = { ip: '127.0.0.1', userAgent: 'test' };
await finishSigning({ ...deps, onFinishStep }, linkId, { previewId, intent: JSON.parse(intent), visitor });
await close();
