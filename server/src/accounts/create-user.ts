import type { Deps } from '../deps.ts';
import type { AccountPorts } from './account-ports.ts';
import { createAccount } from './create-account.ts';

export interface CreateUserCommand {
  email: string;
  name: string;
  password: string;
  /** Left out: the organization is called as the person. */
  organization?: string;
}

/** Makes an account at the request of whoever runs the instance, who vouches for the address. */
export async function createUser(
  deps: Pick<Deps, 'database' | 'ids' | 'clock'>,
  ports: Pick<AccountPorts, 'createPersonalOrganization'>,
  { email, name, password, organization }: CreateUserCommand,
): Promise<{ id: number; email: string }> {
  const account = { email, name, password, organizationName: organization ?? name };
  const id = await createAccount(deps, ports, { account, emailIsProven: true, authorize: async () => {} });
  return { id, email: email.trim() };
}
