// Shows the main workflow on a temporary instance: `npm run demo`.

import { runScenario, say } from './scenario.ts';
import { openServices } from './services.ts';

const interrupted = Promise.withResolvers<never>();
// Avoids an unhandled rejection.
interrupted.promise.catch(() => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.reject(new Error(`Ended by ${signal}.`)));
}

const services = openServices();
try {
  say('Starting a temporary instance: its own PostgreSQL, mail server and webhook receiver …');
  await Promise.race([services.ready.then(runScenario), interrupted.promise]);
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : error}`);
  for (const line of services.log()) console.error(`  ${JSON.stringify(line)}`);
  process.exitCode = 1;
} finally {
  await services.clear();
}
// An open connection of a receiver would keep the process alive.
process.exit();
