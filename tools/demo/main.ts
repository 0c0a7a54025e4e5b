// Shows the main workflow on a temporary instance: `npm run demo`; with qualified signatures: `npm run demo -- qualified`.

import { type Level, runScenario, say } from './scenario.ts';
import { openServices } from './services.ts';

function readLevel(word = 'simple'): Level {
  if (word === 'simple' || word === 'qualified') return word;
  throw new Error(`There is no demo “${word}”; write simple or qualified.`);
}

const interrupted = Promise.withResolvers<never>();
// Avoids an unhandled rejection.
interrupted.promise.catch(() => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.reject(new Error(`Ended by ${signal}.`)));
}

const services = openServices();
try {
  say('Starting a temporary instance: its own PostgreSQL, mail server and webhook receiver …');
  await Promise.race([
    services.ready.then((ready) => runScenario(ready, readLevel(process.argv[2]))),
    interrupted.promise,
  ]);
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : error}`);
  for (const line of services.log()) console.error(`  ${JSON.stringify(line)}`);
  process.exitCode = 1;
} finally {
  await services.clear();
}
// An open connection of a receiver would keep the process alive.
process.exit();
