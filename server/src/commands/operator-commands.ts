import { backupCommand } from './backup.ts';
import { changePassphraseCommand } from './change-passphrase.ts';
import type { Command } from './command-line.ts';
import { createAppCommand } from './create-app.ts';
import { createKeyCommand } from './create-key.ts';
import { createUserCommand } from './create-user.ts';
import { doctorCommand } from './doctor.ts';
import { liftLimitsCommand } from './lift-limits.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { exportRootCommand, importRootCommand } from './move-root.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { restoreCommand } from './restore.ts';
import { revokeCertificateCommand } from './revoke-certificate.ts';
import { rewrapCommand } from './rewrap.ts';
import { serveCommand } from './serve.ts';
import { verifyBackupCommand } from './verify-backup.ts';
import { verifyEventsCommand } from './verify-events.ts';
import { workCommand } from './work.ts';

/** The commands of the operator, in the order of the help: `paraph <verb>`. */
export const OPERATOR_COMMANDS: readonly Command[] = [
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
