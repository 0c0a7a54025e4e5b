import { backupCommand } from './commands/backup.ts';
import { changePassphraseCommand } from './commands/change-passphrase.ts';
import { processTerminal, runCommandLine } from './commands/command-line.ts';
import { createAppCommand } from './commands/create-app.ts';
import { createKeyCommand } from './commands/create-key.ts';
import { createUserCommand } from './commands/create-user.ts';
import { doctorCommand } from './commands/doctor.ts';
import { liftLimitsCommand } from './commands/lift-limits.ts';
import { migrateCommand } from './commands/migrate.ts';
import { moveCommand } from './commands/move.ts';
import { exportRootCommand, importRootCommand } from './commands/move-root.ts';
import { resetPasswordCommand } from './commands/reset-password.ts';
import { restoreCommand } from './commands/restore.ts';
import { revokeCertificateCommand } from './commands/revoke-certificate.ts';
import { rewrapCommand } from './commands/rewrap.ts';
import { serveCommand } from './commands/serve.ts';
import { verifyBackupCommand } from './commands/verify-backup.ts';
import { verifyEventsCommand } from './commands/verify-events.ts';
import { workCommand } from './commands/work.ts';

const END_WITHIN_MS = 1_000;

/** The commands of the operator: `paraph <verb>`. */
const COMMANDS = [
  serveCommand,
  workCommand,
  migrateCommand,
  createUserCommand,
  createAppCommand,
  createKeyCommand,
  resetPasswordCommand,
  liftLimitsCommand,
  doctorCommand,
  verifyEventsCommand,
  revokeCertificateCommand,
  changePassphraseCommand,
  rewrapCommand,
  backupCommand,
  verifyBackupCommand,
  restoreCommand,
  moveCommand,
  exportRootCommand,
  importRootCommand,
];

process.exitCode = await runCommandLine(process.argv.slice(2), COMMANDS, processTerminal);
// Everything is closed. What a library still waits for must not keep the process: graphile-worker's clock waits up to a
// minute and a half for its next attempt where the database was away.
setTimeout(() => process.exit(), END_WITHIN_MS).unref();
