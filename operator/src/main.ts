import { processTerminal, runCommandLine } from './command-line.ts';
import { OPERATOR_COMMANDS } from './operator-commands.ts';

const END_WITHIN_MS = 1_000;

process.exitCode = await runCommandLine(process.argv.slice(2), OPERATOR_COMMANDS, processTerminal);
// Everything is closed. What a library still waits for must not keep the process: graphile-worker's clock waits up to a
// minute and a half for its next attempt where the database was away.
setTimeout(() => process.exit(), END_WITHIN_MS).unref();
