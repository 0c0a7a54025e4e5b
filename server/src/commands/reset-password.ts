import { createPasswordResetLink } from '../accounts/password-reset.ts';
import { toSeconds } from '../platform/clock.ts';
import { defineCommand } from './command-line.ts';
import { withDatabase } from './with-database.ts';

export const resetPasswordCommand = defineCommand({
  name: 'reset-password',
  about: 'Print a link by which an account gets a new password; it works once, for an hour.',
  options: {
    email: { type: 'string', required: true, placeholder: 'EMAIL', about: 'Address of the account.' },
  },
  run: async ({ email }) => {
    const link = await withDatabase((deps) => createPasswordResetLink(deps, email));
    const lines = [
      `Open this link to choose a new password for ${link.email}. It works once, for an hour:`,
      `  ${link.url}`,
    ];
    const { expiresAt, ...data } = link;
    return { text: lines.join('\n'), data: { ...data, expiryDate: toSeconds(expiresAt) } };
  },
});
