import { liftLimits } from '../accounts/lift-limits.ts';
import { defineCommand } from './command-line.ts';
import { withDatabase } from './with-database.ts';

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
