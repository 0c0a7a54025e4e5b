import { createUser } from '@paraph/server/accounts/create-account.ts';
import { createPasswordResetLink } from '@paraph/server/accounts/password-reset.ts';
import { liftLimits } from '@paraph/server/accounts/sign-up.ts';
import { queueAccountMail } from '@paraph/server/app.ts';
import { toSeconds } from '@paraph/server/platform/clock.ts';
import { resetFactorOf } from '@paraph/server/second-factors/reset-factors.ts';
import { createPersonalOrganization } from '@paraph/server/workspaces/create-personal-organization.ts';
import { defineCommand, readSecret, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

export const createUserCommand = defineCommand({
  name: 'create-user',
  about: 'Make an account with an organization and a first workspace; you vouch for the address.',
  options: {
    email: { type: 'string', required: true, placeholder: 'EMAIL', about: 'What the person signs in with.' },
    name: { type: 'string', required: true, placeholder: 'NAME', about: 'What others see.' },
    organization: {
      type: 'string',
      placeholder: 'NAME',
      about: 'Name of the organization; default: the name of the person.',
    },
    'password-stdin': { type: 'boolean', about: 'Read the password from standard input. Required.' },
  },
  run: async ({ email, name, organization, ...values }, terminal) => {
    // The only way today, but named, so that others can be added.
    if (!values['password-stdin']) {
      throw new UsageError(
        'Add --password-stdin and pipe the password in; it is never accepted as an argument.',
      );
    }
    const password = await readSecret(terminal, 'password-stdin');
    const command = { email, name, password, ...(organization === undefined ? {} : { organization }) };
    const user = await withDatabase((deps) =>
      createUser(
        deps,
        { createPersonalOrganization: (tx, newcomer) => createPersonalOrganization(tx, deps, newcomer) },
        command,
      ),
    );
    return { text: `Made the account ${user.email} (id ${user.id}).`, data: user };
  },
});

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

export const resetSecondFactorCommand = defineCommand({
  name: 'reset-second-factor',
  about: 'Remove the second factors of an account that has lost them; the person is told by mail.',
  options: {
    email: { type: 'string', required: true, placeholder: 'EMAIL', about: 'Address of the account.' },
  },
  run: async ({ email }) => {
    const ports = { queueMail: queueAccountMail };
    const account = await withDatabase((deps) => resetFactorOf({ ...deps, ports }, email));
    const text = `The account ${account.email} has no second factor any more, and was signed out everywhere.`;
    return { text, data: account };
  },
});

export const liftLimitsCommand = defineCommand({
  name: 'lift-limits',
  about: 'End the limits that an account of open sign-up has in its first days.',
  options: {
    email: { type: 'string', required: true, placeholder: 'EMAIL', about: 'Address of the account.' },
  },
  run: async ({ email }) => {
    const account = await withDatabase((deps) => liftLimits(deps, email));
    return { text: `The account ${account.email} has no limits of new accounts any more.`, data: account };
  },
});
