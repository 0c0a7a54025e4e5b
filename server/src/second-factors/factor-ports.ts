import type { AccountMail } from '../accounts/account-ports.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';

/** What this room needs of higher ones; the composition root hands it in. */
export interface FactorPorts {
  queueMail(tx: Tx, mail: AccountMail): Promise<unknown>;
}

export type FactorDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** What a person is told of: each has words of its own. */
export type FactorNotice = 'added' | 'removed' | 'guessed' | 'due' | 'reset_requested' | 'reset';

export async function tellPerson(
  tx: Tx,
  { queueMail }: FactorPorts,
  about: {
    user: { email: string; name: string };
    notice: FactorNotice;
    detail?: Readonly<Record<string, string | number>>;
    now: Date;
  },
): Promise<void> {
  const { user, notice, detail = {}, now } = about;
  const to = { toEmail: user.email, toName: user.name };
  await queueMail(tx, { kind: 'second_factor', ...to, detail: { ...detail, notice }, now });
}
