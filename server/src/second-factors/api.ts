import type { Reads } from '../database/database.ts';
import { countRecoveryCodes, findTotp, listAccountPasskeys } from './factor-store.ts';

/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { deleteEndedFactorChallenges, deleteFactorsOf, listAccountPasskeys } from './factor-store.ts';

/** All that is stored about the factors of an account, without what would let others use them. */
export async function readFactorRecord(reads: Reads, userId: number) {
  const totp = await findTotp(reads, userId);
  const passkeys = await listAccountPasskeys(reads, userId);
  return {
    authenticatorApp: totp && { createdAt: totp.created_at, confirmedAt: totp.confirmed_at },
    passkeys: passkeys.map(({ id, name, transports, created_at: createdAt, used_at: usedAt }) => {
      return { id, name, transports, createdAt, usedAt };
    }),
    recoveryCodesLeft: await countRecoveryCodes(reads, userId),
  };
}
