import type { Command } from './command-line.ts';
import {
  createUserCommand,
  liftLimitsCommand,
  resetPasswordCommand,
  resetSecondFactorCommand,
} from './commands/accounts.ts';
import { backupCommand } from './commands/backup.ts';
import { changePassphraseCommand } from './commands/change-passphrase.ts';
import { createAppCommand } from './commands/create-app.ts';
import { createKeyCommand } from './commands/create-key.ts';
import { directoryCommand } from './commands/directory.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportOrganizationCommand, verifyOrganizationCommand } from './commands/export-organization.ts';
import { freezeOrganizationCommand, thawOrganizationCommand } from './commands/freeze-organization.ts';
import { importOrganizationCommand } from './commands/import-organization.ts';
import { logCommand } from './commands/log.ts';
import { migrateCommand } from './commands/migrate.ts';
import { moveCommand } from './commands/move.ts';
import { exportRootCommand, importRootCommand } from './commands/move-root.ts';
import { redirectOrganizationCommand } from './commands/redirect-organization.ts';
import { restoreCommand } from './commands/restore.ts';
import { revokeCertificateCommand } from './commands/revoke-certificate.ts';
import { rewrapCommand } from './commands/rewrap.ts';
import { serveCommand } from './commands/serve.ts';
import { setQuotaCommand } from './commands/set-quota.ts';
import { verifyBackupCommand } from './commands/verify-backup.ts';
import { verifyEventsCommand } from './commands/verify-events.ts';
import { witnessCommand } from './commands/witness.ts';
import { workCommand } from './commands/work.ts';

/** The commands of the operator, in the order of the help: `paraph <verb>`. */
export const OPERATOR_COMMANDS: readonly Command[] = [
  serveCommand,
  workCommand,
  migrateCommand,
  createUserCommand,
  createAppCommand,
  createKeyCommand,
  resetPasswordCommand,
  resetSecondFactorCommand,
  liftLimitsCommand,
  setQuotaCommand,
  doctorCommand,
  verifyEventsCommand,
  logCommand,
  witnessCommand,
  revokeCertificateCommand,
  changePassphraseCommand,
  rewrapCommand,
  backupCommand,
  verifyBackupCommand,
  restoreCommand,
  moveCommand,
  exportOrganizationCommand,
  verifyOrganizationCommand,
  importOrganizationCommand,
  freezeOrganizationCommand,
  thawOrganizationCommand,
  redirectOrganizationCommand,
  directoryCommand,
  exportRootCommand,
  importRootCommand,
];
