// A process that is killed while it works, as `killWorker` tells it by PARAPH_TEST_WORK; its settings are those of the
// environment. It is bundled before the tests, because Node needs two seconds of processor time to find and strip the
// sources at each start, and half a second for the bundle.
import type { KilledWork } from './kill-worker.ts';

const { does } = JSON.parse(process.env.PARAPH_TEST_WORK ?? '') as KilledWork;
if (does === 'seal' || does === 'finish') await import('./step-worker.ts');
else await import('./statement-worker.ts');
