import { createUser } from '../accounts/create-account.ts';
import { createPersonalOrganization } from '../workspaces/create-personal-organization.ts';
import { defineCommand, readSecret, UsageError } from './command-line.ts';
import { withDatabase } from './with-database.ts';

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
