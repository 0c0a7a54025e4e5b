// The main job on a throw-away instance, told line by line: `npm run demo`.

import { runScenario, say } from './scenario.ts';
import { openServices } from './services.ts';

const interrupted = Promise.withResolvers<never>();
// It may come before it is awaited.
interrupted.promise.catch(() => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.reject(new Error(`Ended by ${signal}.`)));
}

const services = openServices();
try {
  say('Starting a throw-away instance: its own PostgreSQL, mail server and webhook receiver …');
  await Promise.race([services.ready.then(runScenario), interrupted.promise]);
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : error}`);
  for (const line of services.log()) console.error(`  ${JSON.stringify(line)}`);
  process.exitCode = 1;
} finally {
  await services.clear();
}
// A receiver whose connection the server left open would keep the process alive.
process.exit();
