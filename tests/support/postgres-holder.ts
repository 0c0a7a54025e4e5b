// A process that holds the embedded PostgreSQL as the server does, to be killed by the tests.
// It says what it has as lines of JSON, and ends in order on SIGTERM.
import { type SupervisorLog, startEmbeddedPostgres } from '@paraph/postgres';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('Name the data directory.');

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const log: SupervisorLog = {
  info: (details, message) => say({ level: 'info', message, ...details }),
  warn: (details, message) => say({ level: 'warn', message, ...details }),
  error: (details, message) => say({ level: 'error', message, error: String(Object.values(details)) }),
};

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  process.on('SIGTERM', async () => {
    await postgres.stop();
    process.exit(0);
  });
  const { mode, pid, poolOptions, connectionString } = postgres;
  say({ message: 'ready', mode, pid, poolOptions, connectionString });
  // The supervisor alone keeps no process alive that has nothing else to do.
  setInterval(() => {}, 60_000);
} catch (error) {
  say({ message: 'failed', error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
